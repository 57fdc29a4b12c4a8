import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { pageTemplate, placePageTemplate, START_SCRIPT } from "#lib/site/page-template.ts";

const BUILT = `<!doctype html><html><head>
    <title>Ochre</title>
    <script>theme()</script>
    <meta name="description" content="All of it." />
    <template id="scripts"><script type="module" crossorigin src="/assets/index-1.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/part-2.js"></template><script>startSite()</script>
    <link rel="stylesheet" crossorigin href="/assets/index-3.css">
  </head><body>
    <div id="root"></div>
    <noscript>This site needs JavaScript.</noscript>
  </body></html>`;

const folder = mkdtempSync(join(tmpdir(), "ochre-template-"));
const [site, functions] = [join(folder, "site"), join(folder, "functions")];
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeEach(() => {
  mkdirSync(join(site, "assets"), { recursive: true });
  mkdirSync(join(functions, "pages"), { recursive: true });
  writeFileSync(join(site, "index.html"), BUILT);
  writeFileSync(join(site, "assets/index-3.css"), "html{color:red}");
});

test("the template inlines the styles and keeps the page's inline script", () => {
  const template = pageTemplate(site);
  expect(template).toContain("<style>html{color:red}</style>");
  expect(template).not.toContain("stylesheet");
  expect(template).toContain("<script>theme()</script>");
});

test("the site's scripts wait in an inert element until the page has loaded", () => {
  const template = pageTemplate(site);
  const waiting = /<template id="scripts">(.*?)<\/template>/s.exec(template)?.[1] ?? "";
  expect(waiting).toContain("/assets/index-1.js");
  expect(waiting).toContain("/assets/part-2.js");
  expect(template.replace(waiting, "")).not.toContain("/assets/");
  expect(template).toContain(`<script>${START_SCRIPT}</script>`);
  expect(template).not.toContain("<script>startSite()</script>");
});

test("placeholders replace title, description, the empty root's content and the noscript notice", () => {
  const template = pageTemplate(site);
  expect(template).toContain("<!--head-->");
  expect(template).toContain('<div id="root"><!--body--></div><!--sent-->');
  expect(template).not.toContain("<title>");
  expect(template).not.toContain("All of it.");
  expect(template).not.toContain("needs JavaScript");
});

test("a build with an unexpected root element is refused", () => {
  writeFileSync(join(site, "index.html"), BUILT.replace('<div id="root"></div>', "<main></main>"));
  expect(() => pageTemplate(site)).toThrow("its build has changed");
});

test("template and plain page are placed beside the function if it is built", () => {
  placePageTemplate({ functions, site });
  expect(readFileSync(join(functions, "pages/template.html"), "utf8")).toBe(pageTemplate(site));
  expect(readFileSync(join(functions, "pages/plain.html"), "utf8")).toBe(BUILT);
  expect(() => placePageTemplate({ functions: join(folder, "none"), site })).not.toThrow();
});
