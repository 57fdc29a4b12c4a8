import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import * as z from "zod/mini";
import { REGION } from "#local/template/names.ts";
import { openDatabase } from "./database.ts";
import { linksIn } from "./links.ts";
import { BodyTooLarge, listen, readBody } from "./listening.ts";

/** SES takes messages of at most 40 MB; ours carry no attachments. */
const MAX_BYTES = 10 * 1024 * 1024;

export type OutgoingMail = { to: string; subject: string; html: string; text: string };

/** A mail in the box; `created` is ISO 8601, `links` are the distinct addresses in its html and text. */
export type Mail = OutgoingMail & { id: string; links: string[]; created: string };

export type MailService = {
  url: string;
  deliver(mail: OutgoingMail): Promise<void>;
  /** Makes an identity, an address or a domain, that SES doesn't send for until it is verified; a known one stays. */
  ensureIdentity(identity: string): void;
  /** Does what the owner of an address or a domain does: proves to SES that it is theirs. */
  verifyIdentity(identity: string): void;
  isVerified(identity: string): boolean;
  /** Newest first. */
  list(): Mail[];
  stop(): Promise<void>;
};

const Content = z.object({ Data: z.string() });
const SendEmail = z.object({
  FromEmailAddress: z.string(),
  Destination: z.object({
    ToAddresses: z.optional(z.array(z.string())),
    CcAddresses: z.optional(z.array(z.string())),
    BccAddresses: z.optional(z.array(z.string())),
  }),
  Content: z.object({
    Simple: z.object({
      Subject: Content,
      Body: z.object({ Html: z.optional(Content), Text: z.optional(Content) }),
    }),
  }),
});

const SCHEMA = `CREATE TABLE IF NOT EXISTS mail (
  number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, recipient TEXT NOT NULL, subject TEXT NOT NULL,
  html TEXT NOT NULL, text TEXT NOT NULL, created TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS identities (identity TEXT PRIMARY KEY, verified INTEGER NOT NULL)`;

/** What SES looks for when an address sends: the address, its domain and the domains above that. */
function identitiesOf(address: string): string[] {
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  const labels = domain.split(".");
  return [address, ...labels.map((_, index) => labels.slice(index).join("."))];
}

/** The address in `Name <address>`, or the text itself. */
const addressIn = (sender: string) => /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender.trim();

/** A mailbox that answers SES v2's SendEmail (simple content) and keeps every mail, in `dir` or in memory. */
export async function startMail({ dir, port }: { dir?: string; port?: number } = {}): Promise<MailService> {
  const database = openDatabase(dir, "mail", SCHEMA);
  const insert = database.prepare(
    "INSERT INTO mail (id, recipient, subject, html, text, created) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const select = database.prepare(
    "SELECT id, recipient AS 'to', subject, html, text, created FROM mail ORDER BY number DESC",
  );
  const keep = (mail: OutgoingMail): string => {
    const id = randomUUID();
    insert.run(id, mail.to, mail.subject, mail.html, mail.text, new Date().toISOString());
    return id;
  };
  const ensure = database.prepare("INSERT OR IGNORE INTO identities (identity, verified) VALUES (?, 0)");
  const verify = database.prepare("INSERT OR REPLACE INTO identities (identity, verified) VALUES (?, 1)");
  const verified = database.prepare("SELECT 1 FROM identities WHERE identity = ? AND verified = 1");
  const isVerified = (identity: string) => verified.get(identity) !== undefined;
  const maySend = (sender: string) => identitiesOf(addressIn(sender)).some(isVerified);
  const server = await listen((request, response) => answer(request, response, { keep, maySend }), port);
  return {
    url: server.url,
    ensureIdentity: (identity) => void ensure.run(identity),
    verifyIdentity: (identity) => void verify.run(identity),
    isVerified,
    deliver: async (mail) => {
      keep(mail);
    },
    list: () => (select.all() as Omit<Mail, "links">[]).map((row) => ({ ...row, links: linksIn(row.html, row.text) })),
    stop: async () => {
      await server.stop();
      database.close();
    },
  };
}

/** What SES says of an identity that nobody has verified. */
export const unverifiedMessage = (...identities: string[]) =>
  `Email address is not verified. The following identities failed the check in region ${REGION.toUpperCase()}: ${identities.join(", ")}`;

interface Box {
  keep(mail: OutgoingMail): string;
  maySend(sender: string): boolean;
}

async function answer(request: IncomingMessage, response: ServerResponse, { keep, maySend }: Box): Promise<void> {
  if (request.method !== "POST" || request.url !== "/v2/email/outbound-emails") {
    return refuse(response, 404, "NotFoundException", "The laptop's mail service only answers SendEmail");
  }
  const parsed = await parse(request);
  if (!parsed) return refuse(response, 400, "BadRequestException", "Not a SendEmail request with simple content");
  const { Destination, Content: content } = parsed;
  const recipients = [Destination.ToAddresses, Destination.CcAddresses, Destination.BccAddresses].flatMap(
    (x) => x ?? [],
  );
  if (recipients.length === 0) return refuse(response, 400, "BadRequestException", "Recipient count is less than 1");
  const { FromEmailAddress: sender } = parsed;
  if (!maySend(sender)) {
    return refuse(response, 400, "MessageRejected", unverifiedMessage(...new Set([addressIn(sender), sender])));
  }
  const { Subject, Body } = content.Simple;
  const mail = { subject: Subject.Data, html: Body.Html?.Data ?? "", text: Body.Text?.Data ?? "" };
  const ids = recipients.map((to) => keep({ ...mail, to }));
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ MessageId: ids[0] }));
}

async function parse(request: IncomingMessage): Promise<z.infer<typeof SendEmail> | undefined> {
  try {
    return SendEmail.parse(JSON.parse((await readBody(request, MAX_BYTES)).toString()));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.core.$ZodError || error instanceof BodyTooLarge) return;
    throw error;
  }
}

function refuse(response: ServerResponse, status: number, type: string, message: string): void {
  response.writeHead(status, { "content-type": "application/json", "x-amzn-errortype": type });
  response.end(JSON.stringify({ message }));
}
