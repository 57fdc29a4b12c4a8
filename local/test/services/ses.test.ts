import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { afterEach, describe, expect, test } from "vitest";
import { LOCAL_CREDENTIALS } from "#local/endpoints.ts";
import { extractLinks } from "#local/services/links.ts";
import { type MailService, startMail } from "#local/services/ses.ts";

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function start(dir?: string): Promise<MailService> {
  const mail = await startMail({ dir });
  mail.verifyIdentity("example.com");
  cleanUps.push(() => mail.stop());
  return mail;
}

function createClient(mail: MailService): SESv2Client {
  return new SESv2Client({
    endpoint: mail.url,
    region: "eu-central-1",
    credentials: LOCAL_CREDENTIALS,
    maxAttempts: 1,
  });
}

const hello = {
  FromEmailAddress: "Ochre <no-reply@example.com>",
  Destination: { ToAddresses: ["ann@example.com"] },
  Content: {
    Simple: {
      Subject: { Data: "Grüße" },
      Body: {
        Html: { Data: '<a href="http://localhost:3000/a?b=1&amp;c=2">Open</a>' },
        Text: { Data: "Open http://localhost:3000/plain." },
      },
    },
  },
};

test("a mail sent by the SES client is listed with its links", async () => {
  const mail = await start();

  const sent = await createClient(mail).send(new SendEmailCommand(hello));

  expect(mail.list()).toEqual([
    {
      id: sent.MessageId,
      to: "ann@example.com",
      subject: "Grüße",
      html: hello.Content.Simple.Body.Html.Data,
      text: hello.Content.Simple.Body.Text.Data,
      links: ["http://localhost:3000/a?b=1&c=2", "http://localhost:3000/plain"],
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      headers: {},
    },
  ]);
});

test("every recipient gets the mail, and the newest is listed first", async () => {
  const mail = await start();
  await mail.deliver({ to: "first@example.com", subject: "1", html: "", text: "" });

  await createClient(mail).send(
    new SendEmailCommand({
      ...hello,
      Destination: { ToAddresses: ["b@example.com"], BccAddresses: ["c@example.com"] },
    }),
  );

  expect(mail.list().map(({ to }) => to)).toEqual(["c@example.com", "b@example.com", "first@example.com"]);
});

describe("an identity that a stack created", () => {
  const send = (mail: MailService, FromEmailAddress: string) =>
    createClient(mail).send(new SendEmailCommand({ ...hello, FromEmailAddress }));

  test("can't send until somebody has verified it", async () => {
    const mail = await start();
    mail.ensureIdentity("ochre.example");
    await expect(send(mail, "Ochre <no-reply@ochre.example>")).rejects.toMatchObject({
      name: "MessageRejected",
      $metadata: { httpStatusCode: 400 },
      message:
        "Email address is not verified. The following identities failed the check in region US-EAST-1: no-reply@ochre.example, Ochre <no-reply@ochre.example>",
    });
    expect(mail.list()).toEqual([]);

    mail.verifyIdentity("ochre.example");
    await send(mail, "Ochre <no-reply@ochre.example>");
    expect(mail.list()).toHaveLength(1);
  });

  test("sends for every address and subdomain of a domain, but an address only for itself", async () => {
    const mail = await start();
    mail.verifyIdentity("ochre.example");
    mail.verifyIdentity("me@elsewhere.example");
    await send(mail, "hello@mail.ochre.example");
    await send(mail, "me@elsewhere.example");
    for (const sender of ["you@elsewhere.example", "me@notochre.example", "Me <me@elsewhere.example> <x@y.example>"]) {
      await expect(send(mail, sender)).rejects.toMatchObject({ name: "MessageRejected" });
    }
  });

  test("stays verified over a restart and when the stack is deployed again", async () => {
    const dir = await mkdtemp(join(tmpdir(), "mail-"));
    cleanUps.push(() => rm(dir, { recursive: true, force: true }));
    const first = await startMail({ dir });
    first.verifyIdentity("ochre.example");
    await first.stop();
    const second = await start(dir);
    second.ensureIdentity("ochre.example");
    expect(second.isVerified("ochre.example")).toBe(true);
  });
});

test("the mails survive a restart", async () => {
  const dir = await mkdtemp(join(tmpdir(), "mail-"));
  cleanUps.push(() => rm(dir, { recursive: true, force: true }));
  const first = await startMail({ dir });
  await first.deliver({ to: "ann@example.com", subject: "kept", html: "", text: "" });
  await first.stop();

  expect((await start(dir)).list()).toMatchObject([{ subject: "kept" }]);
});

test.each([
  ["no recipient", { ...hello, Destination: {} }],
  ["no content", { ...hello, Content: {} }],
])("%s is a BadRequestException", async (_name, input) => {
  const mail = await start();

  await expect(createClient(mail).send(new SendEmailCommand(input))).rejects.toMatchObject({
    name: "BadRequestException",
  });
  expect(mail.list()).toEqual([]);
});

test("a body that isn't JSON is refused and the service keeps running", async () => {
  const mail = await start();

  const answer = await fetch(`${mail.url}/v2/email/outbound-emails`, { method: "POST", body: "{" });

  expect(answer.status).toBe(400);
  await expect(createClient(mail).send(new SendEmailCommand(hello))).resolves.toBeDefined();
});

test.each([
  ['<a href="https://x.example/1">1</a><a href="https://x.example/1">again</a>', "", ["https://x.example/1"]],
  ["<a href='https://x.example/1'>1</a>", "see (https://x.example/2).", ["https://x.example/1", "https://x.example/2"]],
  ['<a href="mailto:a@b.example">mail</a><a href="javascript:alert(1)">x</a>', "", []],
])("the links in %s and %s", (html, text, links) => {
  expect(extractLinks(html, text)).toEqual(links);
});
