import { createContext, Script } from "node:vm";
import { requireEdgeSyntax } from "./edge-syntax.ts";
import type { EdgeRequest, EdgeResponse } from "./message.ts";

interface Value {
  value: string;
  multiValue?: { value: string }[];
}
type Values = Record<string, Value>;

interface FunctionRequest {
  method: string;
  uri: string;
  querystring: Values;
  headers: Values;
  cookies: Values;
}

interface FunctionResponse {
  statusCode: number;
  headers?: Values;
  cookies?: Record<string, Value & { attributes?: string }>;
  body?: string | { encoding: "text" | "base64"; data: string };
}

interface Changed {
  request: EdgeRequest;
  originId?: string | undefined;
}

/** CloudFront's limit is about a millisecond of CPU time; here the time of a clock counts, and a busy laptop may stall. */
const MAX_RUN_MS = 2_000;

function parseValues(pairs: string[]): Values {
  // Anybody names a parameter: `__proto__` would change every object of the laptop.
  const values: Values = Object.create(null);
  for (const pair of pairs.filter(Boolean)) {
    const at = pair.indexOf("=");
    const [name, value] = at < 0 ? [pair, ""] : [pair.slice(0, at), pair.slice(at + 1)];
    const existing = values[name];
    if (existing) existing.multiValue = [...(existing.multiValue ?? [{ value: existing.value }]), { value }];
    else values[name] = { value };
  }
  return values;
}

const toPairs = (values: Values) =>
  Object.entries(values).flatMap(([name, { value, multiValue }]) =>
    (multiValue ?? [{ value }]).map((each) => `${name}=${each.value}`),
  );

const headerValues = (headers: Record<string, string>): Values =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value }]));

const plainHeaders = (values: Values = {}) =>
  Object.fromEntries(Object.entries(values).map(([name, { value }]) => [name.toLowerCase(), value]));

function toFunctionRequest({ method, path, query, headers }: EdgeRequest): FunctionRequest {
  const { cookie = "", ...others } = headers;
  return {
    method,
    uri: path,
    querystring: parseValues(query.split("&")),
    headers: headerValues(others),
    cookies: parseValues(cookie.split(/;\s*/)),
  };
}

function fromFunctionRequest(request: EdgeRequest, changed: FunctionRequest): EdgeRequest {
  const cookie = toPairs(changed.cookies).join("; ");
  return {
    ...request,
    path: changed.uri,
    query: toPairs(changed.querystring).join("&"),
    headers: { ...plainHeaders(changed.headers), ...(cookie && { cookie }) },
  };
}

function toEdgeResponse({ statusCode, headers, cookies, body }: FunctionResponse): EdgeResponse {
  const data = typeof body === "string" ? { encoding: "text", data: body } : body;
  return {
    status: statusCode,
    headers: plainHeaders(headers),
    cookies: Object.entries(cookies ?? {}).map(
      ([name, { value, attributes }]) => `${name}=${value}${attributes ? `; ${attributes}` : ""}`,
    ),
    body: Buffer.from(data?.data ?? "", data?.encoding === "base64" ? "base64" : "utf8"),
  };
}

/** CloudFront's own module, which code imports in its first line; a script of `node:vm` can't, so it is a global here. */
const CLOUDFRONT_IMPORT = /^import cf from ["']cloudfront["'];?/;

/** Runs a CloudFront Function in a context without Node's globals. Throws for syntax that CloudFront's runtime lacks. */
export function createEdgeFunction({ name, code }: { name: string; code: string }, log: (text: string) => void) {
  const print = (...parts: unknown[]) => log(parts.map(String).join(" "));
  const context = createContext(
    { console: { log: print, error: print } },
    { codeGeneration: { strings: false, wasm: false } },
  );
  const script = code.replace(CLOUDFRONT_IMPORT, "");
  requireEdgeSyntax(name, script);
  new Script(script, { filename: name }).runInContext(context, { timeout: MAX_RUN_MS });
  const call = new Script("handler(JSON.parse(event))", { filename: `${name}-call` });

  async function run(event: object) {
    const selected: string[] = [];
    context.cf = { selectRequestOriginById: (id: string) => void selected.push(id) };
    context.event = JSON.stringify(event);
    const result: unknown = await call.runInContext(context, { timeout: MAX_RUN_MS });
    return { result: JSON.parse(JSON.stringify(result)) as unknown, originId: selected.at(-1) };
  }
  const buildEvent = (eventType: string, request: EdgeRequest) => ({
    version: "1.0",
    context: { distributionDomainName: request.headers.host, distributionId: "laptop", eventType, requestId: "laptop" },
    viewer: { ip: request.sourceIp },
    request: toFunctionRequest(request),
  });

  return {
    /** The function's request to continue with and the origin that it selected, or its own response. */
    async viewerRequest(request: EdgeRequest): Promise<Changed | { response: EdgeResponse }> {
      const { result, originId } = await run(buildEvent("viewer-request", request));
      if (typeof result === "object" && result !== null && "statusCode" in result) {
        return { response: toEdgeResponse(result as FunctionResponse) };
      }
      return { request: fromFunctionRequest(request, result as FunctionRequest), originId };
    },
    /** The response with the function's status and headers. */
    async viewerResponse(request: EdgeRequest, response: EdgeResponse): Promise<EdgeResponse> {
      const { result } = await run({
        ...buildEvent("viewer-response", request),
        response: { statusCode: response.status, headers: headerValues(response.headers), cookies: {} },
      });
      const { statusCode, headers } = result as FunctionResponse;
      return { ...response, status: statusCode, headers: plainHeaders(headers) };
    },
  };
}
