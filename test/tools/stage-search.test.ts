import { expect, test } from "vitest";
import type { Stage } from "#bin/command/stage.ts";
import { getSearchNames } from "#bin/command/stage-search.ts";

const FILE = { SearchTableName: "log", SearchBucketName: "snapshots" };
const COLLECTION = { SearchEndpoint: "https://collection.example" };

function getNames(outputs: Readonly<Record<string, string>>) {
  const findOutput = (name: string) => outputs[name];
  const stage = { name: "ochre-test", findOutput, output: (name: string) => outputs[name] ?? "" };
  return getSearchNames(stage as Stage);
}

test.each([
  [FILE, { SEARCH_TABLE_NAME: "log", SEARCH_BUCKET: "snapshots" }],
  [
    { ...FILE, ...COLLECTION, SearchEngine: "file" },
    { SEARCH_TABLE_NAME: "log", SEARCH_BUCKET: "snapshots", SEARCH_ENDPOINT: COLLECTION.SearchEndpoint },
  ],
  [
    { ...FILE, ...COLLECTION, SearchEngine: "opensearch" },
    {
      SEARCH_ENGINE: "opensearch",
      SEARCH_TABLE_NAME: "log",
      SEARCH_BUCKET: "snapshots",
      SEARCH_ENDPOINT: COLLECTION.SearchEndpoint,
    },
  ],
  [
    { ...COLLECTION, SearchEngine: "opensearch" },
    { SEARCH_ENGINE: "opensearch", SEARCH_ENDPOINT: COLLECTION.SearchEndpoint },
  ],
])("commands read from the engine that answers: %j", (outputs, names) => {
  expect(getNames(outputs)).toEqual(names);
});

test("a stage without an engine is refused", () => {
  expect(() => getNames({})).toThrow("The stack ochre-test has no search engine.");
});
