// Imports every subpath that `exports` names, and prints how many: those that need no peer, or with `all` those on pi too.
import { readFileSync } from "node:fs";

const left = process.argv[2] === "all" ? /^\.\/vitest$/ : /^\.\/(pi|extension|vitest)$/;
const ONE_OF_MANY = { "vectors/*": "vectors/envelope", "schemas/*": "schemas/repair-call" };
let count = 0;
for (const name of ["pi-repair-conformance", "pi-repair-reference"]) {
  const { exports } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));
  for (const subpath of Object.keys(exports)) {
    if (left.test(subpath)) continue;
    const path = subpath.slice(1).replace(/\w+\/\*/, (many) => ONE_OF_MANY[many]);
    const found = await import(name + path, path.endsWith(".json") ? { with: { type: "json" } } : undefined);
    if (Object.keys(found).length === 0) throw new Error(`${name}${path} exports nothing`);
    count += 1;
  }
}
console.log(count);
