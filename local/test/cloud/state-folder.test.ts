import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openStateFolder } from "#local/cloud/state-folder.ts";

/** A folder with state, as a start of some format leaves it; `undefined` is from before formats were stored. */
function createStateFolder(dataFormat?: string) {
  const path = mkdtempSync(join(tmpdir(), "state-"));
  openStateFolder(path, { fresh: false, dataFormat }).release();
  writeFileSync(join(path, "checkpoints.json"), "{}");
  return path;
}

const open = (path: string, dataFormat?: string, fresh = false) => {
  const folder = openStateFolder(path, { fresh, dataFormat });
  folder.release();
  return folder.movedTo;
};

test.each([[undefined, "1"] as const, ["2", "2"] as const])(
  "state of format %s is moved aside when the format changes, and a new one is created",
  (former, name) => {
    const path = createStateFolder(former);
    const movedTo = open(path, "3") ?? "";
    expect(movedTo.startsWith(`${path}-format-${name}-`)).toBe(true);
    expect(readFileSync(join(movedTo, "checkpoints.json"), "utf8")).toBe("{}");
    expect(readdirSync(path)).toEqual(["data-format"]);
    expect(open(path, "3")).toBeUndefined();
  },
);

test("state of the same format is kept, and any state if no format is given", () => {
  const path = createStateFolder("3");
  expect(open(path, "3")).toBeUndefined();
  expect(open(path)).toBeUndefined();
  expect(readdirSync(path)).toContain("checkpoints.json");
});

test("an empty folder and one that is emptied have no state to move", () => {
  const empty = mkdtempSync(join(tmpdir(), "state-"));
  expect(open(empty, "3")).toBeUndefined();
  const path = createStateFolder();
  expect(open(path, "3", true)).toBeUndefined();
  expect(readdirSync(path)).toEqual(["data-format"]);
});
