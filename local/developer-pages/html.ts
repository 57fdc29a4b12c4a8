const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as it has to stand in HTML, between elements or in an attribute's quotes. */
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** HTML that is inserted without escaping. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

function render(value: unknown): string {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(render).join("");
  return value === undefined || value === null || value === false ? "" : escapeHtml(String(value));
}

/** Escapes every interpolated value that isn't `Markup`. */
export const html = (parts: TemplateStringsArray, ...values: unknown[]) =>
  new Markup(parts.map((part, index) => part + (index < values.length ? render(values[index]) : "")).join(""));
