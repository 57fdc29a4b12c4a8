import createCache from "@emotion/cache";

/** Emotion's own name for its styles, by which it takes them over in the browser. */
const KEY = "css";

/** A style cache for one rendering; `compat` keeps the rules to be written into the head instead of between the elements. */
export function openStyles() {
  const cache = createCache({ key: KEY });
  cache.compat = true;
  return cache;
}

/** The rules that a rendering used, as style elements that Emotion recognises. Global ones come first: they order the layers. */
export function writeStyles({ inserted, registered }: ReturnType<typeof openStyles>): string {
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
