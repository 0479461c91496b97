// The tools of a session as the extension API shows them. Where it cannot be asked, there are none.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export interface ToolFace {
  readonly name: string;
  readonly parameters: unknown;
  /** Where the tool comes from: `builtin`, or the extension's file. */
  readonly source: string | undefined;
  readonly path: string | undefined;
}

export interface ActiveTools {
  readonly registered: readonly string[];
  /** Names that the model may call. */
  readonly active: readonly string[];
  readonly all: readonly ToolFace[];
}

interface SourceFace {
  readonly source?: unknown;
  readonly path?: unknown;
}

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** Never throws: a stale API offers no tools. */
export function activeTools(pi: ExtensionAPI): ActiveTools {
  try {
    const all = pi.getAllTools().map((tool): ToolFace => {
      const source = ((tool as { sourceInfo?: unknown }).sourceInfo ?? {}) as SourceFace;
      return {
        name: tool.name,
        parameters: tool.parameters,
        source: text(source.source),
        path: text(source.path),
      };
    });
    return { registered: all.map((tool) => tool.name), active: [...pi.getActiveTools()], all };
  } catch {
    return { registered: [], active: [], all: [] };
  }
}

/** JSON Schemas by tool name. */
export function schemasOf(tools: ActiveTools): Readonly<Record<string, unknown>> {
  return Object.fromEntries(tools.all.map((tool) => [tool.name, tool.parameters]));
}
