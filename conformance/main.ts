#!/usr/bin/env node
/** The command `conformance`. Nothing is decided here. */
import { start } from "./start.ts";

await start(() => import("./commands/program.ts"));
