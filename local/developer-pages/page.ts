import { html, Markup } from "./html.ts";

const STYLE = new Markup(`<style>
:root { color-scheme: dark; --ground: #12110f; --raised: #1c1a17; --line: #35312b; --text: #ece7df; --soft: #a89f92; --accent: #efbf6c }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--text); font: 15px/1.5 system-ui, sans-serif }
header, main { max-width: 1200px; margin: 0 auto; padding: 0 24px }
header { display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: baseline; padding-top: 24px }
h1 { font-size: 20px; margin: 0 } h2 { font-size: 17px; margin: 40px 0 12px } h3 { font-size: 15px; margin: 24px 0 8px }
nav { display: flex; flex-wrap: wrap; gap: 4px }
nav a { padding: 4px 12px; border-radius: 20px; color: var(--soft); text-decoration: none }
nav a:hover, nav a[aria-current] { background: var(--raised); color: var(--text) }
a { color: var(--accent) } :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.card { background: var(--raised); border: 1px solid var(--line); border-radius: 20px; padding: 8px 20px; overflow-x: auto }
table { border-collapse: collapse; width: 100% } th { color: var(--soft); font-weight: 500; text-align: left }
td, th { padding: 8px 12px 8px 0; border-bottom: 1px solid var(--line); vertical-align: top }
tr:last-child td { border-bottom: 0 }
code, pre, .mono { font: 13px/1.5 ui-monospace, monospace } pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0 }
.soft { color: var(--soft) } .right { text-align: right }
form { display: flex; gap: 8px; margin: 0 0 12px }
input { flex: 1; min-width: 0; background: var(--raised); color: inherit; border: 1px solid var(--line); border-radius: 20px; padding: 8px 16px; font: inherit }
button { background: var(--accent); color: #12110f; border: 0; border-radius: 20px; padding: 8px 20px; font: inherit; font-weight: 600; cursor: pointer }
iframe { width: 100%; height: 60vh; border: 1px solid var(--line); border-radius: 20px; background: #fff }
</style>`);

const SECTIONS = [
  ["", "Mail"],
  ["codes", "Codes"],
  ["payments", "Payments"],
  ["api", "API"],
  ["routes", "Routes"],
  ["logs", "Logs"],
  ["tables", "Tables"],
  ["buckets", "Buckets"],
  ["dead-letters", "Dead letters"],
] as const;

interface Frame {
  /** A line above the content. */
  readonly notice?: string | undefined;
  /** True if there is a page that describes the API. */
  readonly hasApi: boolean;
}

/** A complete HTML page; `section` is its path below /__local/. */
export const page = (section: string, title: string, content: Markup, { notice, hasApi }: Frame): string =>
  `<!doctype html>${
    html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title} · Laptop cloud</title>${STYLE}</head><body>
<header><h1><a href="/" style="color:inherit;text-decoration:none">Laptop cloud</a></h1>
<nav>${SECTIONS.filter(([path]) => hasApi || path !== "api").map(
      ([path, name]) =>
        html`<a href="/__local/${path}"${section === path && new Markup(' aria-current="page"')}>${name}</a>`,
    )}</nav></header><main>${notice && html`<p class="card" role="status">${notice}</p>`}${content}</main></body></html>`
      .text
  }`;

/** An HTML table, or the sentence `empty` when it has no rows. */
export const table = (headers: string[], rows: unknown[][], empty: string) =>
  rows.length === 0
    ? html`<p class="soft">${empty}</p>`
    : html`<div class="card"><table><thead><tr>${headers.map((header) => html`<th scope="col">${header}</th>`)}</tr></thead>
<tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`;
