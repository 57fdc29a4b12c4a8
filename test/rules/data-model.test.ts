import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { getKeyPrefix } from "#lambdas/platform/table/item-key.ts";
import { loadEntities } from "../../tools/data-model/entities.ts";
import { updateItemTable } from "../../tools/data-model/item-table.ts";

test("the table of items in docs/data-model.md is what `npm run data-model` writes", async () => {
  const page = readFileSync("docs/data-model.md", "utf8");
  expect(page).toBe(await updateItemTable(page));
});

test("no two entities have the same key prefix", async () => {
  const entities = (await loadEntities()).filter(({ entity }) => entity.entityName !== "claim");
  const keys = entities.map(({ entity }) => Object.values(getKeyPrefix(entity)).join(" "));
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});
