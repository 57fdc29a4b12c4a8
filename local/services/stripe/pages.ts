import type { IncomingMessage, ServerResponse } from "node:http";
import { readBody } from "../http-server.ts";
import { findLink, saveLink, submitDetails } from "./accounts.ts";
import { browserScript } from "./browser-script.ts";
import { findRedirected, finishRedirect } from "./confirm.ts";
import { StripeError } from "./errors.ts";
import { accountPage, omittedSteps, onboardingPage } from "./onboarding-page.ts";
import { actOnPayment, paymentsPage } from "./payments-page.ts";
import { redirectPage } from "./redirect-page.ts";
import type { Service } from "./service.ts";

const ONBOARDING = /^\/setup\/(\w+)$/;
const EXPRESS = /^\/express\/(\w+)$/;
const REDIRECT = /^\/redirects\/(\w+)$/;
const SCRIPT = "/stripe.js";
const PAYMENTS = "/payments";
const MAX_BYTES = 16 * 1024;

/** No script may run on these pages, and no site may frame them. */
const SECURITY_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  "cache-control": "no-store",
};

export const isPage = (path: string) =>
  path === SCRIPT || path === PAYMENTS || [ONBOARDING, EXPRESS, REDIRECT].some((form) => form.test(path));

const redirect = (response: ServerResponse, location: string) => void response.writeHead(303, { location }).end();

const readForm = async (request: IncomingMessage) =>
  new URLSearchParams((await readBody(request, MAX_BYTES)).toString());

/** Serves the browser script, the onboarding form and the payments page. */
export async function answerPage(request: IncomingMessage, response: ServerResponse, service: Service) {
  if (request.url === SCRIPT) {
    return void response
      .writeHead(200, { "content-type": "text/javascript; charset=utf-8" })
      .end(await browserScript());
  }
  if (REDIRECT.test(request.url ?? "")) return answerRedirect(request, response, service);
  if (EXPRESS.test(request.url ?? "")) return void response.writeHead(200, SECURITY_HEADERS).end(accountPage());
  return request.url === PAYMENTS
    ? answerPayments(request, response, service)
    : answerOnboarding(request, response, service);
}

async function answerPayments(request: IncomingMessage, response: ServerResponse, service: Service) {
  if (request.method !== "POST") return void response.writeHead(200, SECURITY_HEADERS).end(paymentsPage(service));
  if (request.headers.origin !== service.url())
    return void response.writeHead(403, SECURITY_HEADERS).end("Not from elsewhere");
  try {
    actOnPayment(service, await readForm(request));
  } catch (error) {
    // The action was already done in another tab; the page shows the current state.
    if (!(error instanceof StripeError)) throw error;
  }
  redirect(response, PAYMENTS);
}

/** The page of a payment method that redirects; its payer is sent back once. */
async function answerRedirect(request: IncomingMessage, response: ServerResponse, service: Service) {
  const intent = findRedirected(service, REDIRECT.exec(request.url ?? "")?.[1] ?? "");
  if (!intent) {
    return void response.writeHead(404, SECURITY_HEADERS).end("<!doctype html><title>Gone</title><p>No such payment.");
  }
  if (request.method !== "POST") return void response.writeHead(200, SECURITY_HEADERS).end(redirectPage(intent));
  const outcome = (await readForm(request)).get("outcome") === "succeed" ? "succeed" : "fail";
  redirect(response, finishRedirect(service, intent, outcome));
}

/** An account link works for one visit and redirects to its refresh URL afterwards. */
async function answerOnboarding(request: IncomingMessage, response: ServerResponse, service: Service) {
  const { state, now } = service;
  const id = ONBOARDING.exec(request.url ?? "")?.[1] ?? "";
  const link = findLink(state, id);
  if (!link)
    return void response.writeHead(404, SECURITY_HEADERS).end("<!doctype html><title>Gone</title><p>No such link.");
  if (request.method === "POST") {
    if (!link.visited) return redirect(response, link.refreshUrl);
    submitDetails(service, link.account, omittedSteps(await readForm(request)));
    return redirect(response, link.returnUrl);
  }
  if (link.visited || link.until < now()) return redirect(response, link.refreshUrl);
  saveLink(state, id, { ...link, visited: true });
  response.writeHead(200, SECURITY_HEADERS).end(onboardingPage(state.get("account", link.account), link.returnUrl));
}
