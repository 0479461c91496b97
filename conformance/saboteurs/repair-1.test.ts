import { saboteurTests } from "../saboteur-tests.ts";

saboteurTests("repair", 0, 2);
