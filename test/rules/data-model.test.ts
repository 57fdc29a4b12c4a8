import { globSync, readFileSync } from "node:fs";
import { Entity } from "dynamodb-toolbox/entity";
import { expect, test } from "vitest";
import { ClaimEntity } from "#lambdas/areas/users/claim.entity.ts";
import { getKeyPrefix } from "#lambdas/platform/table/item-key.ts";
import { MarketplaceTable } from "#lambdas/platform/table/marketplace-table.ts";

const declaring = globSync("lambdas/**/*.ts").filter((path) => readFileSync(path, "utf8").includes("new Entity({"));
const modules = await Promise.all(
  declaring.map((path): Promise<Record<string, unknown>> => import(`../../${path.replaceAll("\\", "/")}`)),
);
const entities = modules
  .flatMap((module) => Object.values(module))
  .filter((value) => value instanceof Entity)
  // Claims have a row for each of their kinds.
  .filter((entity) => entity.table === MarketplaceTable && entity !== ClaimEntity);

/** Fixed parts of the keys in the rows of the table of items. */
const documented = readFileSync("docs/data-model.md", "utf8")
  .split("\n")
  .flatMap((line) => [...line.matchAll(/\| `([A-Z_]+)[^|]*\| `([A-Z_]+)/g)].map(([, pk, sk]) => `${pk} ${sk}`));

test.each(entities.map((entity) => [entity.entityName, entity] as const))(
  "docs/data-model.md has a row for %s",
  (_name, entity) => {
    const { pk, sk } = getKeyPrefix(entity);
    expect(documented).toContain(`${pk.split("#")[0]} ${sk.split("#")[0]}`);
  },
);

test("no two entities have keys that begin alike", () => {
  const keys = entities.map((entity) => Object.values(getKeyPrefix(entity)).join(" "));
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});
