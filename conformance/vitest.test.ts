import { fileURLToPath } from "node:url";
import { describeConformance } from "./vitest.ts";

// The Python example, looked at as its author would in a project that uses vitest.
describeConformance("the Python example", {
  program: ["python3", fileURLToPath(new URL("targets/python/target.py", import.meta.url))],
  only: ["outcome", "schema/drop-optional-null", "grammar/phantom-left"],
  runs: 20,
});
