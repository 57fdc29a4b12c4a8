import type { ApiHandler } from "#local/gateway/distribution.ts";
import { type EdgeRequest, type EdgeResponse, message } from "#local/gateway/message.ts";
import { isLoopbackHost } from "#local/gateway/server.ts";
import { listActiveAlarms } from "#local/monitoring/alarms.ts";
import { html, type Markup } from "./html.ts";
import { page } from "./page.ts";
import {
  buckets,
  codes,
  deadLetters,
  logLines,
  mailbox,
  mailPage,
  type PageContext,
  routes,
  tables,
} from "./sections.ts";
import { isStripePath, proxyToStripe } from "./stripe-proxy.ts";

const PREFIX = "/__local";

/** No script may run on these pages, and no other site may frame or read them. */
const SECURITY_HEADERS = {
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; img-src * data:; form-action 'self'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
};

const HTML = "text/html; charset=utf-8";

/** Seconds after which the codes are asked for again, and the first page while something is under way. */
const REFRESH = { refresh: "5" };

const answer = (status: number, type: string, text: string, headers: Record<string, string> = {}): EdgeResponse => ({
  status,
  headers: { "content-type": type, ...SECURITY_HEADERS, ...headers },
  cookies: [],
  body: Buffer.from(text),
});

const redirect = (location: string): EdgeResponse => ({
  status: 303,
  headers: { location, ...SECURITY_HEADERS },
  cookies: [],
  body: Buffer.from(""),
});

interface Section {
  readonly title: string;
  readonly render: (query: URLSearchParams) => Markup | Promise<Markup>;
}

/** A call of the API at an earlier date: `/__local/at/2026-11-01T09:00:00Z/api/orders`. */
const DATED = /^\/__local\/at\/([^/]+)(\/api\/.+)$/;

/** Gives a demo its past; the future is refused, because nothing may depend on what hasn't come yet. */
function answerDated(request: EdgeRequest, [, text = "", path = ""]: RegExpExecArray, answerSite: ApiHandler) {
  const date = new Date(text);
  if (!(date.getTime() <= Date.now())) return message(400, "The date isn't one of the past");
  return answerSite({ ...request, path, date });
}

/** The developer's pages under /__local/. Resolves with undefined for other paths; refuses a Host other than this machine. */
export function createDeveloperPages(context: PageContext) {
  const { notice } = context;
  const sections = new Map<string, Section>([
    ["", { title: "Mail", render: () => mailbox(context) }],
    ["codes", { title: "Codes", render: () => codes(context) }],
    ["routes", { title: "Routes", render: () => routes(context) }],
    ["logs", { title: "Logs", render: (query) => logLines(context, query.get("q") ?? "") }],
    ["tables", { title: "Tables", render: () => tables(context) }],
    ["buckets", { title: "Buckets", render: () => buckets(context) }],
    ["dead-letters", { title: "Dead letters", render: () => deadLetters(context) }],
  ]);

  const draw = (section: string, title: string, content: Markup) =>
    page(section, title, content, { notice: notice.current?.text, hasApi: context.apiReference !== undefined });

  return async (request: EdgeRequest): Promise<EdgeResponse | undefined> => {
    if (request.path !== PREFIX && !request.path.startsWith(`${PREFIX}/`)) return undefined;
    if (!isLoopbackHost(request.headers.host)) return message(403, "Only this machine may open these pages");
    if (isStripePath(request)) return proxyToStripe(context.services.stripe.url, request);
    const dated = DATED.exec(request.path);
    if (dated) return answerDated(request, dated, context.answerSite);
    if (request.method !== "GET" && request.method !== "HEAD") return message(405, "Method Not Allowed");
    const path = request.path.slice(PREFIX.length).replaceAll(/^\/|\/$/g, "");
    if (path === "payments") return redirect(`${context.services.stripe.url}/payments`);
    if (path === "api" && context.apiReference) return redirect(context.apiReference);
    if (path === "mail") {
      const mails = context.services.mail.list();
      const fields = mails.map(({ to, subject, text, html, links }) => ({ to, subject, text, html, links }));
      return answer(200, "application/json", JSON.stringify(fields));
    }
    if (path === "alarms") {
      const { deadLetters, logs, system } = context;
      for (const queue of deadLetters.queues()) {
        logs.metrics.add({
          namespace: "AWS/SQS",
          name: "ApproximateNumberOfMessagesVisible",
          dimensions: { QueueName: queue },
          value: deadLetters.list(queue).length,
        });
      }
      return answer(200, "application/json", JSON.stringify(listActiveAlarms(system.alarms, logs.metrics)));
    }
    const mail = path.startsWith("mail/") ? mailPage(context, path.slice("mail/".length)) : undefined;
    if (mail) return answer(200, HTML, draw("", "Mail", mail));
    const section = sections.get(path);
    if (!section) return answer(404, HTML, draw("-", "Not found", html`<h2>This page doesn't exist.</h2>`));
    const content = await section.render(new URLSearchParams(request.query));
    return answer(
      200,
      HTML,
      draw(path, section.title, content),
      path === "codes" || (path === "" && notice.current?.isInProgress) ? REFRESH : {},
    );
  };
}
