/** The part of the commonmark package that the property test of code regions uses; the package ships no types. */
declare module "commonmark" {
  export interface Node {
    readonly type: string;
    readonly literal: string | null;
    readonly info: string | null;
    readonly parent: Node | null;
  }
  export interface WalkEvent {
    readonly entering: boolean;
    readonly node: Node;
  }
  export class Parser {
    parse(text: string): { walker(): { next(): WalkEvent | null } };
  }
}
