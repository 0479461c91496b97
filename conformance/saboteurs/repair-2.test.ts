import { saboteurTests } from "../saboteur-tests.ts";

saboteurTests("repair", 1, 2);
