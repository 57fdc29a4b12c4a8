import type { Appearance } from "@stripe/stripe-js";

/** The element's fixed layout; the page's variables set the rest. */
const LAYOUT = `
:host { display: block; width: 100%; font: var(--fontSizeBase, 16px)/1.5 var(--fontFamily, system-ui, sans-serif); color: var(--colorText, #1a1f36) }
fieldset { border: 0; margin: 0 0 12px; padding: 0; display: flex; flex-wrap: wrap; gap: 8px } legend { position: absolute; clip-path: inset(50%) }
.tab { flex: 1 1 9rem; display: flex; gap: 8px; align-items: center; padding: 10px 14px }
.tab, .field input { border: 1px solid var(--colorTextSecondary, #6b7196); border-radius: var(--borderRadius, 8px); background: var(--colorBackground, transparent) }
.tab:has(:checked) { border-color: var(--colorPrimary, #533afd); box-shadow: inset 0 0 0 1px var(--colorPrimary, #533afd) }
.tab input { margin: 0; accent-color: var(--colorPrimary, #533afd) }
.card { display: grid; grid-template-columns: 1fr 1fr; gap: 12px } .card[hidden] { display: none } .field:first-child { grid-column: 1 / -1 }
.field { display: grid; gap: 4px; font-size: 14px; align-content: start }
.field input { font: inherit; font-size: 16px; color: inherit; padding: 10px 14px; min-width: 0; box-sizing: border-box; width: 100% }
.field input::placeholder { color: var(--colorTextPlaceholder, #757a95); opacity: 1 }
.field [aria-invalid=true] { border-color: var(--colorDanger, #c0123c) } .field small { color: var(--colorDanger, #c0123c) } .field small:empty { display: none }
:focus-visible { outline: 2px solid var(--colorPrimary, #533afd); outline-offset: 1px }
fieldset[hidden] { display: none } .saved { display: grid } .row { display: flex; gap: 12px; align-items: center; padding: 6px 6px 6px 14px }
.row label { flex: 1; display: flex; gap: 8px; align-items: center; padding: 6px 0 } .row span { font-size: 14px; color: var(--colorTextSecondary, #6b7196) }
.row { border: 1px solid var(--colorTextSecondary, #6b7196); border-radius: var(--borderRadius, 8px); background: var(--colorBackground, transparent) }
.row:has(:checked) { border-color: var(--colorPrimary, #533afd); box-shadow: inset 0 0 0 1px var(--colorPrimary, #533afd) } .row input, .save input { margin: 0; accent-color: var(--colorPrimary, #533afd) }
.row button { font: inherit; font-size: 14px; color: inherit; background: none; border: 0; padding: 8px; text-decoration: underline; cursor: pointer }
.save { display: flex; gap: 8px; align-items: center; padding: 12px 0 0; font-size: 14px } .save[hidden] { display: none }
p, .hint { margin: 8px 0 0; font-size: 12px; line-height: 1.4 } p[hidden] { display: none }`;

/** The element's style sheet with the page's variables; values that could end a rule are dropped. */
export function buildStyleSheet({ variables = {} }: Appearance = {}): string {
  const lines = Object.entries(variables).flatMap(([name, value]) =>
    typeof value === "string" && !/[{};<]/.test(value) ? [`--${name}: ${value}`] : [],
  );
  return `:host { ${lines.join("; ")} }${LAYOUT}`;
}
