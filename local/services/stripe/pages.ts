import type { IncomingMessage, ServerResponse } from "node:http";
import { readBody } from "../listening.ts";
import { findLink, keepLink, submitDetails } from "./accounts.ts";
import { StripeError } from "./errors.ts";
import { actOnPayment, paymentsPage } from "./payments-page.ts";
import { browserScript } from "./script.ts";
import type { Service } from "./service.ts";
import { leftOut, setupPage } from "./setup-page.ts";

const SETUP = /^\/setup\/(\w+)$/;
const SCRIPT = "/stripe.js";
const PAYMENTS = "/payments";
const MAX_BYTES = 16 * 1024;

/** No script runs here, and nobody may frame the forms. */
const GUARDS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  "cache-control": "no-store",
};

export const isPage = (path: string) => path === SCRIPT || path === PAYMENTS || SETUP.test(path);

const goTo = (response: ServerResponse, location: string) => void response.writeHead(303, { location }).end();

const formIn = async (request: IncomingMessage) => new URLSearchParams((await readBody(request, MAX_BYTES)).toString());

/** The browser's script, the pages that Stripe hosts, and the one of the payments. */
export async function answerPage(request: IncomingMessage, response: ServerResponse, service: Service) {
  if (request.url === SCRIPT) {
    return void response
      .writeHead(200, { "content-type": "text/javascript; charset=utf-8" })
      .end(await browserScript());
  }
  return request.url === PAYMENTS
    ? answerPayments(request, response, service)
    : answerSetup(request, response, service);
}

async function answerPayments(request: IncomingMessage, response: ServerResponse, service: Service) {
  if (request.method !== "POST") return void response.writeHead(200, GUARDS).end(paymentsPage(service));
  if (request.headers.origin !== service.url()) return void response.writeHead(403, GUARDS).end("Not from elsewhere");
  try {
    actOnPayment(service, await formIn(request));
  } catch (error) {
    // Another tab was quicker; the page shows how things stand.
    if (!(error instanceof StripeError)) throw error;
  }
  goTo(response, PAYMENTS);
}

/** A link works for one visit, and leads back for another one after that. */
async function answerSetup(request: IncomingMessage, response: ServerResponse, service: Service) {
  const { state, now } = service;
  const id = SETUP.exec(request.url ?? "")?.[1] ?? "";
  const link = findLink(state, id);
  if (!link) return void response.writeHead(404, GUARDS).end("<!doctype html><title>Gone</title><p>No such link.");
  if (request.method === "POST") {
    if (!link.visited) return goTo(response, link.refreshUrl);
    submitDetails(service, link.account, leftOut(await formIn(request)));
    return goTo(response, link.returnUrl);
  }
  if (link.visited || link.until < now()) return goTo(response, link.refreshUrl);
  keepLink(state, id, { ...link, visited: true });
  response.writeHead(200, GUARDS).end(setupPage(state.get("account", link.account), link.returnUrl));
}
