import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";

const NO_FONTS = fileURLToPath(new URL("../../../local/functions/no-fonts.conf", import.meta.url));
const PROGRAM = fileURLToPath(new URL("../../support/measure-watermark.ts", import.meta.url));

interface Measured {
  readonly picture: string;
  readonly nominal: number;
  readonly format: string;
  /** Shares of noticeably changed pixels: of the whole, and of the least changed of 4 × 4 cells. */
  readonly whole: number;
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

  test("covers every part of bright, dark, grey and busy pictures, in each width and format", () => {
    expect(result.measured).toHaveLength(4 * 3 * 3);
    const thin = result.measured.filter(({ whole, leastCell }) => whole < 0.15 || leastCell < 0.1);
    expect(thin).toEqual([]);
  });

  test("leaves most of the picture as it is", () => {
    const heavy = result.measured.filter(({ whole, meanChange }) => whole > 0.4 || meanChange > 25);
    expect(heavy).toEqual([]);
  });
});
