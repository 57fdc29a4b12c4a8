import { spawnSync } from "node:child_process";

/** `npm run test:search`: the tests of search on a node of OpenSearch in place of the file. */
const TESTS = [
  "test/search",
  ...["walks", "ranking", "words"].map((name) => `test/rules/search-${name}.test.ts`),
  ...[
    "search",
    "search-by-look",
    "filters",
    "tags",
    "suggestions",
    "categories",
    "near-copies",
    "recognize-picture",
  ].map((name) => `test/api/${name}.test.ts`),
];

const HOW = `Name a node of OpenSearch, such as of a container:
docker run -p 127.0.0.1:9200:9200 -e discovery.type=single-node -e DISABLE_SECURITY_PLUGIN=true opensearchproject/opensearch:2.19.6
OPENSEARCH_URL=http://127.0.0.1:9200 npm run test:search`;

if (process.env.OPENSEARCH_URL) {
  const { status } = spawnSync("npx", ["vitest", "run", ...TESTS], { stdio: "inherit" });
  process.exitCode = status ?? 1;
} else {
  console.error(HOW);
  process.exitCode = 1;
}
