import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { areas } from "#shared/contract/areas.ts";
import { formatTooLong } from "#shared/messages.ts";
import { buildRouteKey, type Route } from "#shared/route.ts";
import { isVisible, toVisibleLine, toVisibleLines } from "#shared/rules/visible-text.ts";

const RED = "\u001B[31m";

describe("the visible text of a line", () => {
  test.each([
    ["a name of Persian, with its joiner", "می\u200Cخواهم"],
    ["Hebrew beside digits", "שלום 2026"],
    ["Hindi, with its joiner", "क्\u200Dष"],
    ["an emoji of several", "👩🏽\u200D🎨 ❤\uFE0F 👨\u200D👩\u200D👧"],
    ["a keycap", "1\uFE0F\u20E3"],
    ["a flag of a region", "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"],
    ["a variant of a Han character", "葛\u{E0100}城"],
    ["Sinhala, with its joiner", "ශ්\u200Dරී"],
    ["Malayalam, with a joiner at the end", "അവന്\u200D"],
    ["an abbreviation of Persian, with its joiner", "۱۴۰۰ ه\u200D."],
    ["a variant of Mongolian", "ᠠ\u180B"],
  ])("is unchanged for %s", (_what, text) => {
    expect(toVisibleLine(text)).toBe(text);
    expect(isVisible(text)).toBe(true);
  });

  test.each([
    ["an override of direction", "Sunset\u202E eerf rof", "Sunset eerf rof"],
    ["an isolate", "\u2066Sunset\u2069", "Sunset"],
    ["a space without width", "Sun\u200Bset", "Sunset"],
    ["a joiner between Latin letters", "Sun\u200Dset", "Sunset"],
    ["NUL", "Sun\u0000set", "Sunset"],
    ["the escape of a terminal's sequence", `${RED}Sunset`, "[31mSunset"],
    ["a sequence in one character", "\u009B31mSunset", "31mSunset"],
    ["text in the tags of a flag", `Sunset${"\u{E0061}".repeat(20)}`, "Sunset"],
    ["a break of lines", "Sun\r\nset\u2028now", "Sun set now"],
    ["a tab", "Sun\tset", "Sun set"],
    ["marks beyond the tenth of a letter", `Su${"\u0323".repeat(50)}nset`, `S\u1EE5${"\u0323".repeat(10)}nset`],
    ["half a pair", "Sun\uD83Cset", "Sunset"],
    ["everything, where nothing has ink", "\u3164\u2800\u200B\u0301\u00A0", ""],
  ])("leaves out %s", (_what, text, shown) => {
    expect(toVisibleLine(text)).toBe(shown);
    expect(toVisibleLine(shown)).toBe(shown);
  });

  test("is computed for each of several lines", () => {
    expect(toVisibleLines("One\u202E\r\nTwo\u2028\n\tThree\u0007")).toBe("One\nTwo\n\n Three");
    expect(toVisibleLines("\u200B\n\u200B")).toBe("");
  });
});

/** Passwords, which keep every character, and lists with rules of their own (tags.test.ts, profile-links.test.ts). */
const OTHERS = ["userPassword", "userConfirm", "userCurrent", "artworkTags", "userLinks"];

type Definition = Readonly<Record<string, unknown>> & { readonly type: string };

const getDefinition = (schema: unknown) => (schema as z.ZodMiniType)._zod.def as unknown as Definition;

/** The strings in a schema, each with its path. */
function collectStrings(
  schema: unknown,
  path: readonly string[] = [],
): { path: readonly string[]; schema: z.ZodMiniType }[] {
  const { type, shape, element, options, innerType, in: input } = getDefinition(schema);
  if (type === "string") return [{ path, schema: schema as z.ZodMiniType }];
  if (type === "object")
    return Object.entries(shape as object).flatMap(([name, field]) => collectStrings(field, [...path, name]));
  return [element, innerType, input, ...((options as unknown[] | undefined) ?? [])]
    .filter((inner) => inner !== undefined)
    .flatMap((inner) => collectStrings(inner, path));
}

const strings = Object.values(areas)
  .flatMap((area) => Object.values<Route>(area))
  .flatMap((route) =>
    [route.body, route.query]
      .flatMap((schema) => (schema ? collectStrings(schema) : []))
      .map((found) => ({ route, ...found })),
  );

const getName = ({ path }: { path: readonly string[] }) => path.at(-1) ?? "";
const sent = strings.filter((one) => !OTHERS.includes(getName(one)));
const passwords = strings.filter((one) => ["userPassword", "userConfirm", "userCurrent"].includes(getName(one)));

test.each(passwords.map(({ route, path, schema }) => [buildRouteKey(route), path.join("."), schema] as const))(
  "%s %s normalizes a password to NFC",
  (_route, _path, schema) => {
    expect(schema.parse(" cre\u0300me\u00A0bru\u0302le\u0301e ")).toBe(" cr\u00E8me br\u00FBl\u00E9e ");
  },
);

describe("a text of the API's input", () => {
  const HIDDEN = ["a\u202Eb", "a\u0000b", "a\u001B[31mb", "a\u200Bb", "a\u009Bb", "a\uFFFEb"];

  test.each(sent.map(({ route, path, schema }) => [buildRouteKey(route), path.join("."), schema] as const))(
    "%s %s is refused with invisible characters, or stored without them",
    (_route, _path, schema) => {
      for (const text of HIDDEN) {
        const { success, data } = schema.safeParse(text);
        if (success) expect(isVisible(String(data))).toBe(true);
      }
    },
  );

  test("is found in the contract", () => {
    expect(sent.length).toBeGreaterThan(40);
  });

  const limited = sent.flatMap(({ route, path, schema }) => {
    const [, max] = /^at most (\d+) characters/.exec(z.globalRegistry.get(schema)?.description ?? "") ?? [];
    return max ? [[buildRouteKey(route), path.join("."), Number(max), schema] as const] : [];
  });

  test.each(limited)("%s %s has at most %d characters, counted as graphemes in NFC", (_route, _path, max, schema) => {
    expect(schema.safeParse("e\u0301".repeat(max)).data).toBe("\u00E9".repeat(max));
    const problem = (text: string) => schema.safeParse(text).error?.issues.map(({ message }) => message);
    if (max <= 1000) expect(problem("👨\u200D👩\u200D👧\u200D👦".repeat(max))).toBeUndefined();
    expect(problem("e\u0301".repeat(max + 1))).toEqual([formatTooLong(max)]);
    expect(problem("क्".repeat(max * 16))).toEqual([formatTooLong(max)]);
    for (const hidden of ["\u200B", "\u3164", "\u0301"]) expect(schema.safeParse(hidden).data || "").toBe("");
  });

  test("is limited in most fields", () => {
    expect(limited.length).toBeGreaterThan(25);
  });
});
