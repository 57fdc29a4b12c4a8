import type { Forwarding, Selection } from "#local/template/forwarding.ts";
import type { EdgeRequest } from "./message.ts";

const lets = (selection: Selection, name: string): boolean => {
  if (!("names" in selection)) return selection.kind === "all";
  return selection.names.includes(name.toLowerCase()) === (selection.kind === "only");
};

/** What describes the body and the transfer reaches the origin under every policy. */
const ALWAYS = ["content-type", "content-length", "if-none-match", "if-modified-since", "range"];
const NEVER = ["connection", "keep-alive", "transfer-encoding", "upgrade", "cookie"];

/** The request as the origin gets it: only what the behaviour's policies let through, as in the cloud. */
export function forwardRequest(request: EdgeRequest, policies: Forwarding[], originHost: string): EdgeRequest {
  const some = (part: "headers" | "cookies" | "query", name: string) =>
    policies.some((policy) => lets(policy[part], name));
  const named = (pairs: string[], part: "cookies" | "query") =>
    pairs.filter((pair) => pair && some(part, pair.split("=")[0]?.trim() ?? ""));

  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(
      ([name]) => !NEVER.includes(name) && (ALWAYS.includes(name) || some("headers", name)),
    ),
  );
  const cookie = named((request.headers.cookie ?? "").split(/;\s*/), "cookies").join("; ");
  const viewer = request.headers["x-forwarded-for"];
  return {
    ...request,
    query: named(request.query.split("&"), "query").join("&"),
    headers: {
      "user-agent": "Amazon CloudFront",
      ...headers,
      ...(cookie && { cookie }),
      host: policies.some((policy) => lets(policy.headers, "host")) ? (request.headers.host ?? originHost) : originHost,
      "x-forwarded-for": [viewer, request.sourceIp, "127.0.0.1"].filter(Boolean).join(", "),
      "x-forwarded-proto": "https",
      "x-forwarded-port": "443",
      via: "2.0 laptop.cloudfront.net (CloudFront)",
    },
  };
}
