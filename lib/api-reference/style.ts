import { ACCENT } from "#shared/brand.ts";

/** Colours follow the system's scheme; long names and paths wrap to fit a phone. */
export const STYLE = `
:root { --ground: #f7f3ee; --raised: #fffdfa; --line: #d9d0c4; --text: #1f1b16; --soft: #62594e; --accent: ${ACCENT[700]} }
@media (prefers-color-scheme: dark) {
  :root { --ground: #110f0d; --raised: #1c1a17; --line: #35312b; --text: #ece7df; --soft: #b3aa9d; --accent: ${ACCENT[300]} }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
header, nav, main { max-width: 52rem; margin: 0 auto; padding: 0 1rem }
header { padding-top: 1.5rem }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 }
h2 { font-size: 1.375rem; margin: 3rem 0 1rem }
h3 { font-size: 1.0625rem; margin: 0 }
h4 { font-size: 0.875rem; margin: 1rem 0 0.25rem; color: var(--soft) }
p { margin: 0.25rem 0 }
a { color: var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px }
code { font: 0.875rem/1.5 ui-monospace, monospace }
ul { margin: 0.25rem 0; padding: 0; list-style: none }
li { padding: 0.25rem 0 }
li span, article > p { color: var(--soft) }
article { margin: 0 0 1rem; padding: 1rem; background: var(--raised); border: 1px solid var(--line); border-radius: 1rem; scroll-margin-top: 1rem }
article:target { border-color: var(--accent) }
.route code, article .method { color: var(--text) }
.method, li .method { color: inherit; font: 600 0.75rem/1 ui-monospace, monospace }
details { border-top: 1px solid var(--line) }
summary { padding: 0.625rem 0; cursor: pointer; min-height: 2.75rem }
nav li a { display: block; padding: 0.375rem 0; min-height: 2rem }
@media (min-width: 75rem) {
  body { display: grid; grid-template-columns: 22rem minmax(0, 52rem); column-gap: 2rem; justify-content: center }
  header { grid-column: 1 / -1; width: 100%; max-width: none }
  header, nav, main { margin: 0 }
  nav { position: sticky; top: 0; max-height: 100vh; overflow-y: auto; padding: 1rem }
}
`;
