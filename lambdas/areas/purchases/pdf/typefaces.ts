import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create, type Font } from "fontkit";
import { type Family, FIRST_FAMILY, OTHER_FAMILIES } from "./families.ts";
import type { Page } from "./page.ts";
import { toTrueType } from "./true-type.ts";

export type Weight = "regular" | "bold";

/** A file of a family, opened for a document. */
export interface Face {
  /** The name by which the document knows it. */
  readonly name: string;
  readonly font: Font;
  /** It is asked for bold letters and has none. */
  readonly isTooThin: boolean;
}

interface Subset {
  readonly name: string;
  /** Code points, first and last. */
  readonly ranges: readonly (readonly [number, number])[];
}

const { resolve } = createRequire(import.meta.filename);

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

const codePoints = (text: string) => [...text].map((character) => character.codePointAt(0) ?? 0);

const visible = (text: string) => codePoints([...text].filter((character) => !INVISIBLE.test(character)).join(""));

/** Answers of a function that is asked for the same again and again. */
function once<T>(read: (name: string) => T): (name: string) => T {
  const answers = new Map<string, T>();
  return (name) => {
    const answer = answers.get(name) ?? read(name);
    answers.set(name, answer);
    return answer;
  };
}

const readSubsets = once((family): readonly Subset[] => {
  const declared = JSON.parse(readFileSync(resolve(`@fontsource/${family}/unicode.json`), "utf8"));
  return Object.entries<string>(declared).map(([name, listed]) => ({
    name,
    ranges: [...listed.matchAll(/U\+([\da-f]+)(?:-([\da-f]+))?/gi)].map(
      ([, first = "", last = first]) => [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const,
    ),
  }));
});

const subsetsOf = ({ name, isSliced }: Family) =>
  readSubsets(name).filter((subset) => !isSliced || subset.name.startsWith("["));

const declares = ({ ranges }: Subset, code: number) => ranges.some(([first, last]) => first <= code && code <= last);

const readFace = once((path) => toTrueType(readFileSync(resolve(`@fontsource/${path}`))));

function openFace(page: Page, { name, isSliced }: Family, subset: Subset, weight: Weight): Face {
  const part = subset.name.replaceAll(/[[\]]/g, "");
  const file = `${name}-${part}-${weight === "bold" && !isSliced ? 700 : 400}-normal`;
  const font = page.fonts.get(file) ?? (create(readFace(`${name}/files/${file}.woff`)) as Font);
  if (!page.fonts.has(file)) {
    page.fonts.set(file, font);
    // The library takes an opened font too, which its types don't say.
    page.registerFont(file, font as unknown as string);
  }
  return { name: file, font, isTooThin: weight === "bold" && isSliced === true };
}

/** All that is seen of it; joiners and other signs without a shape aren't. */
export const covers = ({ font }: Face, text: string) => visible(text).every((code) => font.hasGlyphForCodePoint(code));

/** Without the invisible signs that the typeface would draw as boxes. */
export const withoutUnknown = ({ font }: Face, text: string) =>
  [...text].filter((sign) => !INVISIBLE.test(sign) || font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0)).join("");

/**
 * Finds faces for parts of a text. Han characters are in several families, each with its country's shapes: the family that
 * lacks the least of a text comes first, so that a name has all its letters from one.
 */
export function facesFor(page: Page, text: string, weight: Weight): (part: string) => Face | undefined {
  const families = once(() => {
    const codes = visible(text);
    const lacks = (family: Family) =>
      codes.filter((code) => !subsetsOf(family).some((subset) => declares(subset, code))).length;
    return [FIRST_FAMILY, ...OTHER_FAMILIES.toSorted((a, b) => lacks(a) - lacks(b))];
  });
  const findIn = (family: Family, part: string) => {
    const codes = visible(part);
    for (const subset of subsetsOf(family)) {
      if (!codes.every((code) => declares(subset, code))) continue;
      const face = openFace(page, family, subset, weight);
      if (covers(face, part)) return face;
    }
    return undefined;
  };
  return once((part) => {
    const first = findIn(FIRST_FAMILY, part);
    if (first) return first;
    for (const family of families("")) {
      const face = findIn(family, part);
      if (face) return face;
    }
    return undefined;
  });
}
