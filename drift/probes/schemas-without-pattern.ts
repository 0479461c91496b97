// Do the schemas of the built-in tools hold a regex `pattern`? Also takes the snapshot of the schemas.
import { builtIns } from "../built-ins.ts";
import { CannotProbe } from "../load.ts";
import { fact, runProbe } from "../probe.ts";
import { patternPaths, snapshotOf } from "../schemas.ts";

await runProbe(async (pi) => {
  const tools = builtIns(pi);
  if (tools.length === 0) throw new CannotProbe("pi-coding-agent exports no definition of a built-in tool");
  const found = tools.flatMap((tool) => patternPaths(tool.parameters).map((path) => `${tool.name}${path}`));
  const names = tools.map((tool) => tool.name);
  return {
    facts: [
      fact("no built-in schema holds a pattern", found.length === 0, found.length === 0 ? "none" : found),
      fact("the seven built-ins are there", names.length >= 7, names),
    ],
    data: snapshotOf(tools),
  };
});
