/** Markup that is safe to put into a page. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

function render(value: unknown): string {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(render).join("");
  return value === undefined || value === null || value === false ? "" : escaped(String(value));
}

/** Every value put in is escaped unless it is markup itself. */
export const html = (parts: TemplateStringsArray, ...values: unknown[]) =>
  new Markup(parts.map((part, index) => part + (index < values.length ? render(values[index]) : "")).join(""));
