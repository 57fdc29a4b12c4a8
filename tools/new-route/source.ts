import { BadRoute } from "./route-request.ts";

/** Adds a named import, `type Name` for a type; extends an existing import from the same module. */
export function withImport(source: string, name: string, from: string): string {
  const [, type] = /^type (.+)$/.exec(name) ?? [];
  if (type && new RegExp(`^import type \\{[^}]*\\b${type}\\b[^}]*\\} from "${escapeRegExp(from)}";`, "m").test(source))
    return source;
  const existing = new RegExp(`^import \\{([^}]*)\\} from "${escapeRegExp(from)}";`, "m").exec(source);
  const named = type ? `type { ${type} }` : `{ ${name} }`;
  if (!existing) return `import ${named} from "${from}";\n${source}`;
  const names = (existing[1] ?? "")
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);
  if (names.includes(name)) return source;
  return source.replace(existing[0], `import { ${[...names, name].join(", ")} } from "${from}";`);
}

/** Adds the type of an area's services if it is missing. */
export function withServicesType(source: string, type: string): string {
  if (new RegExp(`^export type ${type}\\b`, "m").test(source)) return source;
  return `import type { BaseServices } from "../../platform/runtime/base-services.ts";
import type { ServicesOf } from "../../platform/runtime/serve.ts";
${source}
export type ${type} = ServicesOf<typeof serviceFactories> & BaseServices;
`;
}

/** Adds `import * as name`. */
export function withNamespace(source: string, name: string, from: string): string {
  const line = `import * as ${name} from "${from}";`;
  return source.includes(line) ? source : `${line}\n${source}`;
}

/** Adds an entry to an exported object; throws `BadRoute` if there is no such object. */
export function withEntry(source: string, object: string, entry: string): string {
  const found = new RegExp(`(export const ${object} = \\{)([\\s\\S]*?)(\\})`).exec(source);
  if (!found) throw new BadRoute(`There is no "export const ${object} = {…}" to add ${entry} to.`);
  const [whole, open, entries = "", close] = found;
  const kept = entries.trim().replace(/,$/, "");
  return source.replace(whole, `${open} ${kept}${kept ? ", " : ""}${entry} ${close}`);
}

/** Adds the first entry of an exported object whose values are objects; throws `BadRoute` if there is no such object. */
export function withFirstEntry(source: string, object: string, entry: string): string {
  const open = `export const ${object} = {`;
  if (!source.includes(open)) throw new BadRoute(`There is no "${open}…}" to add ${entry} to.`);
  return source.replace(open, `${open}\n  ${entry},`);
}

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
