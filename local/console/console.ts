import { type EdgeRequest, type EdgeResponse, message } from "#local/gateway/message.ts";
import { isLoopbackHost } from "#local/gateway/server.ts";
import { html, type Markup } from "./html.ts";
import { page } from "./page.ts";
import { buckets, type ConsoleParts, letters, logLines, mailbox, openMail, routes, tables } from "./sections.ts";
import { isStripes, passToStripe } from "./stripe.ts";

const PREFIX = "/__local";

/** Nothing on these pages may run, be framed or be read from elsewhere. */
const GUARDS = {
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; img-src * data:; form-action 'self'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
};

const answer = (status: number, type: string, text: string): EdgeResponse => ({
  status,
  headers: { "content-type": type, ...GUARDS },
  cookies: [],
  body: Buffer.from(text),
});

interface Section {
  readonly title: string;
  readonly show: (query: URLSearchParams) => Markup | Promise<Markup>;
}

/** The developer's pages under /__local/; answers nothing for other paths, and refuses a Host that isn't this machine. */
export function createConsole(parts: ConsoleParts) {
  const sections = new Map<string, Section>([
    ["", { title: "Mail", show: () => mailbox(parts) }],
    ["routes", { title: "Routes", show: () => routes(parts) }],
    ["logs", { title: "Logs", show: (query) => logLines(parts, query.get("q") ?? "") }],
    ["tables", { title: "Tables", show: () => tables(parts) }],
    ["buckets", { title: "Buckets", show: () => buckets(parts) }],
    ["dead-letters", { title: "Dead letters", show: () => letters(parts) }],
  ]);

  return async (request: EdgeRequest): Promise<EdgeResponse | undefined> => {
    if (request.path !== PREFIX && !request.path.startsWith(`${PREFIX}/`)) return undefined;
    if (!isLoopbackHost(request.headers.host)) return message(403, "Only this machine may look here");
    if (isStripes(request)) return passToStripe(parts.services.stripe.url, request);
    if (request.method !== "GET" && request.method !== "HEAD") return message(405, "Method Not Allowed");
    const path = request.path.slice(PREFIX.length).replaceAll(/^\/|\/$/g, "");
    if (path === "payments") {
      const location = `${parts.services.stripe.url}/payments`;
      return { status: 303, headers: { location, ...GUARDS }, cookies: [], body: Buffer.from("") };
    }
    if (path === "mail") {
      const mails = parts.services.mail.list();
      const fields = mails.map(({ to, subject, text, html, links }) => ({ to, subject, text, html, links }));
      return answer(200, "application/json", JSON.stringify(fields));
    }
    const mail = path.startsWith("mail/") ? openMail(parts, path.slice("mail/".length)) : undefined;
    if (mail) return answer(200, "text/html; charset=utf-8", page("", "Mail", mail));
    const section = sections.get(path);
    if (!section) {
      return answer(
        404,
        "text/html; charset=utf-8",
        page("-", "Not found", html`<h2>There is no such page here.</h2>`),
      );
    }
    const content = await section.show(new URLSearchParams(request.query));
    return answer(200, "text/html; charset=utf-8", page(path, section.title, content));
  };
}
