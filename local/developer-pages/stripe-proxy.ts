import { type EdgeRequest, type EdgeResponse, message } from "#local/gateway/message.ts";

const PATH = "/__local/stripe/";
const MAX_BYTES = 256 * 1024;
const FORWARDED_HEADERS = ["authorization", "content-type"];

export const isStripePath = ({ path }: EdgeRequest) => path.startsWith(PATH);

/** Forwards a browser's call to the stand-in, so that Stripe's script and API have the site's origin. */
export async function proxyToStripe(url: string, request: EdgeRequest): Promise<EdgeResponse> {
  const { method, path, query, headers } = request;
  if (!["GET", "POST"].includes(method)) return message(405, "Method Not Allowed");
  const response = await fetch(`${url}/${path.slice(PATH.length)}${query && `?${query}`}`, {
    method,
    headers: Object.fromEntries(FORWARDED_HEADERS.flatMap((name) => (headers[name] ? [[name, headers[name]]] : []))),
    redirect: "manual",
    ...(method === "POST" ? { body: new Uint8Array(await request.readBody(MAX_BYTES)) } : {}),
  });
  return {
    status: response.status,
    headers: {
      "content-type": response.headers.get("content-type") ?? "application/octet-stream",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
    cookies: [],
    body: Buffer.from(await response.arrayBuffer()),
  };
}
