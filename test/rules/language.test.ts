import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const PROJECT = join(import.meta.dirname, "../..");

const sources = globSync(["{bench,bin,lambdas,lib,local,shared,test,tools}/**/*.{ts,tsx}", "web/**/*.{ts,tsx}"], {
  cwd: PROJECT,
  exclude: ["**/node_modules/**"],
});

/** Places where the text of a source matches, as `path:line`. */
const findPlaces = (pattern: RegExp) =>
  sources.flatMap((path) =>
    readFileSync(join(PROJECT, path), "utf8")
      .split("\n")
      .flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1}`] : [])),
  );

test("a comment begins with its subject instead of a question", () => {
  expect(findPlaces(/(?:\/\*\*|\/\/|^\s*\*) (?:What|Whether|Whoever|Whom|Whose) /)).toEqual([]);
});

test("comments and texts say again, started and continues", () => {
  expect(findPlaces(/\b(?:anew|begun|gone on|goes on)\b/i).filter((place) => !place.includes("language.test"))).toEqual(
    [],
  );
});

test("a component's props name what they take", () => {
  const props = findPlaces(/^ *readonly (?:of|while|instead|otherwise|says)\??: |<[A-Z][^>]* (?:of|while|instead)=/);
  expect(props.filter((place) => place.startsWith("web/"))).toEqual([]);
});

const PEOPLE = "(?:actor|artist|author|buyer|owner|person|seller|user)";

/** Ways to write a username where a full name belongs: in JSX or a template but for `@…`, by an own choice, taken out of a person. */
const BARE_USERNAMES = [
  String.raw`(?<![(=@]|@\$)\{(?:\w+\.)?${PEOPLE}\.name\}`,
  String.raw`\.name (?:\?\?|\|\|) MESSAGES|fullName \|\|`,
  String.raw`\b${PEOPLE}: \{[^}:]*\bname\b[^}:]*\}`,
  String.raw`\{[^}:]*\bname\b[^}:]*\} = ${PEOPLE}\b`,
].join("|");

test("a person is shown by the one function that knows full names", () => {
  const places = findPlaces(new RegExp(BARE_USERNAMES)).map((place) => place.replace(/:\d+$/, ""));
  // The search index finds by both names.
  const product = places.filter((path) => /^(?:lambdas\/(?!areas\/search)|shared|web)/.test(path));
  expect([...new Set(product)]).toEqual(["shared/rules/person-name.ts"]);
});
