import { runInNewContext } from "node:vm";
import type { Template } from "aws-cdk-lib/assertions";
import { describe, expect, test } from "vitest";
import { buildOperationId, describedPath, openApiDocument } from "#lib/api-reference/document.ts";
import { describeType, listFields } from "#lib/api-reference/fields.ts";
import { apiReferencePage } from "#lib/api-reference/page.ts";
import { STAGES } from "#lib/stacks/stages.ts";
import { areas } from "#shared/contract/areas.ts";
import { FAILURES } from "#shared/failures.ts";
import { buildRouteKey, type Route } from "#shared/route.ts";
import { getStack } from "./support/synthesize-stack.ts";
import { listResources } from "./support/template.ts";

const FILES = ["/api-reference.html", "/openapi.json"];

/** The path that the edge function rewrites a path to. */
function rewriteUri(template: Template, uri: string) {
  const sources = listResources(template, "AWS::CloudFront::Function").map(([, fn]) =>
    String(fn.Properties.FunctionCode),
  );
  const rewrite = sources
    .find((source) => source.includes("const pages"))
    ?.split("\n")
    .slice(1)
    .join("\n");
  const cf = { selectRequestOriginById: () => undefined };
  return runInNewContext(`${rewrite}; handler({ request: ${JSON.stringify({ uri })} }).uri`, { cf }) as string;
}

describe.each(STAGES)("stage %s", (name) => {
  const isProduction = name === "production";

  test(
    isProduction
      ? "doesn't publish its API reference"
      : "publishes its API reference in two files and names it in an output",
    async () => {
      const { template } = await getStack(name);
      const { ApiReference } = template.toJSON().Outputs as Readonly<Record<string, unknown>>;
      expect(JSON.stringify(ApiReference ?? null)).toEqual(
        isProduction ? "null" : expect.stringContaining("/api-reference.html"),
      );
      expect(FILES.map((file) => rewriteUri(template, file))).toEqual(isProduction ? ["/404", "/404"] : FILES);
      const [[, pages] = []] = listResources(template, "Custom::CDKBucketDeployment").filter(([id]) =>
        id.includes("Pages"),
      );
      expect(pages?.Properties.SourceObjectKeys).toHaveLength(isProduction ? 2 : 4);
    },
  );
});

describe("the page", () => {
  const page = apiReferencePage(openApiDocument("/"), "openapi.json");
  const routes = Object.entries(areas).flatMap(([area, own]) =>
    Object.entries<Route>(own).flatMap(([name, route]) =>
      // Nobody else may know of operators' routes.
      route.access === "operator" ? [] : [[buildOperationId(area, name), route] as const],
    ),
  );
  const findArticle = (name: string) => page.slice(page.indexOf(`<article id="${name}">`)).split("</article>")[0] ?? "";

  test.each(routes.map(([name, route]) => [buildRouteKey(route), name, route] as const))(
    "has %s with its body and its failures",
    (_key, name, { method, path, body, fails = [] }) => {
      const article = findArticle(name);
      expect(article).toContain(`<span class="method">${method}</span> <code>${describedPath(path)}</code>`);
      expect(article.includes("<h4>Body</h4>")).toBe(body !== undefined);
      for (const code of fails)
        expect(article).toContain(`<code>${code}</code>: ${FAILURES[code].message.slice(0, 10)}`);
      expect(page).toContain(`<a href="#${name}">`);
    },
  );

  test("shows types, limits and access", () => {
    expect(findArticle("writeComment")).toMatch(
      /<code>commentContent<\/code> <span>text, at most \d+ characters \(grapheme clusters\)<\/span>/,
    );
    expect(findArticle("writeComment")).toContain("Anyone signed in.");
    expect(findArticle("placeOrder")).toContain("<h4>Or this body</h4>");
    expect(findArticle("listArtwork")).toMatch(/<code>limit<\/code> <span>in the query, [^<]*, optional<\/span>/);
  });

  test("has no script and loads nothing", () => {
    expect(page).not.toMatch(/<script|<link|<img|@import|url\(|\son\w+=|https?:/);
  });
});

describe("a field", () => {
  test.each([
    [{ type: "string", minLength: 3, maxLength: 20 }, "text, 3 to 20 characters"],
    [{ type: "string", minLength: 22, maxLength: 22 }, "text, exactly 22 characters"],
    [{ type: "string", maxLength: 20 }, "text, at most 20 characters"],
    [{ type: "string", minLength: 0, maxLength: 20 }, "text, at most 20 characters"],
    [{ type: "string", minLength: 1 }, "text, at least 1 characters"],
    [{ type: "string", format: "uuid", pattern: "^x$" }, "uuid"],
    [{ type: "string", pattern: "^x$" }, "text, like ^x$"],
    [{ type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, "whole number, at least 0"],
    [{ type: "integer", minimum: 1, maximum: 5 }, "whole number, 1 to 5"],
    [{ type: "number", exclusiveMinimum: 0 }, "number, more than 0"],
    [{ anyOf: [{ type: "string" }, { type: "null" }] }, "text or null"],
    [{ type: ["string", "null"], maxLength: 3 }, "text, at most 3 characters or null"],
    [{ enum: ["a", "b"] }, '"a" | "b"'],
    [{ enum: ["a", "b"], default: "a" }, '"a" | "b", "a" unless sent'],
    [{ const: true }, "true"],
    [{ type: "array", items: { type: "string" }, maxItems: 5 }, "list of text, at most 5 entries"],
    [{}, "anything"],
  ])("%j is described as %s", (schema, says) => expect(describeType(schema)).toBe(says));

  test("nested in lists and objects has its full path", () => {
    const owner = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
    const schema = {
      type: "object",
      properties: { items: { type: "array", items: { anyOf: [owner, { type: "null" }] } } },
    };
    expect(listFields(schema)).toEqual([
      { name: "items", typeText: "list of object or null", isRequired: false },
      { name: "items[].name", typeText: "text", isRequired: true },
    ]);
  });
});
