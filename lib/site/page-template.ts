import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { BUILD_TARGETS } from "#shared/browsers.ts";
import { PAGE_FILES } from "#shared/pages.ts";

const minify = (script: string) => transformSync(script, { minify: true, target: BUILD_TARGETS }).code.trim();

/**
 * Inline script of a rendered page. The page is usable before hydration, so its first pictures have priority: parts off
 * screen (`data-painting`) and the site's scripts, which wait in an inert element, follow after the first paint, or after a
 * second, as browsers may not report the paint, and immediately on a hidden page. The scripts run in order, each in its own
 * task; otherwise all of them would run in the last one's. Links and forms work without scripts, which is all that browsers
 * below `shared/browsers.ts` get. Of other buttons it marks the last one pressed before its part is hydrated, because React
 * drops clicks in parts whose script is still loading. It names no file, so that its hash is the same in every build.
 */
export const START_SCRIPT = minify(`if (isSupported) {
document.documentElement.dataset.painting = "";
addEventListener("load", () => {
  const painted = new Promise((resolve) => new PerformanceObserver(resolve).observe({ type: "paint", buffered: true }));
  const late = new Promise((resolve) => setTimeout(resolve, document.hidden ? 0 : 1000));
  Promise.race([painted, late]).then(() => {
    delete document.documentElement.dataset.painting;
    startSite();
  });
});
addEventListener("click", (event) => {
  const button = event.target.closest("button[type=button]");
  const part = button?.closest("main") ? "main" : "shell";
  if (!button || document.documentElement.dataset[part] === "live") return;
  event.stopPropagation();
  document.querySelector("[data-pressed]")?.removeAttribute("data-pressed");
  button.dataset.pressed = "";
}, true);
}`);

const STYLESHEET = /[ \t]*<link rel="stylesheet"[^>]* href="\/([^"]+)"[^>]*>\n?/g;
const SCRIPTS = /[ \t]*(<template id="scripts">[\s\S]*?<\/template>)<script>startSite\(\)<\/script>\n?/;
const TITLE = /[ \t]*<title>[^<]*<\/title>\n?/;
const DESCRIPTION = /<meta name="description"[^>]*>/;
const BODY = /<div id="root"><\/div>\s*<noscript>[\s\S]*?<\/noscript>/;

/** Replaces a part of the page; throws if it is missing, so that no incomplete page is deployed. */
function replacePart(page: string, part: RegExp, by: string): string {
  if (!part.test(page)) throw new Error(`The built page doesn't match ${part}; its build has changed.`);
  return page.replace(part, () => by);
}

/**
 * The built page with placeholders for the rendering: styles inline, scripts deferred. Its styles come before the rendered
 * ones: if the tokens followed rules that use them, Chromium would restyle every element on each change of the root.
 */
export function pageTemplate(site: string): string {
  const page = readFileSync(join(site, "index.html"), "utf8");
  const styles = [...page.matchAll(STYLESHEET)]
    .map(([, path = ""]) => `<style>${readFileSync(join(site, path), "utf8").trim()}</style>`)
    .join("");
  const [, scripts = ""] = SCRIPTS.exec(page) ?? [];
  const bare = replacePart(page, SCRIPTS, "").replace(STYLESHEET, "");
  const headed = replacePart(
    replacePart(bare, TITLE, ""),
    DESCRIPTION,
    `<script>${START_SCRIPT}</script>${styles}<!--head-->`,
  );
  return replacePart(headed, BODY, `<div id="root"><!--body--></div><!--sent-->${scripts}`).replaceAll(/\n\s*/g, "\n");
}

/** Copies template and plain page into the rendering function's folder once both builds exist. */
export function placePageTemplate({ functions, site }: { readonly functions: string; readonly site: string }) {
  const [folder, page] = [join(functions, "pages"), join(site, "index.html")];
  if (!existsSync(folder) || !existsSync(page)) return;
  writeFileSync(join(folder, PAGE_FILES.template), pageTemplate(site));
  copyFileSync(page, join(folder, PAGE_FILES.plain));
}
