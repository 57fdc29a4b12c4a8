import type { IncomingMessage, ServerResponse } from "node:http";
import { readBody } from "../listening.ts";
import { findLink, keepLink, submitDetails } from "./accounts.ts";
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

export const isPage = (path: string) => SETUP.test(path);

/** The pages that Stripe hosts: a link works for one visit, and leads back for another one after that. */
export async function answerPage(request: IncomingMessage, response: ServerResponse, service: Service) {
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
