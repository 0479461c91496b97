import { saboteurTests } from "../saboteur-tests.ts";

saboteurTests("session");
