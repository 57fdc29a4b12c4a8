import { rgbaToThumbHash } from "thumbhash";
import { expect, test } from "vitest";
import { averageColour, isTransparent, sketch } from "#web/ui/picture/placeholder.ts";
import { findFallback, findLargest, toSrcSet } from "#web/ui/picture/sources.ts";

const preview = (width: number) => ({
  width,
  height: width / 2,
  avif: `/media/${width}.avif`,
  webp: `/media/${width}.webp`,
  jpeg: `/media/${width}.jpg`,
});
const previews = [preview(320), preview(640), preview(1280)];

function buildThumbhash(red: number, green: number, blue: number, alpha = 255): string {
  const pixels = Array.from({ length: 16 }, () => [red, green, blue, alpha]).flat();
  return btoa(String.fromCharCode(...rgbaToThumbHash(4, 4, Uint8Array.from(pixels))));
}

test("a source set names every width", () => {
  expect(toSrcSet(previews, "avif")).toBe("/media/320.avif 320w, /media/640.avif 640w, /media/1280.avif 1280w");
});

test("the fallback is the middle width and the viewer's picture the largest, in whatever order they come", () => {
  const shuffled = previews.toReversed();
  expect(findFallback(shuffled)?.width).toBe(640);
  expect(findLargest(shuffled)?.width).toBe(1280);
  expect(findFallback([])).toBeUndefined();
});

test("the placeholder's colour is near the picture's", () => {
  const [red, green, blue] =
    averageColour(buildThumbhash(200, 100, 40))
      ?.match(/\d+/g)
      ?.map(Number) ?? [];
  expect(Math.abs((red ?? 0) - 200)).toBeLessThan(16);
  expect(Math.abs((green ?? 0) - 100)).toBeLessThan(16);
  expect(Math.abs((blue ?? 0) - 40)).toBeLessThan(16);
});

test("a placeholder encodes whether its picture is transparent", () => {
  expect([isTransparent(buildThumbhash(200, 100, 40)), isTransparent(buildThumbhash(200, 100, 40, 90))]).toEqual([
    false,
    true,
  ]);
});

test("the sketch is a picture by itself", () => {
  expect(sketch(buildThumbhash(20, 80, 160))).toMatch(/^data:image\/png;base64,/);
});

test.each(["", "no base64 !", "AAA="])("a placeholder that makes no sense (%j) is left out", (thumbhash) => {
  expect(averageColour(thumbhash)).toBeNull();
  expect(sketch(thumbhash)).toBeNull();
});
