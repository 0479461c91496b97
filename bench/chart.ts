/** The chart of the page: a row a ratio on a logarithmic scale, the last run as a bar, runs before as dots, aims as ticks. */
import type { Entry } from "./history.ts";
import { groupOf } from "./scene.ts";
import { short } from "./tables.ts";

/** Peers and adversaries are in the tables; a chart of all would show nothing. */
const CHARTED = ["fast-path", "mix", "envelope", "grammar", "stream", "feedback", "telemetry"];
const ROW = 18;
const LEFT = 310;
const WIDTH = 560;
/** The legend, the scale and then the rows. */
const LEGEND = 16;
const TOP = 52;
const [FROM, TO] = [0.01, 1000];
const EARLIER = 10;

function x(value: number): string {
  const share = Math.log(Math.min(TO, Math.max(FROM, value)) / FROM) / Math.log(TO / FROM);
  return (LEFT + share * WIDTH).toFixed(1);
}

function isCharted(id: string): boolean {
  const other = id.includes(" @ ") && groupOf(id) !== "envelope";
  return CHARTED.includes(groupOf(id)) && !other && !id.includes("/adversary-");
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

function bar(id: string, at: number, last: Entry, earlier: readonly Entry[]): string {
  const y = TOP + at * ROW;
  const value = last.figures[id]?.[0] ?? FROM;
  const aim = last.aims[id];
  const over = aim !== undefined && value > aim;
  const colour = id.includes(" @ ") ? "#9a9a9a" : over ? "#c0392b" : "#2f6f9f";
  // A number stands behind the tick of its aim and the dots of earlier runs, where they are near.
  const others = [aim, ...earlier.map(({ figures }) => figures[id]?.[0])];
  const near = others.filter((other) => other !== undefined && other > value && other < 2 * value);
  const behind = Math.max(value, ...near.map(Number));
  const width = (Number(x(value)) - LEFT).toFixed(1);
  const dots = earlier.flatMap(({ figures }) => {
    const then = figures[id]?.[0];
    return then === undefined
      ? []
      : [`<circle cx="${x(then)}" cy="${y + 7}" r="2" fill="#555" fill-opacity="0.5"/>`];
  });
  const tick = aim === undefined ? [] : [`<path d="M${x(aim)} ${y}v14" stroke="#111" stroke-width="2"/>`];
  return [
    `<text x="${LEFT - 8}" y="${y + 11}" text-anchor="end">${escaped(id)}</text>`,
    `<rect x="${LEFT}" y="${y + 2}" width="${width}" height="10" fill="${colour}"/>`,
    ...dots,
    ...tick,
    `<text x="${Number(x(behind)) + 6}" y="${y + 11}">${short(value)}</text>`,
  ].join("");
}

function grid(height: number): string {
  const lines: string[] = [];
  for (let value = FROM; value <= TO * 1.01; value *= 10) {
    const label = value < 1 ? value.toFixed(2).replace(/0$/, "") : value.toFixed(0);
    lines.push(`<path d="M${x(value)} ${TOP - 6}V${height - 8}" stroke="#ddd"/>`);
    lines.push(`<text x="${x(value)}" y="${TOP - 12}" text-anchor="middle" fill="#555">${label}×</text>`);
  }
  return lines.join("\n");
}

const MEANING =
  "the last recorded run, logarithmic; dots: runs before; black ticks: aims; red: over its aim; grey: peers";

/** The chart of a history, as SVG. */
export function chart(history: readonly Entry[]): string {
  const last = history.at(-1);
  const ids = last === undefined ? [] : Object.keys(last.figures).filter(isCharted);
  const earlier = history.slice(0, -1).slice(-EARLIER);
  const height = TOP + ids.length * ROW + 12;
  const width = LEFT + WIDTH + 60;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11">`,
    `<title>Ratios of ${MEANING}</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text x="8" y="${LEGEND}" fill="#333">Ratios of ${MEANING}</text>`,
    grid(height),
    ...(last === undefined ? [] : ids.map((id, at) => bar(id, at, last, earlier))),
    "</svg>",
  ].join("\n")}\n`;
}
