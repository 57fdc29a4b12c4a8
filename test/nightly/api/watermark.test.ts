import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";

const NO_FONTS = fileURLToPath(new URL("../../../local/functions/no-fonts.conf", import.meta.url));
const PROGRAM = fileURLToPath(new URL("../../support/measure-watermark.ts", import.meta.url));

interface Measured {
  readonly picture: string;
  readonly style: "light" | "strong";
  readonly nominal: number;
  readonly format: string;
  /** Share of noticeably changed pixels in the least changed of 3 × 3 cells. */
  readonly leastCell: number;
  /** Levels out of 255. */
  readonly meanChange: number;
}

/** In a process of its own, because fonts are looked up once a process. */
async function measureWithoutFonts(width: number, height: number) {
  const { PATH } = process.env;
  const options = { env: { PATH, FONTCONFIG_FILE: NO_FONTS }, maxBuffer: 1024 * 1024 };
  const asked = ["--disable-warning=ExperimentalWarning", PROGRAM, String(width), String(height)];
  const { stdout } = await promisify(execFile)(process.execPath, asked, options);
  return JSON.parse(stdout) as { readonly pixelsOfText: number; readonly measured: readonly Measured[] };
}

describe.each([
  [1280, 1024],
  [3072, 1024],
])("without any font, the watermark of a picture of %i × %i", (width, height) => {
  let result: Awaited<ReturnType<typeof measureWithoutFonts>>;
  beforeAll(async () => {
    result = await measureWithoutFonts(width, height);
  }, 120_000);

  test("is measured without fonts", () => {
    expect(result.pixelsOfText).toBeLessThan(400);
  });

  test("is detectable in each third of bright, dark, grey and busy pictures, in each format", () => {
    const marked = result.measured.filter(({ nominal }) => nominal > 320);
    expect(marked).toHaveLength(4 * 2 * 2 * 3);
    expect(marked.filter(({ leastCell }) => leastCell < 0.01)).toEqual([]);
  });

  test("changes the picture little if it is light, and more if it is strong", () => {
    const light = result.measured.filter(({ style }) => style === "light");
    expect(light.filter(({ meanChange }) => meanChange > 3)).toEqual([]);
    const strong = result.measured.filter(({ style, nominal }) => style === "strong" && nominal > 320);
    const findPale = (of: (typeof strong)[number]) =>
      light.find((one) => (["picture", "nominal", "format"] as const).every((key) => one[key] === of[key]));
    expect(strong.filter((one) => one.meanChange < 2 * (findPale(one)?.meanChange ?? 3))).toEqual([]);
  });

  test("isn't on the smallest previews", () => {
    const small = result.measured.filter(({ nominal }) => nominal === 320);
    expect(small).toHaveLength(4 * 2 * 3);
    expect(small.filter(({ meanChange }) => meanChange > 0)).toEqual([]);
  });
});
