import type { Notice, OneTimeCode } from "#local/cloud/platform.ts";
import type { Services } from "#local/cloud/services.ts";
import type { Functions } from "#local/functions/functions.ts";
import type { Logs } from "#local/functions/logs.ts";
import type { ApiHandler } from "#local/gateway/distribution.ts";
import { peekTable } from "#local/provision/tables.ts";
import type { AsyncQueue } from "#local/streams/async-queue.ts";
import type { DeadLetters } from "#local/streams/dead-letters.ts";
import type { System } from "#local/template/system.ts";
import { html, type Markup } from "./html.ts";
import { table } from "./page.ts";

export interface PageContext {
  system: System;
  functions: Pick<Functions, "list">;
  services: Services;
  deadLetters: DeadLetters;
  queue: Pick<AsyncQueue, "pending">;
  logs: Pick<Logs, "find" | "metrics">;
  notice: { readonly current?: Notice | undefined };
  codes: { readonly list: () => readonly OneTimeCode[] };
  /** Address of the page that describes the API; production's stack has none. */
  apiReference: string | undefined;
  /** Answers as the site does. */
  answerSite: ApiHandler;
}

const time = (iso: string) => html`<span class="soft mono">${iso.replace("T", " ").slice(0, 19)}</span>`;

export function mailbox({ services }: PageContext): Markup {
  const mails = services.mail.list();
  const rows = mails.map(({ id, to, subject, created }) => [
    time(created),
    to,
    html`<a href="/__local/mail/${id}">${subject || "(no subject)"}</a>`,
  ]);
  return html`<h2>Mail</h2>${table(["Sent", "To", "Subject"], rows, "No mail yet. Mail that the product sends appears here.")}
<p class="soft">As JSON: <a href="/__local/mail">/__local/mail</a></p>`;
}

export const codes = ({ codes }: PageContext): Markup =>
  html`<h2>One-time codes</h2>${table(
    ["Account", "Current code"],
    codes.list().map(({ name, code }) => [name, html`<code>${code}</code>`]),
    "No account's second factor is known here yet.",
  )}`;

/** A mail in a sandboxed iframe; links open in a new tab. */
export function mailPage({ services }: PageContext, id: string): Markup | undefined {
  const mail = services.mail.list().find((each) => each.id === id);
  if (!mail) return undefined;
  const source = `<base target="_blank">${mail.html || `<pre>${mail.text.replaceAll("<", "&lt;")}</pre>`}`;
  return html`<h2>${mail.subject}</h2><p class="soft">To ${mail.to} · ${time(mail.created)}</p>
<iframe title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${source}"></iframe>
<h3>Links</h3><div class="card"><ul>${mail.links.map((link) => html`<li><a href="${link}">${link}</a></li>`)}</ul></div>
<h3>Text</h3><div class="card"><pre>${mail.text}</pre></div>`;
}

export function routes({ system, functions }: PageContext): Markup {
  const rows = system.apis
    .flatMap((api) => api.routes)
    .sort((a, b) => (a.routeKey.split(" ")[1] ?? "").localeCompare(b.routeKey.split(" ")[1] ?? ""))
    .map(({ routeKey, functionName, authorizer }) => [
      html`<code>${routeKey}</code>`,
      authorizer ? "token" : "public",
      html`<a href="/__local/logs?q=${encodeURIComponent(functionName)}">${functionName}</a>`,
    ]);
  const workers = functions
    .list()
    .map(({ spec, workers: count }) => [spec.name, count, `${spec.timeoutSeconds} s`, `${spec.memoryMb} MB`]);
  const behaviors = (system.distribution?.behaviors ?? []).map(({ pathPattern, originId }) => [
    html`<code>${pathPattern}</code>`,
    system.distribution?.origins[originId]?.domainName,
  ]);
  return html`<h2>Routes</h2>${table(["Route", "Access", "Function"], rows, "The template has no routes.")}
<h2>Functions</h2>${table(["Function", "Workers", "Timeout", "Memory"], workers, "No functions.")}
<h2>CloudFront behaviours</h2>${table(["Path pattern", "Origin"], behaviors, "No distribution.")}`;
}

export function logLines({ logs }: PageContext, search: string): Markup {
  const lines = logs.find(search).toReversed();
  const rows = lines.map(({ at, source, requestId, text }) => [
    time(at),
    html`<span class="soft">${source}</span>`,
    requestId && html`<a class="mono" href="/__local/logs?q=${requestId}">${requestId.slice(0, 8)}</a>`,
    html`<pre>${text}</pre>`,
  ]);
  return html`<h2>Logs</h2><form><input name="q" value="${search}" aria-label="Search" placeholder="Request id, function or text"><button>Search</button></form>
${table(["Time", "Source", "Request", "Message"], rows, "No log lines.")}`;
}

export async function tables({ system, services }: PageContext): Promise<Markup> {
  const parts = await Promise.all(
    system.tables.map(async ({ name }) => {
      const { count, items } = await peekTable(services.dynamoDbUrl, name);
      const rows = items.map((item) => [html`<pre>${JSON.stringify(item)}</pre>`]);
      return html`<h2>${name} <span class="soft">${count} items</span></h2>${table(["First items"], rows, "Empty.")}`;
    }),
  );
  return html`${parts.length ? parts : html`<p class="soft">The template has no tables.</p>`}`;
}

export async function buckets({ system, services }: PageContext): Promise<Markup> {
  const rows = await Promise.all(system.buckets.map(async ({ name }) => [name, await services.s3.countObjects(name)]));
  return html`<h2>Buckets</h2>${table(["Bucket", "Objects"], rows, "The template has no buckets.")}`;
}

export function deadLetters({ deadLetters: queues, queue }: PageContext): Markup {
  const parts = queues.queues().map((name) => {
    const rows = queues
      .list(name)
      .toReversed()
      .slice(0, 100)
      .map(({ at, functionName, reason, payload }) => [
        time(at),
        functionName,
        reason,
        html`<details><summary>Payload</summary><pre>${JSON.stringify(payload, null, 2)}</pre></details>`,
      ]);
    return html`<h2>${name}</h2>${table(["Time", "Function", "Reason", ""], rows, "Empty.")}`;
  });
  return html`<h2>Dead letters</h2><p class="soft">${queue.pending()} asynchronous events are pending or running.</p>
${parts.length ? parts : html`<p class="soft">None.</p>`}`;
}
