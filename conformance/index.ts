/** What the author of an adapter imports: `defineTarget`, and the types of what it is asked and what it answers. */
export type { Capability, Change, Observation } from "../spec/contract.ts";
export {
  type AliasRule,
  defineTarget,
  type GrammarRequest,
  type GrammarResult,
  type GuardRequest,
  type PreprocessorRule,
  type RepairRequest,
  type RepairResult,
  type StreamRequest,
  type StreamResult,
  type StructuralRule,
  type Target,
  type UnknownRule,
  type ValueRule,
} from "./target.ts";
