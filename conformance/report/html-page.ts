/** Style and behaviour of the HTML page. The page works without the script; the script filters and opens recipes. */

export const STYLE = `
:root { color-scheme: light dark; --line: #8886; --soft: #8881; }
body { font: 15px/1.45 system-ui, sans-serif; margin: 1.5rem auto; max-width: 76rem; padding: 0 1rem; }
h1 { font-size: 1.4rem; margin: 0 0 .5rem; }
h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .5rem; text-align: left; vertical-align: top; }
thead th { position: sticky; top: 0; background: Canvas; z-index: 1; }
tbody th { font-weight: normal; }
tbody th code { font-weight: 600; }
.sentence { display: block; opacity: .8; font-size: .9em; max-width: 46rem; }
.v { white-space: nowrap; border-radius: .3rem; padding: .05rem .4rem; font-size: .9em; border: 1px solid transparent; }
.held { background: #1a7f371f; color: light-dark(#116329, #6fdd8b); }
.failed, .crashed, .timed-out { background: #cf222e22; color: light-dark(#a40e26, #ff9492); font-weight: 600; }
.expected-failure { background: #9a670022; color: light-dark(#7a4e00, #eac55f); }
.not-run { background: #8250df22; color: light-dark(#6639ba, #d2a8ff); }
.unobservable, .not-applicable { opacity: .75; }
button.v { font: inherit; font-size: .9em; cursor: pointer; border-color: currentColor; }
button.v::after { content: " \\25BE"; }
button.v[aria-expanded="true"]::after { content: " \\25B4"; }
:focus-visible { outline: 3px solid #0969da; outline-offset: 2px; }
tr.recipe td { background: var(--soft); }
tr.recipe dl { display: grid; grid-template-columns: 6rem 1fr; gap: .15rem .75rem; margin: .3rem 0 1rem; }
tr.recipe dt { opacity: .75; }
tr.recipe dd { margin: 0; font-family: ui-monospace, monospace; font-size: .9em; overflow-wrap: anywhere; white-space: pre-wrap; }
form { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; align-items: end; padding: .75rem; border: 1px solid var(--line); border-radius: .4rem; }
form label { display: inline-flex; gap: .3rem; align-items: center; }
form[hidden] { display: none; }
fieldset { border: 0; padding: 0; margin: 0; display: flex; flex-wrap: wrap; gap: .25rem .9rem; }
legend { float: left; margin-right: .6rem; opacity: .8; }
input[type=search] { font: inherit; padding: .2rem .4rem; min-width: 16rem; }
.counts td, .counts thead th + th { text-align: right; }
.away { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
@media print { form { display: none; } thead th { position: static; } }
`;

export const SCRIPT = `
"use strict";
const form = document.querySelector("form");
const rows = [...document.querySelectorAll("tr.requirement")];
const said = document.querySelector("#said");
const recipeOf = (button) => document.getElementById(button.getAttribute("aria-controls"));
function toggle(button, open) {
  button.setAttribute("aria-expanded", String(open));
  recipeOf(button).hidden = !open;
}
for (const button of document.querySelectorAll("button.v")) {
  toggle(button, false);
  button.addEventListener("click", () => toggle(button, button.getAttribute("aria-expanded") !== "true"));
}
function filter() {
  const text = form.elements.text.value.trim().toLowerCase();
  const on = (name) => new Set([...form.querySelectorAll("input[name=" + name + "]:checked")].map((box) => box.value));
  const standings = on("standing");
  const levels = on("level");
  let shown = 0;
  for (const row of rows) {
    const fits = row.dataset.standings.split(" ").some((each) => standings.has(each));
    const visible = fits && levels.has(row.dataset.level) && row.dataset.text.includes(text);
    row.hidden = !visible;
    if (visible) shown += 1;
    else for (const button of row.querySelectorAll("button.v")) toggle(button, false);
  }
  for (const body of document.querySelectorAll("tbody.chapter")) {
    body.hidden = ![...body.querySelectorAll("tr.requirement")].some((row) => !row.hidden);
  }
  said.textContent = shown + " of " + rows.length + " requirements shown";
}
form.hidden = false;
form.addEventListener("input", filter);
form.addEventListener("submit", (event) => event.preventDefault());
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !(document.activeElement instanceof HTMLElement)) return;
  const row = document.activeElement.closest("tr.recipe");
  const button = row === null
    ? document.activeElement.closest("button.v")
    : document.querySelector('[aria-controls="' + row.id + '"]');
  if (button === null) return;
  toggle(button, false);
  button.focus();
});
filter();
`;
