import sharp from "sharp";
import { PREVIEW_FORMATS, type PreviewFormat } from "#lambdas/areas/media/preview-paths.ts";
import type { Pixels } from "#lambdas/events/uploads/decode-picture.ts";
import { encode } from "#lambdas/events/uploads/encode.ts";
import { PREVIEW_WIDTHS } from "#shared/picture-widths.ts";
import { CORPUS, resizeToWidth } from "./pictures/corpus.ts";
import { blockStep, colorDifference, measureDetail, msSsim, toLuma } from "./pictures/measures.ts";

/** Levels of fine detail from which grain is visible. */
const VISIBLE = 4;

/** `node bench/pictures.ts 640` measures some widths alone. */
const widths = process.argv.length > 2 ? process.argv.slice(2).map(Number) : PREVIEW_WIDTHS;

async function measure(name: string, original: Pixels, format: PreviewFormat) {
  const { width, height } = original.raw;
  const before = process.cpuUsage();
  const file = await encode(format, original).toBuffer();
  const { user, system } = process.cpuUsage(before);
  const shown = await sharp(file).toColourspace("srgb").removeAlpha().raw().toBuffer();
  const [luma, shownLuma] = [toLuma(original.data, width, height), toLuma(shown, width, height)];
  const detail = measureDetail(luma);
  return {
    name,
    format,
    width,
    bytes: file.length,
    cpu: (user + system) / 1000,
    similarity: msSsim(luma, shownLuma),
    ...colorDifference(original.data, shown),
    kept: detail >= VISIBLE ? measureDetail(shownLuma) / detail : undefined,
    step: name === "gradient" ? blockStep(luma, shownLuma) : undefined,
  };
}

type Measured = Awaited<ReturnType<typeof measure>>;

const cells = (...all: readonly string[]) =>
  console.log(all.map((cell, at) => (at === 0 ? cell.padEnd(22) : cell.padStart(at === 1 ? 5 : 10))).join(""));
const formatNumber = (value: number | undefined, digits: number) => value?.toFixed(digits) ?? "";

function print({ name, format, width, bytes, cpu, similarity, mean, p99, kept, step }: Measured) {
  const size = `${(bytes / 1024).toFixed(0)} KB`;
  const figures = [
    similarity.toFixed(4),
    mean.toFixed(2),
    p99.toFixed(1),
    formatNumber(kept, 2),
    formatNumber(step, 2),
  ];
  cells(`${name}`, format, String(width), size, `${cpu.toFixed(0)} ms`, ...figures);
}

cells("picture", "", "width", "bytes", "CPU", "MS-SSIM", "mean ΔE", "99 % ΔE", "detail", "step");
const all: Measured[] = [];
for (const [name, draw] of Object.entries(CORPUS)) {
  const picture = await draw();
  for (const width of widths) {
    const original = await resizeToWidth(picture, width);
    for (const format of PREVIEW_FORMATS) {
      const measured = await measure(name, original, format);
      all.push(measured);
      print(measured);
    }
  }
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const listDefined = (values: readonly (number | undefined)[]) => values.filter((value) => value !== undefined);

console.log("\nworst, and median:");
for (const format of PREVIEW_FORMATS) {
  const of = all.filter((measured) => measured.format === format);
  const similarities = of.map(({ similarity }) => similarity);
  const kept = listDefined(of.map((measured) => measured.kept));
  console.log(
    `${format.padEnd(6)}MS-SSIM ${Math.min(...similarities).toFixed(4)}, ${median(similarities).toFixed(4)}` +
      ` · mean ΔE ${Math.max(...of.map(({ mean }) => mean)).toFixed(2)}, ${median(of.map(({ mean }) => mean)).toFixed(2)}` +
      ` · 99 % ΔE ${Math.max(...of.map(({ p99 }) => p99)).toFixed(1)}, ${median(of.map(({ p99 }) => p99)).toFixed(1)}` +
      ` · detail ${Math.min(...kept).toFixed(2)}, ${median(kept).toFixed(2)}` +
      ` · ${(of.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6).toFixed(1)} MB`,
  );
}
