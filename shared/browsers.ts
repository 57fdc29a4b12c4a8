/** The oldest versions that the site works in. Build target, notice, tests and the table of docs/site.md derive from them. */
export const OLDEST_BROWSERS = {
  chrome: { names: ["Chrome", "Edge"], targets: ["chrome", "edge"], version: "111" },
  firefox: { names: ["Firefox"], targets: ["firefox"], version: "121" },
  safari: { names: ["Safari", "iOS"], targets: ["safari", "ios"], version: "16.4" },
} as const;

const browsers = Object.values(OLDEST_BROWSERS);

/** As builds take them, such as `chrome111`. */
export const BUILD_TARGETS = browsers.flatMap(({ targets, version }) => targets.map((target) => target + version));

/**
 * A condition of CSS that holds in these browsers and in no older one: `rlh` came with Chrome 111, Firefox 120 and
 * Safari 16.4, `:has` with Firefox 121.
 */
export const IS_SUPPORTED = "(width: 1rlh) and selector(:has(a))";

const listed = browsers.map(({ names, version }) => `${names.join(" or ")} ${version}`).join(", ");

/** Shown above the page by older browsers, which run none of the site's scripts. */
export const OLD_BROWSER_NOTICE = `Your browser is too old to buy or sell here. Use ${listed}, or any newer version.`;
