/** What `pi-repair-conformance/spec` offers to code: the contract, the catalogue, the vectors and the wire's messages. */
export * from "./contract.ts";
export {
  CHAPTERS,
  type Chapter,
  LEVELS,
  REQUIREMENTS,
  type Requirement,
  requirement,
} from "./requirements.ts";
export { loadVectors, type Vector, VectorFileError } from "./vectors.ts";
export type { InitializeResult, WireMethod } from "./wire.ts";
