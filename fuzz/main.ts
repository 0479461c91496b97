#!/usr/bin/env node
/** The command `fuzz`. Nothing is decided here. */
import { start } from "../conformance/start.ts";

await start(() => import("./program.ts"));
