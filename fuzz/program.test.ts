import { describeHelp } from "../conformance/commands/help-tests.ts";
import { EXAMPLES, program } from "./program.ts";

describeHelp("fuzz", program, EXAMPLES);
