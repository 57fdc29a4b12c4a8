import type { IncomingMessage, ServerResponse } from "node:http";
import { readBody } from "../listening.ts";
import { findLink, keepLink, submitDetails } from "./accounts.ts";
import { browserScript } from "./script.ts";
import type { Service } from "./service.ts";
import { leftOut, setupPage } from "./setup-page.ts";

const SETUP = /^\/setup\/(\w+)$/;
const MAX_BYTES = 16 * 1024;

/** No script runs here, and only the form's own address and the way back may be gone to. */
const GUARDS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  "cache-control": "no-store",
};

const SCRIPT = "/stripe.js";

export const isPage = (path: string) => path === SCRIPT || SETUP.test(path);

/** The script, and the page that Stripe hosts: a link works for one visit, and leads back for another one after that. */
export async function answerPage(request: IncomingMessage, response: ServerResponse, service: Service) {
  if (request.url === SCRIPT) {
    return void response
      .writeHead(200, { "content-type": "text/javascript; charset=utf-8" })
      .end(await browserScript());
  }
  const { state, now } = service;
  const id = SETUP.exec(request.url ?? "")?.[1] ?? "";
  const link = findLink(state, id);
  if (!link) return void response.writeHead(404, GUARDS).end("<!doctype html><title>Gone</title><p>No such link.");
  const goTo = (location: string) => void response.writeHead(303, { location }).end();
  if (request.method === "POST") {
    if (!link.visited) return goTo(link.refreshUrl);
    const form = new URLSearchParams((await readBody(request, MAX_BYTES)).toString());
    submitDetails(service, link.account, leftOut(form));
    return goTo(link.returnUrl);
  }
  if (link.visited || link.until < now()) return goTo(link.refreshUrl);
  keepLink(state, id, { ...link, visited: true });
  response.writeHead(200, GUARDS).end(setupPage(state.get("account", link.account), link.returnUrl));
}
