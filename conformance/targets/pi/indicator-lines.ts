/** How the session entries of an extension are drawn, and how wide their lines are. */

/** The widths at which every added line has to fit. */
const WIDTHS = Object.freeze([40, 58, 66, 80, 120]);

interface Drawn {
  render(width: number): readonly string[];
}
type Renderer = (entry: unknown, options: object, theme: object) => Drawn | undefined;

/** Paints nothing, whatever a theme is asked for. */
const PLAIN_THEME: object = new Proxy(
  {},
  {
    get:
      () =>
      (...words: readonly unknown[]) =>
        String(words.at(-1) ?? ""),
  },
);

/** The lines of every entry that is drawn at all, at each width. */
export function drawEntries(renderer: unknown, entries: readonly unknown[]) {
  if (typeof renderer !== "function") return [];
  const options = { expanded: false, keyText: () => "", keyHint: () => "" };
  return WIDTHS.flatMap((width) =>
    entries.flatMap((entry) => {
      const drawn = (renderer as Renderer)(entry, options, PLAIN_THEME);
      return drawn === undefined ? [] : [{ width, lines: [...drawn.render(width)] }];
    }),
  );
}
