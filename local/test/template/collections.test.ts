import { expect, test } from "vitest";
import { readAssembly } from "#local/template/assembly.ts";
import { requireCollections } from "#local/template/collections.ts";
import { createResolver } from "#local/template/resolve.ts";
import { writeAssembly } from "../support/stack.ts";

const ENDPOINT = "http://127.0.0.1:9200";
const ROLE = "arn:aws:iam::111122223333:role/reader";
const rules = [{ ResourceType: "collection", Resource: ["collection/shop"] }];
const reading = { ResourceType: "index", Resource: ["index/shop/*"], Permission: ["aoss:ReadDocument"] };

const documents = {
  encryption: { Rules: rules, AWSOwnedKey: true },
  network: [{ Rules: rules, AllowFromPublic: true }],
  data: [{ Rules: [reading], Principal: [ROLE] }],
};

const toPolicy = (Type: string, document: unknown) => ({
  Type: `AWS::OpenSearchServerless::${Type === "data" ? "Access" : "Security"}Policy`,
  Properties: { Name: "shop", Type, Policy: JSON.stringify(document) },
});

/** The resolver of a stack with a collection, and with other documents or another group. */
function openStack(others: Partial<Record<keyof typeof documents, unknown>> = {}, group: object = {}) {
  const policies = Object.entries({ ...documents, ...others }).map(([type, document]) => [
    type,
    toPolicy(type, document),
  ]);
  const resources = {
    Group: {
      Type: "AWS::OpenSearchServerless::CollectionGroup",
      Properties: { Name: "shop", Generation: "NEXTGEN", StandbyReplicas: "ENABLED", ...group },
    },
    Collection: {
      Type: "AWS::OpenSearchServerless::Collection",
      Properties: { Name: "shop", Type: "SEARCH", CollectionGroupName: "shop" },
    },
    ...Object.fromEntries(policies),
  };
  const hosts = { site: "localhost:1", s3: "localhost:2", search: ENDPOINT, providerUrl: () => "" };
  return createResolver(readAssembly(writeAssembly({ resources })), hosts);
}

const check = (...given: Parameters<typeof openStack>) => requireCollections(openStack(...given), ENDPOINT);

test("a collection's endpoint is the local node", () => {
  expect(() => check()).not.toThrow();
  expect(openStack().resolve({ "Fn::GetAtt": ["Collection", "CollectionEndpoint"] })).toBe(ENDPOINT);
});

test("without a node a stack with a collection doesn't start, and one without a collection does", () => {
  expect(() => requireCollections(openStack(), undefined)).toThrow("name a node's address as OPENSEARCH_URL");
  const hosts = { site: "localhost:1", s3: "localhost:2", providerUrl: () => "" };
  const others = { Bucket: { Type: "AWS::S3::Bucket", Properties: {} } };
  const without = createResolver(readAssembly(writeAssembly({ resources: others })), hosts);
  expect(() => requireCollections(without, undefined)).not.toThrow();
});

test.each([
  ["encryption", { Rules: rules }, "The laptop can't read encryption"],
  [
    "encryption",
    { Rules: [{ ResourceType: "collection", Resource: ["collection/other"] }], AWSOwnedKey: true },
    "CREATE_FAILED: no encryption policy names collection/shop",
  ],
  ["network", { Rules: rules, AllowFromPublic: true }, "The laptop can't read network"],
  ["network", [], "CREATE_FAILED: no network policy names collection/shop"],
  [
    "data",
    [{ Rules: [{ ...reading, Permission: ["es:ESHttpGet"] }], Principal: [ROLE] }],
    "The laptop can't read data",
  ],
  ["data", [{ Rules: [{ ...reading, Resource: ["shop/*"] }], Principal: [ROLE] }], "The laptop can't read data"],
  ["data", [{ Rules: [reading], Principal: [] }], "The laptop can't read data"],
  [
    "data",
    [{ Rules: [{ ...reading, Resource: ["index/other/*"] }], Principal: [ROLE] }],
    "no data policy names collection/shop",
  ],
])("a wrong %s policy fails as on AWS: %j", (type, document, reason) => {
  expect(() => check({ [type]: document })).toThrow(reason);
});

test("a group without standby replicas or with another name than its collection's is refused", () => {
  expect(() => check({}, { StandbyReplicas: "DISABLED" })).toThrow("The laptop can't read Group");
  expect(() => check({}, { Name: "another" })).toThrow("CREATE_FAILED: there is no collection group shop");
});
