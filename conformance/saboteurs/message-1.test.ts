import { saboteurTests } from "../saboteur-tests.ts";

saboteurTests("message", 0, 2);
