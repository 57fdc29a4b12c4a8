import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { deleteIndices } from "#bin/laptop/delete-indices.ts";
import { readOptions } from "#bin/laptop/options.ts";
import { openSearch } from "#lambdas/search-engine/opensearch/opensearch.ts";
import { atFileEnd } from "#test/support/file-end.ts";

const OPENSEARCH_URL = process.env.OPENSEARCH_URL ?? "http://127.0.0.1:9200";

const startLaptop = () => {
  const url = readOptions([], { OPENSEARCH_URL, OCHRE_HOME: `/tmp/${randomUUID()}` })?.searchUrl ?? "";
  atFileEnd(() => deleteIndices(url));
  const { index, indexing } = openSearch(url);
  return {
    url,
    write: (value: string) => indexing.write(async () => [{ setting: "name", value }]),
    read: () => index.readSetting("name"),
  };
};

test("a laptop's home has indices of its own on the node, which a fresh start deletes", async () => {
  const [fresh, other] = [startLaptop(), startLaptop()];
  await fresh.write("fresh");
  await other.write("other");
  expect([await fresh.read(), await other.read()]).toEqual(["fresh", "other"]);
  await deleteIndices(fresh.url);
  // Settings are read again after a second.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  expect([await fresh.read(), await other.read()]).toEqual([undefined, "other"]);
});
