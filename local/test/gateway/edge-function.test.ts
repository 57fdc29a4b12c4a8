import { describe, expect, test } from "vitest";
import { createEdgeFunction } from "#local/gateway/edge-function.ts";

const REQUEST = {
  method: "GET",
  path: "/a",
  query: "",
  headers: { host: "localhost" },
  sourceIp: "127.0.0.1",
  readBody: async () => Buffer.alloc(0),
};

const create = (body: string) =>
  createEdgeFunction({ name: "Edge", code: `function handler(event) { ${body}; return event.request; }` }, () => {});

describe("an edge function", () => {
  test("can use the features of CloudFront's runtime 2.0", async () => {
    const { viewerRequest } = create(`
      const million = 1_000_000;
      let path = event.request.uri.replace(/^\\/(?<first>\\w)/y, (all, ...rest) => \`/\${rest[0]}\`);
      for (let i = 0; i < 2; i++) path += "/" + million ** 2;
      for (const name in { a: 1 }) path += name;
      try { null.x } catch (error) { path += typeof error }
      event.request.uri = path;
    `);
    const result = await viewerRequest(REQUEST);
    expect(result).toMatchObject({ request: { path: "/a/1000000000000/1000000000000aobject" } });
  });

  test.each([
    ["a loop over values", "for (const part of []) part()", "ForOfStatement"],
    ["destructuring", "const { request } = event", "ObjectPattern"],
    ["destructuring of a list", "const [first] = [1]", "ArrayPattern"],
    ["a default", "const f = (a = 1) => a", "AssignmentPattern"],
    ["a spread", "const copy = { ...event }", "SpreadElement"],
    ["an optional chain", "event?.request", "ChainExpression"],
    ["a fallback for nullish values", "event.a ?? 1", "??"],
    ["a fallback that assigns", "event.a ||= 1", "||="],
    ["a class", "class A {}", "ClassBody"],
    ["a generator", "function* all() {}", "generator"],
    ["a shorthand", "const all = { event }", "shorthand"],
    ["a method", "const all = { run() {} }", "method"],
    ["a computed name", "const all = { [event.a]: 1 }", "computed"],
    ["a catch that names nothing", "try {} catch {}", "CatchClause without a name"],
    ["a number of any size", "const big = 1n", "bigint"],
    ["a regular expression that knows Unicode", "/a/u.test('')", "/u"],
  ])("fails the start with %s", (_what, body, named) => {
    expect(() => create(body)).toThrow(`Edge: CloudFront's runtime 2.0 doesn't list ${named} (line 1)`);
  });
});

test.each(["__proto__", "constructor", "toString"])("a parameter or cookie can be named %s", async (name) => {
  const { viewerRequest } = create("");
  const query = `${name}=1&${name}=2`;
  const headers = { ...REQUEST.headers, cookie: `${name}=1; ${name}=2` };
  const result = await viewerRequest({ ...REQUEST, query, headers });
  expect(result).toMatchObject({ request: { query, headers: { cookie: headers.cookie } } });
  expect(Object.keys(Object.getPrototypeOf({}))).toEqual([]);
});
