// The suite inside vitest, on a user's own target.
import { describeConformance } from "pi-repair-conformance/vitest";

describeConformance("mine", { target: "./mine.js", only: ["envelope/decode-json"] });
