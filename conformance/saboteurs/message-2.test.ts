import { saboteurTests } from "../saboteur-tests.ts";

saboteurTests("message", 1, 2);
