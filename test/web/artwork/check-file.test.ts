import { expect, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { fileProblem, sizeProblem } from "#web/features/upload/check-file.ts";
import { shortName } from "#web/features/upload/read-picture.ts";

const FORMATS = `${MESSAGES.fileFormat}: JPEG or PNG`;

test.each([
  ["a JPEG", "image/jpeg", 1, null],
  ["a PNG of exactly the limit", "image/png", LIMITS.artworkFile.maxBytes, null],
  ["a PNG one byte over the limit", "image/png", LIMITS.artworkFile.maxBytes + 1, `${MESSAGES.fileTooLarge}: 10 MB`],
  ["a JPEG far over it", "image/jpeg", 11_640_000, `${MESSAGES.fileTooLarge}: 10 MB`],
  ["an empty file", "image/png", 0, MESSAGES.fileDamaged],
  ["a GIF", "image/gif", 1, FORMATS],
  ["an SVG", "image/svg+xml", 1, FORMATS],
  ["a file without a type", "", 1, FORMATS],
])("%s", (_name, type, size, problem) => {
  expect(fileProblem({ type, size }, { gif: false })).toBe(problem);
});

test("a GIF is accepted if its feature is on", () => {
  expect(fileProblem({ type: "image/gif", size: 1 }, { gif: true })).toBeNull();
  expect(fileProblem({ type: "image/bmp", size: 1 }, { gif: true })).toBe(`${MESSAGES.fileFormat}: JPEG, PNG, or GIF`);
});

test.each([
  ["exactly large enough", 1024, 1024, null],
  ["one pixel too narrow", 1023, 4000, `${MESSAGES.fileTooSmall}; this one has 1023\u00a0×\u00a04000`],
  ["one pixel too low", 4000, 1023, `${MESSAGES.fileTooSmall}; this one has 4000\u00a0×\u00a01023`],
  ["100 megapixels", 10_000, 10_000, null],
  ["a bomb", 10_001, 10_000, MESSAGES.fileTooManyPixels],
])("a picture that is %s", (_name, width, height, problem) => {
  expect(sizeProblem({ width, height })).toBe(problem);
});

test("a file's name is shown in its order, whatever it contains", () => {
  expect(shortName("moon\u202egpj.exe")).toBe("moongpj.exe");
});
