import { listParams, type RouteRequest } from "./route-request.ts";
import { answers, STATUS, toSentence } from "./templates.ts";

/** `{ artworkId: api.services.newId() }`: a value for each of a path's parameters, `userId` being the caller's. */
const paramsText = (path: string, userId: string) => {
  const toArgument = (param: string) =>
    param === "userId" ? userId : param.endsWith("Id") ? "api.services.newId()" : `"any"`;
  return `{ ${listParams(path)
    .map((param) => (param === toArgument(param) ? param : `${param}: ${toArgument(param)}`))
    .join(", ")} }`;
};

/** A test that calls the route as a permitted caller. */
export function renderTest(request: RouteRequest): string {
  const { area, name, method, path, access } = request;
  const sent = [
    ...(access === "public" ? [] : ["as: caller.userId"]),
    ...(listParams(path).length > 0 ? [`params: ${paramsText(path, "caller.userId")}`] : []),
  ];
  const needsCaller = sent.join().includes("caller");
  const body = answers(request) ? `expect(reply.body).toEqual({ answer: "${toSentence(name)}" });` : "";
  return `import { expect, test } from "vitest";
import { ${name} } from "#shared/contract/${area}.ts";
${needsCaller ? `import { givenIn } from "#test/support/given.ts";` : ""}
import { startApi } from "#test/support/start-api.ts";

test("${method} ${path} answers ${access === "public" ? "anyone" : "who may call it"}", async () => {
  const api = await startApi();
  ${needsCaller ? "const caller = await givenIn(api).user();" : ""}

  const reply = await api.call(${name}${sent.length > 0 ? `, { ${sent.join(", ")} }` : ""});

  expect(reply.status).toBe(${STATUS[method]});
  ${body}
});
`;
}

/** The route's entry in the access test's samples. */
function renderSample({ path }: RouteRequest): string {
  const params = listParams(path);
  if (params.length === 0) return "nothing";
  if (params.join() === "userId") return "self";
  const text = paramsText(path, "userId");
  const world = text.includes("api.") ? "{ api }" : "_";
  return `{ of: (${text.includes("userId") ? `${world}, { userId }` : world === "_" ? "" : world}) => ({ params: ${text} }) }`;
}

/** The access test's samples with one for the route. */
export function withSample(samples: string, request: RouteRequest): string {
  const entry = `${request.name}: ${renderSample(request)},`;
  const start = samples.indexOf("const SAMPLES");
  const table = samples.slice(start);
  const area = `\n  ${request.area}: {`;
  const extended = table.includes(area)
    ? table.replace(area, `${area}\n    ${entry}`)
    : table.replace("\n};", `${area} ${entry} },\n};`);
  return samples.slice(0, start) + extended;
}
