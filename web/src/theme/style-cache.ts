import createCache, { type EmotionCache } from "@emotion/cache";

/** Begins the name of every class. Not Emotion's own key, whose cache moves all styles that came with a page. */
const KEY = "o";

/** Marks styles as in place for Emotion's own cache, which every import of Emotion makes. */
const IN_PLACE = "data-s";

/**
 * The head, in which styles that came with the page stay where they are: Emotion would insert them again as it takes them
 * over, and each time the browser would compute the styles of the whole page again.
 */
const container = {
  insertBefore: (style: HTMLStyleElement, before: Node | null) =>
    style.isConnected ? style : document.head.insertBefore(style, before),
};

/** The browser's styles; it takes over those that `renderStyles` has put into the page. */
export const createBrowserStyles = (): EmotionCache =>
  createCache({ key: KEY, container: container as unknown as HTMLElement });

/** The styles of one rendering on a server; `compat` keeps them for the head instead of rendering them between the elements. */
export function createServerStyles(): EmotionCache {
  const cache = createCache({ key: KEY });
  cache.compat = true;
  return cache;
}

/** The rules that a rendering used, as style elements that Emotion recognises. Global rules come first, because they order the layers. */
export function renderStyles({ inserted, registered }: EmotionCache): string {
  const rules = Object.entries(inserted).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const isGlobal = ([name]: [string, string]) => registered[`${KEY}-${name}`] === undefined;
  const globals = rules.filter(isGlobal);
  const others = rules.filter((rule) => !isGlobal(rule));
  const element = (names: string, css: string) => `<style data-emotion="${names}" ${IN_PLACE}>${css}</style>`;
  return [
    ...globals.map(([name, css]) => element(`${KEY}-global ${name}`, css)),
    element([KEY, ...others.map(([name]) => name)].join(" "), others.map(([, css]) => css).join("")),
  ].join("");
}
