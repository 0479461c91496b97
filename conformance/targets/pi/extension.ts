/** Any extension for pi as a target, given as `pi-extension@<path>`: judged on what shows in a session. */
import { basename } from "node:path";
import { defineTarget } from "../../target.ts";
import { runSession } from "./session.ts";

const path = new URL(import.meta.url).searchParams.get("path");
if (path === null) throw new Error("an extension is given by its path: pi-extension@./my-extension.ts");

export default defineTarget({
  name: `extension ${basename(path)}`.slice(0, 80),
  version: "unknown",
  capabilities: ["feedback", "records", "pi"],
  adaptsNoTools: true,
  runSession: (call) => runSession({ path }, call),
});
