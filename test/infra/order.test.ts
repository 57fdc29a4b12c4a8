import { Template } from "aws-cdk-lib/assertions";
import { creationOrder, type Template as LaptopTemplate } from "ochre-local/template";
import { beforeAll, describe, expect, test } from "vitest";
import { HASHED_FOLDER } from "#lib/constructs/folders.ts";
import { STAGES, type StageName, type StageValues } from "#lib/stacks/stages.ts";
import { getOrder } from "./support/order.ts";
import { getStack } from "./support/synthesize-stack.ts";
import { collectReferences, listAliases, listed, listFunctions, listResources } from "./support/template.ts";

const certificateArn = "arn:aws:acm:us-east-1:111122223333:certificate/a";
const domain = { name: "ochre.example", certificateArn, hostedZoneId: "Z1" };

/** With a domain fewer resources refer to the distribution, so fewer dependencies are implied. */
const DEPLOYMENTS: readonly (readonly [string, StageName, StageValues])[] = [
  ...STAGES.map((name) => [name, name, {}] as const),
  ["production with a domain", "production", { domain }],
];

describe.each(DEPLOYMENTS)("stage %s", (_what, name, values) => {
  let template: Template;
  let order: ReturnType<typeof getOrder>;

  beforeAll(async () => {
    ({ template } = await getStack(name, values));
    order = getOrder(template);
  });

  const uploads = () => {
    const all = listResources(template, "Custom::CDKBucketDeployment");
    const isHashed = (include: unknown) => JSON.stringify(include ?? []).includes(`${HASHED_FOLDER}/*`);
    return {
      all,
      hashed: all.filter(([, { Properties }]) => isHashed(Properties.Include)).map(([id]) => id),
      pages: all.filter(([, { Properties }]) => !isHashed(Properties.Include)).map(([id]) => id),
    };
  };

  const distributions = () => listResources(template, "AWS::CloudFront::Distribution").map(([id]) => id);

  test("has no cycle of dependencies", () => {
    expect(creationOrder(template.toJSON() as LaptopTemplate)).toHaveLength(listResources(template).length);
  });

  test("uploads scripts and styles, plain and compressed, before the pages that name them", () => {
    const { hashed, pages } = uploads();
    expect([hashed.length, pages.length]).toEqual([2, 1]);
    for (const page of pages) expect([...order.before(page)]).toEqual(expect.arrayContaining(hashed));
  });

  /** Aliases by what their function is called. */
  const aliases = () =>
    new Map(
      listAliases(template).map(({ id, functionId }) => [
        listFunctions(template).find((fn) => fn.id === functionId)?.name ?? "",
        id,
      ]),
    );

  test("uploads them and updates CloudFront before any alias moves to a new version", () => {
    for (const [fn, id] of aliases()) {
      expect([...order.before(id)], fn).toEqual(expect.arrayContaining([...uploads().hashed, ...distributions()]));
    }
  });

  test("moves the pages' alias and uploads pages after the aliases of all other functions", () => {
    const { pages = "", ...others } = Object.fromEntries(aliases());
    expect(Object.keys(others).length).toBeGreaterThan(15);
    expect([...order.before(pages)]).toEqual(expect.arrayContaining(Object.values(others)));
    for (const file of uploads().pages) {
      expect([...order.before(file)]).toEqual(expect.arrayContaining([pages, ...Object.values(others)]));
    }
  });

  test("can roll back: no upload or distribution waits for an alias, and no file is pruned", () => {
    for (const id of aliases().values()) {
      expect([...uploads().hashed, ...distributions()].filter((prepared) => order.waitsFor(prepared, id))).toEqual([]);
    }
    expect(uploads().all.every(([, { Properties }]) => Properties.Prune === false)).toBe(true);
  });

  test("publishes pages after the API's routes", () => {
    const { pages = "" } = Object.fromEntries(aliases());
    const routes = listResources(template, "AWS::ApiGatewayV2::Route").flatMap(([id, { Properties }]) =>
      /^\w+ \/(api|auth|stripe)\//.test(String(Properties.RouteKey)) ? [id] : [],
    );
    expect(routes.length).toBeGreaterThan(90);
    for (const shown of [pages, ...uploads().pages]) {
      expect([...order.before(shown)]).toEqual(expect.arrayContaining(routes));
    }
  });

  test("updates the content security policy before it uploads pages", () => {
    for (const page of uploads().pages) {
      expect([...order.before(page)]).toEqual(expect.arrayContaining(distributions()));
    }
  });

  test("never removes files of older pages", () => {
    for (const [id, { Properties }] of uploads().all) {
      expect(Properties, id).toMatchObject({ Prune: false });
      expect(Properties, id).not.toMatchObject({ RetainOnDelete: false });
    }
  });

  test("attaches a role's policies before its function and its event source mapping", () => {
    const policies = listResources(template, "AWS::IAM::Policy");
    const roles = listResources(template, "AWS::IAM::Role");
    /** The role where it holds rights itself, and policies that are attached to it. */
    const listRights = (functionId: string) => {
      const [role = ""] = collectReferences(
        listFunctions(template).find(({ id }) => id === functionId)?.properties.Role,
      );
      return [
        ...roles.filter(([id, { Properties }]) => id === role && Properties.Policies),
        ...policies.filter(([, { Properties }]) => collectReferences(Properties.Roles).includes(role)),
      ].map(([id]) => id);
    };
    for (const { id } of listFunctions(template)) {
      expect([...order.before(id)], id).toEqual(expect.arrayContaining(listRights(id)));
    }
    const mappings = listResources(template, "AWS::Lambda::EventSourceMapping");
    expect(mappings.length).toBeGreaterThan(0);
    for (const [id, { Properties }] of mappings) {
      const [target = ""] = collectReferences(Properties.FunctionName);
      expect(listRights(target)).not.toEqual([]);
      expect([...order.before(id)], id).toEqual(expect.arrayContaining(listRights(target)));
    }
  });

  test("creates the sender's identity before the functions that send mail", () => {
    const identities = listResources(template, "AWS::SES::EmailIdentity").map(([id]) => id);
    for (const { id, environment } of listFunctions(template)) {
      if (!("MAIL_FROM" in environment)) continue;
      expect([...order.before(id)], id).toEqual(expect.arrayContaining(identities));
    }
  });

  test("creates buckets before the distribution that reads from them", () => {
    const [distribution = ""] = distributions();
    const buckets = listResources(template, "AWS::CloudFront::Distribution").flatMap(([, { Properties }]) =>
      collectReferences(Properties).filter((id) =>
        listResources(template, "AWS::S3::Bucket").some(([name]) => name === id),
      ),
    );
    expect(buckets.length).toBeGreaterThan(0);
    for (const bucket of buckets) expect(order.waitsFor(distribution, bucket)).toBe(true);
  });

  test("generates the origin secret before the distribution", () => {
    const [distribution = ""] = distributions();
    const secrets = listResources(template, "AWS::SecretsManager::Secret").map(([id]) => id);
    expect(secrets.filter((id) => id.startsWith("Origin") && order.waitsFor(distribution, id))).toHaveLength(1);
  });

  test("copies files after the helper's policy", () => {
    const policies = listResources(template, "AWS::IAM::Policy").filter(([id]) =>
      id.startsWith("CustomCDKBucketDeployment"),
    );
    expect(policies).toHaveLength(1);
    for (const [id] of uploads().all) {
      for (const [policy] of policies) expect(order.waitsFor(id, policy), id).toBe(true);
    }
  });

  test("creates tables with indexes one after the other", () => {
    const indexed = listResources(template, "AWS::DynamoDB::Table")
      .filter(([, { Properties }]) => Properties.GlobalSecondaryIndexes)
      .map(([id]) => id);
    expect(indexed.length).toBeGreaterThan(0);
    for (const [at, id] of indexed.entries()) {
      for (const other of indexed.slice(at + 1)) {
        expect(order.waitsFor(id, other) || order.waitsFor(other, id), `${id} and ${other}`).toBe(true);
      }
    }
  });

  test("creates permissions after the function and the source that they name", () => {
    for (const [id, { Properties }] of listResources(template, "AWS::Lambda::Permission")) {
      const named = listed([Properties.FunctionName, Properties.SourceArn]).flatMap(collectReferences);
      const resources = named.filter((name) => !name.startsWith("AWS::"));
      expect(resources.length, id).toBeGreaterThan(1);
      expect([...order.before(id)], id).toEqual(expect.arrayContaining(resources));
    }
  });
});

describe("the order of a template", () => {
  const toTemplate = (Resources: object) => Template.fromJSON({ Resources });
  const chain = toTemplate({
    A: { Type: "T::A::A", DependsOn: "B" },
    B: { Type: "T::A::A", Properties: { Text: { "Fn::Sub": "x $" + "{C.Arn} $" + "{!A} $" + "{AWS::Region}" } } },
    C: { Type: "T::A::A", Properties: { Of: { "Fn::GetAtt": ["D", "Arn"] } } },
    D: { Type: "T::A::A" },
    E: { Type: "T::A::A" },
  });

  test("follows Ref, GetAtt, Sub and DependsOn through others", () => {
    const { before, waitsFor } = getOrder(chain);
    expect([...before("A")].sort()).toEqual(["B", "C", "D"]);
    expect([waitsFor("A", "D"), waitsFor("D", "A"), waitsFor("A", "E"), waitsFor("E", "A")]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(creationOrder(chain.toJSON() as LaptopTemplate)).toEqual(["D", "C", "B", "A", "E"]);
  });

  test("names a cycle", () => {
    const Resources = {
      A: { Type: "T", DependsOn: ["B"] },
      B: { Type: "T", Properties: { Of: { Ref: "A" } } },
    };
    expect(() => creationOrder({ Resources })).toThrow("Circular dependency between resources: A > B > A");
  });
});
