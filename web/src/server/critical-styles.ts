import createCache from "@emotion/cache";

/** Emotion's default key, by which it finds these styles in the browser. */
const KEY = "css";

/** A style cache for one rendering; `compat` keeps the rules for the head instead of rendering them between the elements. */
export function createStyleCache() {
  const cache = createCache({ key: KEY });
  cache.compat = true;
  return cache;
}

/** The rules that a rendering used, as style elements that Emotion recognises. Global rules come first, because they order the layers. */
export function renderStyles({ inserted, registered }: ReturnType<typeof createStyleCache>): string {
  const rules = Object.entries(inserted).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const isGlobal = ([name]: [string, string]) => registered[`${KEY}-${name}`] === undefined;
  const globals = rules.filter(isGlobal);
  const others = rules.filter((rule) => !isGlobal(rule));
  const element = (names: string, css: string) => `<style data-emotion="${names}">${css}</style>`;
  return [
    ...globals.map(([name, css]) => element(`${KEY}-global ${name}`, css)),
    element([KEY, ...others.map(([name]) => name)].join(" "), others.map(([, css]) => css).join("")),
  ].join("");
}
