import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import * as z from "zod/mini";
import { type Access, getErrorType, parseSigner, UNRESTRICTED } from "#local/access/access.ts";
import { identityArn, REGION } from "#local/template/names.ts";
import { openDatabase } from "./database.ts";
import { BodyTooLarge, listen, readBody } from "./http-server.ts";
import { extractLinks } from "./links.ts";

/** Below SES's limit of 40 MB, as the product sends no attachments. */
const MAX_BYTES = 10 * 1024 * 1024;

export type OutgoingMail = { to: string; subject: string; html: string; text: string };

/** A stored mail; `created` is ISO 8601, `links` are the distinct URLs in its HTML and text. */
export type Mail = OutgoingMail & { id: string; links: string[]; created: string; headers: MailHeaders };

/** Headers that a sender added, by their name; forgotten when the laptop's cloud stops. */
type MailHeaders = Readonly<Record<string, string>>;

export type MailOptions = { dir?: string; port?: number; access?: Access };

export type MailService = {
  url: string;
  deliver(mail: OutgoingMail): Promise<void>;
  /** Creates an unverified identity (an address or a domain), from which SES doesn't send; an existing one stays. */
  ensureIdentity(identity: string): void;
  /** Verifies an identity, as its owner does by following SES's link. */
  verifyIdentity(identity: string): void;
  isVerified(identity: string): boolean;
  /** From now on refuses every mail of the account with this error of SES's; without one it takes them again. */
  refuseAccount(error?: AccountError): void;
  /** Newest first. */
  list(): Mail[];
  stop(): Promise<void>;
};

/** SES's errors about an account, and their HTTP statuses. */
const ACCOUNT_ERRORS = {
  AccountSuspendedException: 400,
  SendingPausedException: 400,
  MailFromDomainNotVerifiedException: 400,
  LimitExceededException: 400,
  TooManyRequestsException: 429,
} as const;

export type AccountError = keyof typeof ACCOUNT_ERRORS;

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
      // https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_MessageHeader.html
      Headers: z.optional(
        z
          .array(
            z.object({
              Name: z.string().check(z.regex(/^[!-9;-~]{1,126}$/)),
              Value: z.string().check(z.regex(/^[ -~]{1,870}$/)),
            }),
          )
          .check(z.maxLength(15)),
      ),
    }),
  }),
});

const SCHEMA = `CREATE TABLE IF NOT EXISTS mail (
  number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, recipient TEXT NOT NULL, subject TEXT NOT NULL,
  html TEXT NOT NULL, text TEXT NOT NULL, created TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS identities (identity TEXT PRIMARY KEY, verified INTEGER NOT NULL)`;

/** The identities that allow an address to send: itself, its domain and the parent domains. */
function listIdentities(address: string): string[] {
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  const labels = domain.split(".");
  return [address, ...labels.map((_, index) => labels.slice(index).join("."))];
}

/** The address in `Name <address>`, or the whole text. */
const parseAddress = (sender: string) => /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender.trim();

/** A stand-in for SES v2: SendEmail with simple content stores every mail, in `dir` or in memory. */
export async function startMail({ dir, port, access = UNRESTRICTED }: MailOptions = {}): Promise<MailService> {
  const database = openDatabase(dir, "mail", SCHEMA);
  const insert = database.prepare(
    "INSERT INTO mail (id, recipient, subject, html, text, created) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const select = database.prepare(
    "SELECT id, recipient AS 'to', subject, html, text, created FROM mail ORDER BY number DESC",
  );
  const headersById = new Map<string, MailHeaders>();
  const store = (mail: OutgoingMail, headers: MailHeaders = {}): string => {
    const id = randomUUID();
    headersById.set(id, headers);
    insert.run(id, mail.to, mail.subject, mail.html, mail.text, new Date().toISOString());
    return id;
  };
  const ensure = database.prepare("INSERT OR IGNORE INTO identities (identity, verified) VALUES (?, 0)");
  const verify = database.prepare("INSERT OR REPLACE INTO identities (identity, verified) VALUES (?, 1)");
  const verified = database.prepare("SELECT 1 FROM identities WHERE identity = ? AND verified = 1");
  const isVerified = (identity: string) => verified.get(identity) !== undefined;
  const canSend = (sender: string) => listIdentities(parseAddress(sender)).some(isVerified);
  const selectIdentity = database.prepare("SELECT 1 FROM identities WHERE identity = ?");
  const getIdentity = (sender: string) => {
    const candidates = listIdentities(parseAddress(sender));
    return candidates.find((identity) => selectIdentity.get(identity)) ?? parseAddress(sender);
  };
  let accountError: AccountError | undefined;
  const server = await listen(
    (request, response) => answer(request, response, { store, canSend, getIdentity, access, accountError }),
    port,
  );
  return {
    url: server.url,
    ensureIdentity: (identity) => void ensure.run(identity),
    verifyIdentity: (identity) => void verify.run(identity),
    isVerified,
    refuseAccount: (error) => {
      accountError = error;
    },
    deliver: async (mail) => {
      store(mail);
    },
    list: () =>
      (select.all() as Omit<Mail, "links" | "headers">[]).map((row) => ({
        ...row,
        links: extractLinks(row.html, row.text),
        headers: headersById.get(row.id) ?? {},
      })),
    stop: async () => {
      await server.stop();
      database.close();
    },
  };
}

/** SES's error message for an unverified identity. */
export const unverifiedMessage = (...identities: string[]) =>
  `Email address is not verified. The following identities failed the check in region ${REGION.toUpperCase()}: ${identities.join(", ")}`;

interface Mailbox {
  store(mail: OutgoingMail, headers?: MailHeaders): string;
  canSend(sender: string): boolean;
  /** The identity that permits a sender: its address before its domain. */
  getIdentity(sender: string): string;
  access: Access;
  accountError: AccountError | undefined;
}

async function answer(request: IncomingMessage, response: ServerResponse, mailbox: Mailbox): Promise<void> {
  const { store, canSend, getIdentity, access, accountError } = mailbox;
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
  const authorization = { action: "ses:SendEmail", resource: identityArn(getIdentity(sender)) };
  const refusal = access.findRefusal(parseSigner(request.headers), [authorization]);
  if (refusal) return refuse(response, 403, getErrorType(refusal), refusal.message);
  if (accountError) {
    return refuse(response, ACCOUNT_ERRORS[accountError], accountError, `Refused of ${sender} to ${recipients.join()}`);
  }
  if (!canSend(sender)) {
    return refuse(response, 400, "MessageRejected", unverifiedMessage(...new Set([parseAddress(sender), sender])));
  }
  const { Subject, Body, Headers = [] } = content.Simple;
  const headers = Object.fromEntries(Headers.map(({ Name, Value }) => [Name, Value]));
  const mail = { subject: Subject.Data, html: Body.Html?.Data ?? "", text: Body.Text?.Data ?? "" };
  const ids = recipients.map((to) => store({ ...mail, to }, headers));
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
