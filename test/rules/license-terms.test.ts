import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { formatLicenseTerms, LICENSE_TERMS } from "#shared/license-terms.ts";
import { LICENSE_TYPES } from "#shared/rules/license-options.ts";

const computeHash = (text: string) => createHash("sha256").update(text).digest("hex");

describe("license terms", () => {
  /** Certificates carry these hashes: another text is another license and gets the next version in its title. */
  test.each([
    ["personal", "Personal License, version 1", "a570b6a76ff2ef9c1d23a05b3c5dfd8b880a5494d9777e5fff530fe9c224be02"],
    ["commercial", "Commercial License, version 1", "15af339d35f4d29aa5f0a4ef780022b4eaec4aab91f8eb6a731dce9d7a1f60ec"],
  ] as const)("the %s license has exactly the text of its version", (type, title, hash) => {
    expect(LICENSE_TERMS[type].title).toBe(title);
    expect(computeHash(formatLicenseTerms(type))).toBe(hash);
  });

  test.each(LICENSE_TYPES)(
    "the text of the %s license has everything that its page shows, in the same order",
    (type) => {
      const { title, sections } = LICENSE_TERMS[type];
      const shown = sections.flatMap(({ heading, paragraphs, points = [] }) => [heading, ...paragraphs, ...points]);
      let rest = formatLicenseTerms(type);
      for (const piece of [title, ...shown]) {
        expect(rest).toContain(piece);
        rest = rest.slice(rest.indexOf(piece) + piece.length);
      }
    },
  );
});
