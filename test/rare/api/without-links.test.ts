import { domainToASCII } from "node:url";
import { expect, test } from "vitest";
import { disableLinks } from "#lambdas/platform/mail/disable-links.ts";

/** Every Unicode character except surrogates. */
function* characters() {
  for (let code = 0x21; code <= 0x10ffff; code++) {
    if (code === 0xd800) code = 0xe000;
    yield String.fromCodePoint(code);
  }
}

test("every character equivalent to a dot, a colon or an at sign is followed by a space", () => {
  const kept = [];
  for (const sign of characters()) {
    const compatible = sign.normalize("NFKC");
    const isDot = /[.\u3002]/.test(compatible) || domainToASCII(`ab${sign}cd`).includes(".");
    if ((isDot || /[:@]/.test(compatible)) && disableLinks(`ab${sign}cd`).includes(`${sign}cd`)) kept.push(sign);
  }
  expect(kept).toEqual([]);
});

test("long texts are processed in linear time", () => {
  const started = performance.now();
  for (const part of ["1", "\u0301", "a.", "1.", ":", "@", "\\", "a\u0301", "1\u0301."])
    disableLinks(part.repeat(5000));
  expect(performance.now() - started).toBeLessThan(2000);
});
