import type { StackAccessControl } from "#local/access/access.ts";
import type { Logs } from "#local/functions/logs.ts";
import type { BehaviorSpec } from "#local/template/distribution.ts";
import { UNCACHED } from "#local/template/forwarding.ts";
import { distributionArn } from "#local/template/names.ts";
import type { SocketApi } from "#local/template/socket-api.ts";
import type { System } from "#local/template/system.ts";
import { compress } from "./compress.ts";
import { createEdgeCache, ERROR_SECONDS, getTtl } from "./edge-cache.ts";
import { createEdgeFunction } from "./edge-function.ts";
import { forwardRequest } from "./forward.ts";
import { type EdgeRequest, type EdgeResponse, message } from "./message.ts";
import { type MayRead, type ReadBucket, readFromBucket } from "./s3-origin.ts";

export type ApiHandler = (request: EdgeRequest) => Promise<EdgeResponse>;

export interface Origins {
  readObject: ReadBucket;
  /** True if a resource's policy lets a service act for one of its own resources. */
  allowsService: StackAccessControl["allowsService"];
  /** The HTTP APIs' handlers by API id. */
  apis: Map<string, ApiHandler>;
  /** A text with the values of the secrets that CloudFormation's dynamic references in it name. */
  resolveDynamic?(text: string): string;
  /** The WebSocket APIs. */
  sockets?: readonly SocketApi[];
  /** Answers pages before their origin in `npm run dev`, without policies; undefined passes the request to the origin. */
  beforeSite?(behavior: BehaviorSpec & { isPage: boolean }, request: EdgeRequest): Promise<EdgeResponse | undefined>;
}

/** CloudFront's path patterns: `*` matches any characters, `?` exactly one; case-sensitive. */
function matchesPattern(pattern: string, path: string): boolean {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^/?${source.replace(/^\//, "")}$`, "s").test(path);
}

const refuseMethod = (): EdgeResponse => ({
  status: 403,
  headers: { "content-type": "text/plain" },
  cookies: [],
  body: Buffer.from("This distribution is not configured to allow the HTTP request method that was used."),
});

/** In a stack without a distribution its only HTTP API stands at the site's port. */
function serveOnlyApi([api, ...others]: readonly ApiHandler[]) {
  if (!api || others.length > 0) {
    throw new Error("The laptop serves a CloudFront distribution or one HTTP API; the template holds neither");
  }
  return { id: "", answer: api, locateSocket: () => undefined, drop: () => {} };
}

/**
 * The stack's CloudFront distribution. Files from buckets are cached as their policies say; of functions' responses only
 * errors that name no lifetime, so that a developer sees every change.
 */
export function createDistribution(system: System, origins: Origins, logs: Logs) {
  const { distribution, responseHeaders, forwarding } = system;
  if (!distribution) return serveOnlyApi([...origins.apis.values()]);
  const errorLifetime = (status: number) =>
    distribution.errorResponses.find(({ errorCode }) => errorCode === status)?.seconds ?? ERROR_SECONDS;
  const cache = createEdgeCache(Date.now, errorLifetime);
  const arn = distributionArn(distribution.id);
  const mayRead: MayRead = (action, resource) =>
    origins.allowsService("cloudfront.amazonaws.com", arn, { action, resource });
  const edgeFunctions = new Map(
    [...system.edgeFunctions].map(([arn, code]) => [
      arn,
      createEdgeFunction(code, (text) => logs.add(code.name, text)),
    ]),
  );
  const behaviors = distribution.behaviors.map((behavior) => ({
    ...behavior,
    cache: forwarding(behavior.cachePolicyId),
    policies: [forwarding(behavior.cachePolicyId), forwarding(behavior.originRequestPolicyId)],
    headers: behavior.responseHeadersPolicyId ? responseHeaders.get(behavior.responseHeadersPolicyId) : undefined,
    origin: getOrigin(behavior),
    isPage: isPage(behavior),
  }));
  type Behavior = (typeof behaviors)[number];

  function getOrigin({ originId }: Pick<BehaviorSpec, "originId">) {
    const origin = distribution?.origins[originId];
    if (!origin) throw new Error(`A behaviour names the origin ${originId}, which the distribution lacks`);
    const bucket = system.buckets.find(({ name }) => origin.domainName.endsWith(`/${name}`));
    const api = [...origins.apis].find(([id]) => origin.domainName.startsWith(`${id}.`))?.[1];
    const socket = origins.sockets?.find(({ id }) => origin.domainName.startsWith(`${id}.`));
    if (!bucket && !api && !socket) throw new Error(`The laptop doesn't support the origin ${origin.domainName}`);
    return { ...origin, bucket, api, socket };
  }

  /** A behaviour with an API origin that doesn't allow POST serves pages. */
  function isPage(behavior: BehaviorSpec) {
    return getOrigin(behavior).api !== undefined && !behavior.allowedMethods.includes("POST");
  }

  function behaviorFor(path: string): Behavior {
    const found = behaviors.find(({ pathPattern }) => matchesPattern(pathPattern, path));
    if (!found) throw new Error("The distribution has no default behaviour");
    return found;
  }

  function forward({ origin, policies }: Behavior, request: EdgeRequest): EdgeRequest {
    const forwarded = forwardRequest(request, policies, origin.domainName.split("/")[0] ?? "");
    const own = Object.entries(origin.headers).map(([name, value]) => [name, origins.resolveDynamic?.(value) ?? value]);
    const headers = { ...forwarded.headers, ...Object.fromEntries(own) };
    return { ...forwarded, path: origin.path + forwarded.path, headers };
  }

  async function fetchOrigin(behavior: Behavior, request: EdgeRequest): Promise<EdgeResponse> {
    const { origin } = behavior;
    if (origin.socket) return message(426, "Upgrade Required");
    const { api, bucket } = origin;
    const { query } = forwardRequest(request, [behavior.cache], "");
    const key = query ? `${request.path}?${query}` : request.path;
    if (api) return cache.read(request, UNCACHED, (viewerRequest) => api(forward(behavior, viewerRequest)), key);
    if (!bucket) throw new Error(`The origin ${origin.domainName} is gone`);
    const fetchObject = (viewerRequest: EdgeRequest) =>
      readFromBucket(bucket.name, forward(behavior, viewerRequest), origins.readObject, mayRead);
    return cache.read(request, behavior.cache.lifetimes, fetchObject, key);
  }

  async function answerWithBehavior(behavior: Behavior, request: EdgeRequest): Promise<EdgeResponse> {
    const edge = behavior.viewerRequest ? edgeFunctions.get(behavior.viewerRequest) : undefined;
    const changed = edge ? await edge.viewerRequest(request) : { request, originId: undefined };
    if ("response" in changed) return changed.response;
    const { originId } = changed;
    const selected = originId ? { ...behavior, origin: getOrigin({ originId }) } : behavior;
    const response = await fetchOrigin(selected, changed.request);
    return response.status < 400 ? response : errorPage(response, changed.request);
  }

  /** The template's error page for this status, or the origin's own response if there is none. */
  async function errorPage(response: EdgeResponse, request: EdgeRequest): Promise<EdgeResponse> {
    const rule = distribution?.errorResponses.find(({ errorCode }) => errorCode === response.status);
    if (!rule?.pagePath) return response;
    const { "if-none-match": _tag, "if-modified-since": _since, range: _range, ...headers } = request.headers;
    const pageRequest = { ...request, method: "GET", path: rule.pagePath, query: "", headers };
    const page = await fetchOrigin(behaviorFor(rule.pagePath), pageRequest);
    return page.status === 200 ? { ...page, status: rule.responseCode ?? response.status } : response;
  }

  function applyPolicy(response: EdgeResponse, { headers: policy }: Behavior): EdgeResponse {
    if (!policy) return response;
    const headers = { ...response.headers };
    for (const name of policy.remove) delete headers[name];
    for (const { name, value, override } of policy.set) {
      if (override || headers[name] === undefined) headers[name] = value;
    }
    return { ...response, headers };
  }

  async function answer(request: EdgeRequest): Promise<EdgeResponse> {
    const behavior = behaviorFor(request.path);
    const isSite = behavior.origin.bucket || behavior.isPage;
    const early = isSite && (await origins.beforeSite?.(behavior, request));
    if (early) return early;
    if (!behavior.allowedMethods.includes(request.method)) return applyPolicy(refuseMethod(), behavior);
    const isRoot = request.path === "/" && distribution?.rootObject;
    const rewritten = isRoot ? { ...request, path: `/${distribution?.rootObject}` } : request;
    const response = applyPolicy(await answerWithBehavior(behavior, rewritten), behavior);
    const last = behavior.viewerResponse ? edgeFunctions.get(behavior.viewerResponse) : undefined;
    const final = last ? await last.viewerResponse(rewritten, response) : response;
    const { compresses, lifetimes } = behavior.cache;
    const isCached = request.method === "GET" && getTtl(final, lifetimes, errorLifetime) > 0;
    const mayCompress = behavior.compress && compresses && isCached;
    return mayCompress ? compress(final, request.headers["accept-encoding"]) : final;
  }

  /** The WebSocket API of a path and the forwarded handshake; undefined for other paths. */
  function locateSocket(request: EdgeRequest): { api: SocketApi; request: EdgeRequest } | undefined {
    const behavior = behaviorFor(request.path);
    const { socket } = behavior.origin;
    return socket && { api: socket, request: forward(behavior, request) };
  }

  return { id: distribution.id, answer, locateSocket, drop: cache.drop };
}
