import type { Template } from "aws-cdk-lib/assertions";
import { listActiveAlarms, openMetrics, readAlarms } from "ochre-local/services";
import { beforeAll, describe, expect, test } from "vitest";
import { counted } from "#lambdas/platform/runtime/counted.ts";
import { stageValues } from "#lib/stacks/deployments.ts";
import { getStage, missingValues, STAGES, type StageValues } from "#lib/stacks/stages.ts";
import { METRICS, SEARCH_METRICS } from "#shared/metrics.ts";
import { createTestResolver } from "./support/resolver.ts";
import { getStack } from "./support/synthesize-stack.ts";
import { collectReferences, functionNamed, listFunctions, listResources } from "./support/template.ts";

const AOSS = "AWS::OpenSearchServerless";
const OPERATORS = "arn:aws:iam::111122223333:role/aws-reserved/sso.amazonaws.com/AWSReservedSSO_Operators_1a2b";
const values = { search: "opensearch", searchOperators: [OPERATORS] } as const satisfies StageValues;

/** A policy's document, with every reference resolved. */
function readPolicy(template: Template, type: string) {
  const policies = ["SecurityPolicy", "AccessPolicy"].flatMap((kind) =>
    createTestResolver(template).listResources(`${AOSS}::${kind}`),
  );
  const policy = policies.find(({ properties }) => properties.Type === type);
  return { name: policy?.properties.Name, document: JSON.parse(String(policy?.properties.Policy)) };
}

/** A function's variables of the search engine. */
const getSearchNames = (template: Template, name: string) =>
  Object.keys(functionNamed(template, name).environment)
    .filter((variable) => variable.startsWith("SEARCH_"))
    .sort();

const FILE = ["SEARCH_BUCKET", "SEARCH_TABLE_NAME"];

describe.each(STAGES)("stage %s with OpenSearch", (name) => {
  let template: Template;

  beforeAll(async () => {
    ({ template } = await getStack(name, values));
  });

  test("has a collection of its own, which scales from zero to the stage's units", () => {
    const [[, group] = [], ...otherGroups] = listResources(template, `${AOSS}::CollectionGroup`);
    const [[, collection] = [], ...others] = listResources(template, `${AOSS}::Collection`);
    expect([...otherGroups, ...others]).toEqual([]);
    const { searchUnits } = getStage(name);
    expect(group?.Properties).toEqual({
      Name: `ochre-${name}`,
      Generation: "NEXTGEN",
      StandbyReplicas: "ENABLED",
      CapacityLimits: {
        MinIndexingCapacityInOcu: 0,
        MinSearchCapacityInOcu: 0,
        MaxIndexingCapacityInOcu: searchUnits,
        MaxSearchCapacityInOcu: searchUnits,
      },
    });
    expect(collection?.Properties).toEqual({
      Name: `ochre-${name}`,
      Type: "SEARCH",
      CollectionGroupName: `ochre-${name}`,
    });
    expect(collection?.DependsOn?.map((id) => id.replace(/[\dA-F]{8}$/, ""))).toEqual([
      "SearchCollectionEncryption",
      "SearchCollectionGroup",
    ]);
  });

  test("is encrypted with AWS's key, with a public endpoint only for the collection", () => {
    const rules = [{ ResourceType: "collection", Resource: [`collection/ochre-${name}`] }];
    expect(readPolicy(template, "encryption").document).toEqual({ Rules: rules, AWSOwnedKey: true });
    expect(readPolicy(template, "network").document).toEqual([{ Rules: rules, AllowFromPublic: true }]);
  });

  test("has valid names for OpenSearch Serverless", () => {
    const named = listResources(template).filter(([, { Type }]) => Type.startsWith(AOSS));
    expect(named).toHaveLength(5);
    for (const [, { Properties }] of named) expect(Properties.Name).toMatch(/^[a-z][a-z\d-]{2,31}$/);
  });

  test("lets functions read or write by their permission, and operators replace an index", () => {
    const { document } = readPolicy(template, "data");
    const rights = (document as AccessBlock[]).map(({ Principal, Rules }) => ({
      who: Principal.map((arn) => /role\/(?:stack-)?(.+?)(Role[\dA-F]{8})?$/.exec(arn)?.[1]),
      rights: Rules.flatMap(({ Permission }) => Permission.map((permission) => permission.replace("aoss:", ""))),
    }));
    const reading = ["ReadDocument"];
    const writing = [...reading, "CreateIndex", "WriteDocument", "CreateCollectionItems", "DescribeCollectionItems"];
    const replacing = ["DescribeIndex", "DeleteIndex", "UpdateIndex", "DeleteCollectionItems", "UpdateCollectionItems"];
    expect(rights.map(({ rights: has }) => [...has].sort())).toEqual(
      [[...writing, ...replacing], reading, writing].map((has) => [...has].sort()),
    );
    expect(rights.map(({ who }) => [...who].sort())).toEqual([
      [OPERATORS.split(":role/")[1]],
      ["Apiadmin", "Apiartwork", "Apipages", "Apisearch", "Streamsprocesstablestream"],
      ["Apiadmin", "Streamsprocesstablestream"],
    ]);
    for (const { Resource } of (document as AccessBlock[]).flatMap(({ Rules }) => Rules)) {
      expect(Resource).toEqual([
        expect.stringMatching(new RegExp(`^(index/ochre-${name}/\\*|collection/ochre-${name})$`)),
      ]);
    }
  });

  test("lets only these functions call the collection", () => {
    const calling = listFunctions(template).filter(({ statements }) => JSON.stringify(statements).includes("aoss:"));
    expect(calling.map((fn) => fn.name).sort()).toEqual([
      "admin",
      "artwork",
      "pages",
      "process-table-stream",
      "search",
    ]);
    for (const { statements } of calling) {
      const [statement, ...others] = statements.filter(({ Action }) => String(Action).includes("aoss:"));
      expect([statement?.Action, others]).toEqual(["aoss:APIAccessAll", []]);
      expect(statement?.Resource).toEqual({
        "Fn::GetAtt": [expect.stringMatching(/^SearchCollectionCollection|^SearchCollection/), "Arn"],
      });
    }
  });

  test("names engine and endpoint, and has no table or bucket of the file engine", () => {
    for (const fn of ["artwork", "pages", "search", "process-table-stream"]) {
      expect([fn, getSearchNames(template, fn)]).toEqual([fn, ["SEARCH_ENDPOINT", "SEARCH_ENGINE"]]);
      expect(functionNamed(template, fn).environment.SEARCH_ENGINE).toBe("opensearch");
    }
    const { Outputs } = template.toJSON();
    expect(collectReferences(Outputs.SearchEndpoint)).toEqual([expect.stringMatching(/^SearchCollection/)]);
    expect(Outputs.SearchEngine.Value).toBe("opensearch");
    expect([Outputs.SearchTableName, Outputs.SearchBucketName]).toEqual([undefined, undefined]);
    expect(listResources(template, "AWS::DynamoDB::Table").filter(([id]) => id.startsWith("Search"))).toEqual([]);
  });

  test("watches errors, latency and units by the collection's metrics", () => {
    const alarms = JSON.stringify(listResources(template, "AWS::CloudWatch::Alarm"));
    const watched = [
      ...alarms.matchAll(
        /"MetricName":"(\w+)"[^}]*?"Namespace":"AWS\/AOSS"|"Namespace":"AWS\/AOSS"[^}]*?"MetricName":"(\w+)"/g,
      ),
    ];
    expect(new Set(watched.map(([, one, other]) => one ?? other))).toEqual(
      new Set(["IndexingOCU", "IngestionRequestErrors", "SearchOCU", "SearchRequestErrors", "SearchRequestLatency"]),
    );
    for (const metric of [...METRICS, ...SEARCH_METRICS]) expect(alarms).toContain(`"MetricName":"${metric}"`);
  });
});

interface AccessBlock {
  readonly Principal: readonly string[];
  readonly Rules: readonly { readonly Resource: readonly string[]; readonly Permission: readonly string[] }[];
}

describe("a stage that migrates", () => {
  test.each([
    ["file", "opensearch"],
    ["opensearch", "file"],
  ] as const)("from %s keeps %s up to date: readers and the writer have both", async (search, searchAlso) => {
    const { template } = await getStack("production", { search, searchAlso });
    for (const fn of ["artwork", "pages", "search", "process-table-stream"]) {
      expect([fn, getSearchNames(template, fn)]).toEqual([fn, [...FILE, "SEARCH_ENDPOINT", "SEARCH_ENGINE"].sort()]);
    }
    for (const fn of ["artwork", "process-table-stream"]) {
      expect(functionNamed(template, fn).environment.SEARCH_ENGINE).toBe(search);
    }
    const { Outputs } = template.toJSON();
    expect(Object.keys(Outputs)).toEqual(
      expect.arrayContaining(["SearchBucketName", "SearchEndpoint", "SearchTableName"]),
    );
    expect(Outputs.SearchEngine.Value).toBe(search);
  });

  test("may reindex both engines by each policy that may reindex", async () => {
    const { template } = await getStack("production", { search: "file", searchAlso: "opensearch" });
    const policies = listResources(template, "AWS::IAM::ManagedPolicy").filter(([id]) => id.startsWith("Operators"));
    const reindexing = policies.filter(([, { Properties }]) =>
      JSON.stringify(Properties).includes("aoss:APIAccessAll"),
    );
    expect(reindexing.map(([id]) => id.replace(/[\dA-F]{8}$/, ""))).toEqual([
      "Operatorsmoderate",
      "Operatorsrelease",
      "Operatorsrestore",
    ]);
    for (const [, { Properties }] of reindexing)
      expect(JSON.stringify(Properties)).toContain("dynamodb:BatchWriteItem");
  });
});

test("without the switch a stage has no OpenSearch and names no engine", async () => {
  for (const name of STAGES) {
    const { template } = await getStack(name);
    expect(JSON.stringify(template.toJSON())).not.toMatch(/OpenSearch|aoss|AOSS|SEARCH_ENGINE|SEARCH_ENDPOINT/);
    expect(getSearchNames(template, "process-table-stream")).toEqual(FILE);
  }
});

test("probes request no route that wakes a collection", async () => {
  const domain = { name: "ochre.example", certificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/a" };
  const { part } = await getStack("production", { ...values, domain });
  const probed = listResources(part("edge"), "AWS::Route53::HealthCheck").map(
    ([, { Properties }]) => (Properties.HealthCheckConfig as { ResourcePath: string }).ResourcePath,
  );
  expect(probed).toEqual(["/", "/api/artwork?limit=1"]);
});

describe("the alarms of a quiet shop with searches", () => {
  const MINUTE = 60_000;

  /** Names of the active alarms after an hour in which four searches are refused at each of these minutes. */
  async function ringAfter(isRefusedAt: (minute: number) => boolean) {
    const { template } = await getStack("production", values);
    const resolver = createTestResolver(template, "ochre-production");
    const alarms = readAlarms(resolver);
    const [[apiId = ""] = []] = listResources(template, "AWS::ApiGatewayV2::Api").filter(([id]) =>
      id.startsWith("ApiHttp"),
    );
    const dimensions = { ApiId: resolver.getName(apiId) };
    let now = Date.UTC(2026, 10, 27, 3);
    const metrics = openMetrics(() => now);
    for (let minute = 0; minute < 60; minute++) {
      now += MINUTE;
      const refused = isRefusedAt(minute) ? 4 : 0;
      metrics.add({ namespace: "AWS/ApiGateway", name: "Count", dimensions, value: 15 + refused });
      metrics.add({ namespace: "AWS/ApiGateway", name: "5xx", dimensions, value: refused });
      for (let call = 0; call < refused; call++) {
        metrics.readLine(JSON.stringify({ stage: "production", ...counted("SearchesWaking") }));
      }
    }
    const active = listActiveAlarms(alarms, metrics).map(({ name }) => name.replace("ochre-production ", ""));
    return active.filter((name) => /^(search|pages)-/.test(name));
  }

  test("stay silent while search starts up, even at the end of the hour", async () => {
    expect(await ringAfter((minute) => minute % 12 === 11)).toEqual([]);
  });

  test("fire only for search, after a quarter of an hour without it", async () => {
    expect(await ringAfter((minute) => minute >= 45)).toEqual(["search-fails"]);
  });
});

describe("a deployment", () => {
  const account = "111122223333";

  test.each([
    [{ search: "sqlite" }, 'production: search: is "file" or "opensearch"'],
    [{ searchAlso: "file" }, "production: searchAlso: is the engine that answers already"],
    [{ ...values, searchAlso: "opensearch" }, "production: searchAlso: is the engine that answers already"],
    [{ ...values, searchOperators: ["Operators"] }, "production: searchOperators.0: isn't the ARN of a role"],
    [{ ...values, account: "999999999999" }, "production: searchOperators: one isn't of account 999999999999"],
    [{ searchUnits: 3 }, "production: searchUnits: is 2, 4, 8 or a multiple of 16 up to 1,696"],
    [{ searchUnits: 1_712 }, "production: searchUnits: is 2, 4, 8 or a multiple of 16 up to 1,696"],
  ])("is refused with %j", (deployment, problem) => {
    expect(() => stageValues("production", deployment)).toThrow(problem);
  });

  test.each([{ search: "opensearch" }, { searchAlso: "opensearch" }] as const)(
    "with %j requires operators who may reindex",
    (deployment) => {
      const missing = (more: object) => missingValues(getStage("dev", stageValues("dev", { ...deployment, ...more })));
      expect(missing({})).toContain("searchOperators");
      expect(missing({ searchOperators: [OPERATORS] })).not.toContain("searchOperators");
    },
  );

  test.each([2, 8, 16, 1_696])("can limit its units to %i", async (searchUnits) => {
    const stage = getStage("production", stageValues("production", { ...values, account, searchUnits }));
    expect(stage).toMatchObject({ search: "opensearch", searchUnits });
  });
});
