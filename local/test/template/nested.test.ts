import { describe, expect, test } from "vitest";
import { withNested } from "#local/template/nested.ts";
import { creationOrder } from "#local/template/order.ts";

type Stack = Parameters<typeof withNested>[0];

const url = (key: string) => ({
  "Fn::Join": ["", ["https://s3.", { Ref: "AWS::Region" }, `.amazonaws.com/assets/${key}`]],
});
const nesting = (Parameters: object, DependsOn?: string[]) => ({
  Type: "AWS::CloudFormation::Stack",
  Properties: { TemplateURL: url("inner.json"), Parameters },
  ...(DependsOn ? { DependsOn } : {}),
});
const mergeNested = (Resources: Stack["Resources"], inner: Stack) => withNested({ Resources }, () => inner).Resources;

describe("a nested stack", () => {
  test("runs with its parameters' values", () => {
    const resources = mergeNested(
      { Fn: { Type: "F" }, Nested: nesting({ function: { "Fn::GetAtt": ["Fn", "Arn"] } }) },
      {
        Resources: { Route: { Type: "R", Properties: { Target: { "Fn::Join": ["/", ["a", { Ref: "function" }]] } } } },
      },
    );
    expect(resources.Route?.Properties).toEqual({
      Target: { "Fn::Join": ["/", ["a", { "Fn::GetAtt": ["Fn", "Arn"] }]] },
    });
  });

  test("starts after its parameters' resources and its dependencies, and dependants wait for all of it", () => {
    const resources = mergeNested(
      {
        After: { Type: "T", DependsOn: "Nested" },
        Nested: nesting({ given: { Ref: "Given" } }, ["Awaited"]),
        Given: { Type: "T" },
        Awaited: { Type: "T" },
      },
      { Resources: { Second: { Type: "T", DependsOn: "First" }, First: { Type: "T" } } },
    );
    expect(creationOrder({ Resources: resources })).toEqual(["Given", "Awaited", "First", "Second", "Nested", "After"]);
  });

  test("can contain nested stacks", () => {
    const templates: Record<string, Stack> = {
      "inner.json": {
        Resources: {
          Innermost: {
            ...nesting({ b: { Ref: "a" } }),
            Properties: { TemplateURL: url("innermost.json"), Parameters: { b: { Ref: "a" } } },
          },
        },
      },
      "innermost.json": { Resources: { Deep: { Type: "T", Properties: { Of: { Ref: "b" } } } } },
    };
    const { Resources } = withNested(
      { Resources: { Nested: nesting({ a: "text" }) } },
      (key) => templates[key] as Stack,
    );
    expect(Resources.Deep?.Properties).toEqual({ Of: "text" });
  });

  test.each(["Conditions", "Mappings", "Outputs"])("is refused with %s, which the laptop doesn't support", (part) => {
    const inner = { Resources: {}, [part]: {} };
    expect(() => mergeNested({ Nested: nesting({}) }, inner)).toThrow("Nested: the laptop's nested stacks have");
  });

  test("is refused if a logical id is taken, or if its template is no asset", () => {
    expect(() => mergeNested({ A: { Type: "T" }, Nested: nesting({}) }, { Resources: { A: { Type: "T" } } })).toThrow(
      "A is a resource of two stacks",
    );
    const elsewhere = { Type: "AWS::CloudFormation::Stack", Properties: { TemplateURL: { Ref: "Address" } } };
    expect(() => mergeNested({ Nested: elsewhere }, { Resources: {} })).toThrow("has to be an asset");
  });
});
