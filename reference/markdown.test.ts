/** Where a call stands in random markdown, against the commonmark package: a word in its place says where that is. */
import { type Node, Parser } from "commonmark";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createMarkdown, markdownCall, markdownEnd, markdownText, placeNow } from "./markdown.ts";

const WORD = "zqx";

const inQuote = (node: Node | null): boolean =>
  node !== null && (node.type === "block_quote" || inQuote(node.parent));

/** "quote" and "code" may both be true of a place; what matters is that neither is text. */
function expectedPlace(text: string): "text" | "code" | "quote" {
  const walker = new Parser().parse(text).walker();
  let place: "text" | "code" | "quote" = "text";
  for (let event = walker.next(); event !== null; event = walker.next()) {
    const { node, entering } = event;
    if (!entering || !`${node.literal ?? ""}${node.info ?? ""}`.includes(WORD)) continue;
    if (node.type === "code" || node.type === "code_block") return "code";
    if (inQuote(node)) place = "quote";
  }
  return place;
}

/** The text behind the call arrives one character at a time. `otherCalls`: there is one behind each letter a. */
function actualPlace(before: string, after: string, otherCalls = false): "text" | "code" | "quote" {
  const md = createMarkdown();
  for (const piece of before.split(/(?<=a)/)) {
    markdownText(md, piece);
    if (otherCalls && piece.endsWith("a")) markdownCall(md);
  }
  const place = placeNow(md);
  const mark = markdownCall(md);
  for (const char of after) markdownText(md, char);
  markdownEnd(md);
  return place === "code" || mark.state === "span" ? "code" : place;
}

const blocks = [
  "> ",
  ">",
  "- ",
  "-",
  "* ",
  "1. ",
  "10) ",
  "2. ",
  "# ",
  "## ",
  "    ",
  "\t",
  "   ",
  "  ",
  " ",
  "\n",
  "\n",
  "\n\n",
];
const fences = ["```", "````", "~~~", "~~~~", "``` js", "===", "---", "***", "- - -"];
const inline = [
  "`",
  "`",
  "``",
  "\\`",
  "\\",
  "a",
  "b c",
  "<b>",
  "<i a='`'>",
  "<x y=`>",
  "<http://a`b>",
  "<a",
  "&",
];
const html = [
  "<div>",
  "</div>",
  "<!-- ",
  " -->",
  "<script>",
  "</script>",
  "<?",
  "?>",
  "<![CDATA[",
  "]]>",
  "<!A",
  "</b>",
  "<hr/>",
];
const token = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...blocks) },
  { weight: 2, arbitrary: fc.constantFrom(...fences) },
  { weight: 4, arbitrary: fc.constantFrom(...inline) },
  { weight: 1, arbitrary: fc.constantFrom(...html) },
);
const markdown = fc.array(token, { maxLength: 30 }).map((tokens) => tokens.join(""));

/** An inline tag or comment over two lines is read as text, on purpose: a stream would have to wait for it. */
const spansLines = (text: string): boolean => /<[a-zA-Z/!?][^>]*\n/.test(text);

/** Behind three backticks a call counts as an info string at once; a backtick behind it could still make that text. */
const mayBeInfo = (before: string): boolean => /(?:^|\n)[^\n]*```[^\n]*$/.test(before);

/**
 * A word holds apart what a call does not: markup that touches it on its line could join. Where that could matter, a call
 * lacks the evidence of its place anyway.
 */
const touchesMarkup = (before: string, after: string): boolean =>
  /[^\n]$/.test(before) || /^[^\n]/.test(after);

test("a call stands in code or in a quote exactly where a word would", () => {
  fc.assert(
    fc.property(markdown, fc.nat(), (text, seed) => {
      const at = seed % (text.length + 1);
      const before = text.slice(0, at);
      const after = text.slice(at);
      fc.pre(!spansLines(`${before}${WORD}${after}`) && !mayBeInfo(before));
      fc.pre(!touchesMarkup(before, after));
      expect(actualPlace(before, after)).toBe(expectedPlace(before + WORD + after));
      expect(actualPlace(before, after, true)).toBe(expectedPlace(before + WORD + after));
    }),
    { numRuns: 20_000 },
  );
});

test("line ends of all three kinds are line ends", () => {
  for (const end of ["\n", "\r\n", "\r"]) {
    expect(actualPlace(`\`\`\`${end}`, end)).toBe("code");
    expect(actualPlace(`\`\`\`${end}x${end}\`\`\`${end}`, "")).toBe("text");
  }
});

test("thousands of containers cost no more than their lines", () => {
  const md = createMarkdown();
  markdownText(md, `${"- ".repeat(50_000)}\n${"\n".repeat(50_000)}x`);
  expect(placeNow(md)).toBe("text");
});
