import { type EdgeRequest, type EdgeResponse, message } from "#local/gateway/message.ts";

const PATH = "/__local/stripe/";
const MAX_BYTES = 256 * 1024;
const PASSED = ["authorization", "content-type"];

/** Whether a path is the part of the Stripe stand-in that browsers use. */
export const isStripes = ({ path }: EdgeRequest) => path.startsWith(PATH);

/** Hands a browser's call on to the stand-in, so that script and calls come from the site's own origin. */
export async function passToStripe(url: string, request: EdgeRequest): Promise<EdgeResponse> {
  const { method, path, query, headers } = request;
  if (!["GET", "POST"].includes(method)) return message(405, "Method Not Allowed");
  const response = await fetch(`${url}/${path.slice(PATH.length)}${query && `?${query}`}`, {
    method,
    headers: Object.fromEntries(PASSED.flatMap((name) => (headers[name] ? [[name, headers[name]]] : []))),
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
