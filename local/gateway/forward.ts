import type { Forwarding, Selection } from "#local/template/forwarding.ts";
import type { EdgeRequest } from "./message.ts";

const allows = (selection: Selection, name: string): boolean => {
  if (!("names" in selection)) return selection.kind === "all";
  return selection.names.includes(name.toLowerCase()) === (selection.kind === "only");
};

/** The viewer's Accept-Encoding as CloudFront normalizes it if a policy enables compression. */
function normalizedEncodings(acceptEncoding = "") {
  const offered = acceptEncoding
    .toLowerCase()
    .split(",")
    .map((entry) => entry.split(";")[0]?.trim());
  return ["br", "gzip"].filter((encoding) => offered.includes(encoding)).join(",");
}

/** Headers that are forwarded under every policy. */
const ALWAYS = ["content-type", "content-length", "if-none-match", "if-modified-since", "range"];
const NEVER = ["connection", "keep-alive", "transfer-encoding", "upgrade", "cookie"];

/** The request that reaches the origin: only what the behaviour's policies forward. */
export function forwardRequest(request: EdgeRequest, policies: Forwarding[], originHost: string): EdgeRequest {
  const isForwarded = (part: "headers" | "cookies" | "query", name: string) =>
    policies.some((policy) => allows(policy[part], name));
  const forwardedPairs = (pairs: string[], part: "cookies" | "query") =>
    pairs.filter((pair) => pair && isForwarded(part, pair.split("=")[0]?.trim() ?? ""));

  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(
      ([name]) => !NEVER.includes(name) && (ALWAYS.includes(name) || isForwarded("headers", name)),
    ),
  );
  const cookie = forwardedPairs((request.headers.cookie ?? "").split(/;\s*/), "cookies").join("; ");
  const encodings = normalizedEncodings(request.headers["accept-encoding"]);
  const viewer = request.headers["x-forwarded-for"];
  return {
    ...request,
    query: forwardedPairs(request.query.split("&"), "query").join("&"),
    headers: {
      "user-agent": "Amazon CloudFront",
      ...headers,
      ...(encodings && policies.some(({ compresses }) => compresses) && { "accept-encoding": encodings }),
      ...(cookie && { cookie }),
      host: policies.some((policy) => allows(policy.headers, "host"))
        ? (request.headers.host ?? originHost)
        : originHost,
      "x-forwarded-for": [viewer, request.sourceIp, "127.0.0.1"].filter(Boolean).join(", "),
      "x-forwarded-proto": "https",
      "x-forwarded-port": "443",
      via: "2.0 laptop.cloudfront.net (CloudFront)",
    },
  };
}
