import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const PROJECT = join(import.meta.dirname, "../..");
const page = readFileSync(join(PROJECT, "docs/security.md"), "utf8");

/** What ASVS 5.0.0 has of the two levels. */
const ASKED = { 1: 70, 2: 183 } as const;
const STATES = ["Met", "Not met", "Not applicable"] as const;

const rows = page.split("\n").flatMap((line) => {
  const [, id = "", level = "", asks = "", state = ""] = line.split("|").map((cell) => cell.trim());
  return /^\d+\.\d+\.\d+$/.test(id) ? [{ id, level, asks, state }] : [];
});

const filesIn = (state: string) =>
  [...state.matchAll(/`([\w./-]+\.(?:tsx?|md|json))`|\]\((decisions\/[\w-]+\.md)\)/g)].map(
    ([, file, decision]) => file ?? `docs/${decision}`,
  );

const inState = (state: string, level?: string) =>
  rows.filter((row) => row.state.startsWith(`${state}: `) && (!level || row.level === level)).length;

describe("docs/security.md", () => {
  test("answers each requirement of both levels once", () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    for (const [level, count] of Object.entries(ASKED)) {
      expect(rows.filter((row) => row.level === level)).toHaveLength(count);
    }
    const odd = rows.filter(({ asks, state }) => !asks || !STATES.some((known) => state.startsWith(`${known}: `)));
    expect(odd).toEqual([]);
  });

  test.each(STATES)("counts what is: %s", (state) => {
    expect(page).toContain(`| ${state} | ${inState(state, "1")} | ${inState(state, "2")} | ${inState(state)} |`);
  });

  test("names files that exist", () => {
    const named = rows.flatMap(({ id, state }) => filesIn(state).map((file) => ({ id, file })));
    expect(named.filter(({ file }) => !existsSync(join(PROJECT, file)))).toEqual([]);
  });

  test("names a test of each requirement that is met", () => {
    const met = rows.filter(({ state }) => state.startsWith("Met: "));
    expect(met.filter(({ state }) => !filesIn(state).some((file) => file.startsWith("test/")))).toEqual([]);
  });

  test("says of each requirement that isn't met when it may be", () => {
    const unmet = rows.filter(({ state }) => state.startsWith("Not met: "));
    expect(unmet.filter(({ state }) => !/(Not planned|When |With |[Ss]ee \d)/.test(state))).toEqual([]);
  });

  test("points at time frames in which libraries are mended, by severity", () => {
    const [, libraries = ""] = readFileSync(join(PROJECT, "docs/operations.md"), "utf8").split("\n## Libraries\n");
    const frames = [...(libraries.split("\n## ")[0] ?? "").matchAll(/^\| (\w+).* \| (\d+) days \|$/gm)];
    expect(frames.map(([, severity]) => severity)).toEqual(["Critical", "High", "Moderate", "Low"]);
    const days = frames.map(([, , count]) => Number(count));
    expect(days).toEqual(days.toSorted((a, b) => a - b));
  });

  test("has the classes of data, the keys and the logs that rows point at", () => {
    for (const heading of ["Sessions", "Data", "Keys", "Logs"]) expect(page).toContain(`\n## ${heading}\n`);
  });
});
