/** The pictures of the pages: boxes on a grid and arrows between them, as SVG that needs no font and no script. */
import { GRAMMAR_NAMES } from "../reference/grammar.ts";

type Kind = "data" | "ours" | "other" | "question" | "end";

interface Box {
  readonly id: string;
  readonly text: readonly string[];
  readonly kind: Kind;
  /** Column and row on the grid, from 0; halves are allowed. */
  readonly at: readonly [number, number];
}

/** `first`: an arrow with a corner leaves to the side, or down; otherwise it has two corners between the columns. */
interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly label?: string;
  readonly first?: "side" | "down";
}

export interface Picture {
  readonly file: string;
  readonly title: string;
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
}

const [CELL_WIDTH, CELL_HEIGHT, WIDTH, HEIGHT, EDGE] = [196, 92, 158, 56, 16];
const FILLS: Readonly<Record<Kind, string>> = {
  data: "#fdf3d7",
  ours: "#dcebf7",
  other: "#eeeeee",
  question: "#ffffff",
  end: "#dff2e1",
};

const box = (id: string, kind: Kind, column: number, row: number, ...text: readonly string[]): Box => ({
  ...{ id, kind, text },
  at: [column, row],
});
const arrow = (from: string, to: string, label?: string, first?: "side" | "down"): Arrow => ({
  ...{ from, to },
  ...(label !== undefined && { label }),
  ...(first !== undefined && { first }),
});

/** What becomes of a model's reply, in the reference. */
const PIPELINE: Picture = {
  file: "pipeline.svg",
  title: "What becomes of a reply: arguments are repaired or refused, printed calls are cut or promoted",
  boxes: [
    box("reply", "other", 0, 0, "a model's reply"),
    box("raw", "other", 1, 0, "raw arguments", "of a real call"),
    box("envelope", "ours", 2, 0, "envelope", "text to an object"),
    box("hook", "other", 3, 0, "the owner's hook", "on a copy"),
    box("preprocess", "ours", 4, 0, "preprocess", "aliases, clean-up"),
    box("strict", "question", 4, 1, "strictly valid?"),
    box("valid", "end", 5, 1, "valid", "untouched"),
    box("repair", "ours", 4, 2, "schema repair", "at reported places"),
    box("again", "question", 3, 2, "valid now?"),
    box("repaired", "end", 3, 3, "repaired", "each change has a note"),
    box("conversion", "question", 2, 2, "only the host's own", "conversions missing?"),
    box("unrepairable", "end", 1, 2, "unrepairable", "the original, and why"),
    box("text", "other", 0, 1, "text with a call", "printed in it"),
    box("scan", "ours", 0, 2, "grammar", `${GRAMMAR_NAMES.length} notations`),
    box("gates", "question", 0, 3, "meant as a call?"),
    box("promoted", "end", 1, 4, "promoted", "becomes a real call"),
    box("left", "end", 0, 4, "left or cut", "never run"),
  ],
  arrows: [
    arrow("reply", "raw"),
    arrow("reply", "text"),
    arrow("raw", "envelope"),
    arrow("envelope", "hook"),
    arrow("hook", "preprocess"),
    arrow("preprocess", "strict"),
    arrow("strict", "valid", "yes"),
    arrow("strict", "repair", "no"),
    arrow("repair", "again"),
    arrow("again", "repaired", "yes"),
    arrow("again", "conversion", "no"),
    arrow("conversion", "repaired", "yes: done, silently", "down"),
    arrow("conversion", "unrepairable", "no"),
    arrow("text", "scan"),
    arrow("scan", "gates"),
    arrow("gates", "left", "no"),
    arrow("gates", "promoted", "every gate", "side"),
  ],
};

/** From a requirement to a verdict. */
const HARNESS: Picture = {
  file: "harness.svg",
  title: "From a requirement to a verdict: checks are put to a target in isolation, a judge compares",
  boxes: [
    box("requirements", "data", 0, 0, "requirements", "one promise each"),
    box("vectors", "data", 0, 1, "vectors", "fixed examples"),
    box("properties", "ours", 0, 2, "properties", "drawn by fast-check"),
    box("mistakes", "data", 0, 3, "mistakes", "damage to valid calls"),
    box("checks", "ours", 1, 1, "check", "asks, and hears replies"),
    box("isolate", "ours", 2, 0.5, "worker thread", "deadline, restarts"),
    box("wire", "ours", 2, 1.5, "process and pipe", "JSON-RPC lines"),
    box("module", "other", 3, 0.5, "your module", "defineTarget"),
    box("program", "other", 3, 1.5, "your program", "any language"),
    box("judge", "ours", 1, 2, "judge", "ajv as the validator"),
    box("verdict", "end", 2, 2.5, "verdict", "held, failed, crashed ..."),
    box("reports", "end", 3, 2.5, "reports", "text, JSON, HTML, JUnit"),
    box("saboteurs", "data", 2, 3.5, "saboteurs", "one fault on purpose"),
    box("proof", "end", 3, 3.5, "proof", "each fault is caught"),
  ],
  arrows: [
    arrow("requirements", "checks"),
    arrow("vectors", "checks"),
    arrow("mistakes", "properties"),
    arrow("properties", "checks"),
    arrow("checks", "isolate"),
    arrow("checks", "wire"),
    arrow("isolate", "module"),
    arrow("wire", "program"),
    arrow("checks", "judge", "replies"),
    arrow("judge", "verdict"),
    arrow("verdict", "reports"),
    arrow("saboteurs", "proof"),
  ],
};

/** Who may import whom. */
const FOLDERS: Picture = {
  file: "folders.svg",
  title: "An arrow means: imports",
  boxes: [
    box("fuzz", "ours", 0, 0, "fuzz/", "time and luck"),
    box("bench", "ours", 0, 1, "bench/", "how long it takes"),
    box("conformance", "ours", 1, 0, "conformance/", "what held"),
    box("spec", "data", 2, 0.5, "spec/", "what must hold"),
    box("reference", "ours", 1, 1, "reference/", "one implementation"),
    box("drift", "ours", 3, 0.5, "drift/", "what pi does"),
    box("pi", "other", 3, 1.5, "pi"),
  ],
  arrows: [
    arrow("fuzz", "conformance"),
    arrow("bench", "reference"),
    arrow("bench", "conformance"),
    arrow("conformance", "spec"),
    arrow("reference", "spec"),
    arrow("conformance", "reference", "one file"),
    arrow("drift", "spec"),
    arrow("drift", "pi"),
  ],
};

export const PICTURES: readonly Picture[] = Object.freeze([PIPELINE, HARNESS, FOLDERS]);

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const centre = ({ at: [column, row] }: Box): readonly [number, number] => [
  EDGE + WIDTH / 2 + column * CELL_WIDTH,
  EDGE + HEIGHT / 2 + row * CELL_HEIGHT,
];

function drawnBox(one: Box): string {
  const [x, y] = centre(one);
  const first = y - (one.text.length - 1) * 8 + 4;
  const lines = one.text.map((text, index) => {
    const style = index === 0 ? 'font-weight="bold"' : 'fill="#444"';
    return `<text x="${x}" y="${first + index * 17}" ${style}>${escaped(text)}</text>`;
  });
  const corner = one.kind === "question" ? 28 : one.kind === "end" ? 14 : 4;
  const frame = `<rect x="${x - WIDTH / 2}" y="${y - HEIGHT / 2}" width="${WIDTH}" height="${HEIGHT}" rx="${corner}" fill="${FILLS[one.kind]}" stroke="#555"/>`;
  return frame + lines.join("");
}

/** The points of an arrow between two boxes: straight where they share a row or a column, else with corners. */
function points(from: Box, to: Box, first: Arrow["first"]): readonly (readonly [number, number])[] {
  const [[x1, y1], [x2, y2]] = [centre(from), centre(to)];
  const [right, down] = [Math.sign(x2 - x1), Math.sign(y2 - y1)];
  if (y1 === y2)
    return [
      [x1 + (right * WIDTH) / 2, y1],
      [x2 - (right * WIDTH) / 2, y2],
    ];
  if (x1 === x2)
    return [
      [x1, y1 + (down * HEIGHT) / 2],
      [x2, y2 - (down * HEIGHT) / 2],
    ];
  const leave: readonly [number, number] = [x1 + (right * WIDTH) / 2, y1];
  if (first === "side") return [leave, [x2, y1], [x2, y2 - (down * HEIGHT) / 2]];
  if (first === "down")
    return [
      [x1, y1 + (down * HEIGHT) / 2],
      [x1, y2],
      [x2 - (right * WIDTH) / 2, y2],
    ];
  const half = (CELL_WIDTH - WIDTH) / 2;
  const middle = x2 - right * (WIDTH / 2 + half);
  return [leave, [middle, y1], [middle, y2], [x2 - (right * WIDTH) / 2, y2]];
}

function drawnArrow({ boxes }: Picture, { from, to, label, first }: Arrow): string {
  const [start, end] = [boxes.find(({ id }) => id === from), boxes.find(({ id }) => id === to)];
  if (start === undefined || end === undefined) throw new Error(`no box for the arrow ${from} to ${to}`);
  const path = points(start, end, first);
  const line = `<path d="M${path.map((point) => point.join(" ")).join("L")}" fill="none" stroke="#555" marker-end="url(#head)"/>`;
  const [[x1, y1], [x2, y2]] = [path[0] ?? [0, 0], path[1] ?? [0, 0]];
  const [x, y] = x1 === x2 ? [x1 + 6, (y1 + y2) / 2 + 4] : [(x1 + x2) / 2, y1 - 5];
  const anchor = x1 === x2 ? ' text-anchor="start"' : "";
  return label === undefined
    ? line
    : `${line}<text x="${x}" y="${y}"${anchor} class="label">${escaped(label)}</text>`;
}

/** The picture as one SVG document. */
export function picture(one: Picture): string {
  const columns = Math.max(...one.boxes.map(({ at }) => at[0]));
  const rows = Math.max(...one.boxes.map(({ at }) => at[1]));
  const [width, height] = [2 * EDGE + WIDTH + columns * CELL_WIDTH, 2 * EDGE + HEIGHT + rows * CELL_HEIGHT];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="13" text-anchor="middle" role="img">
<title>${escaped(one.title)}</title>
<style>.label{font-size:11px;fill:#333}</style>
<defs><marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" fill="#555"/></marker></defs>
<rect width="${width}" height="${height}" rx="6" fill="#fff"/>
${one.arrows.map((each) => drawnArrow(one, each)).join("\n")}
${one.boxes.map(drawnBox).join("\n")}
</svg>
`;
}
