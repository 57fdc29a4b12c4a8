import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { MailRefused, MailWithheld, openMail } from "#lambdas/platform/mail/open-mail.ts";
import { startApi } from "#test/support/start-api.ts";

const EMAIL = { subject: "Hello", paragraphs: ["Hello"] };
const operators = { OPERATORS_MAIL: "info@ochre.test" };

/** A provider that gives every call the same response. */
async function startProvider(status: number, type: string) {
  const server = createServer((_, response) => {
    response.writeHead(status, { "content-type": "application/json", "x-amzn-errortype": type });
    response.end(JSON.stringify({ message: "no" }));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  process.env.AWS_ENDPOINT_URL_SESV2 = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return server;
}

test("an unverified sender makes every mail fail as withheld", async () => {
  await startApi();
  const mail = openMail({ ...operators, MAIL_FROM: "nobody@unverified.test" });
  await expect(mail.send("ann@ochre.test", EMAIL)).rejects.toThrow(MailWithheld);
});

test.each([
  [400, "MessageRejected", MailRefused],
  [400, "BadRequestException", MailRefused],
  [429, "TooManyRequestsException", MailWithheld],
  [400, "LimitExceededException", MailWithheld],
  [400, "AccountSuspendedException", MailWithheld],
  [400, "SendingPausedException", MailWithheld],
  [400, "MailFromDomainNotVerifiedException", MailWithheld],
  [404, "NotFoundException", MailWithheld],
  [403, "AccessDeniedException", MailWithheld],
])("a provider's error %i %s becomes %o", async (status, type, expected) => {
  await startApi();
  const server = await startProvider(status, type);
  const mail = openMail({ ...operators, MAIL_FROM: "hello@ochre.test" });
  const error = await mail.send("ann@ochre.test", EMAIL).catch((problem: unknown) => problem);
  server.close();
  server.closeAllConnections();
  expect(error).toBeInstanceOf(expected);
  // The provider's message may quote an address.
  expect((error as Error).cause).toBeUndefined();
});

test("a failing provider is neither error, as the next attempt may succeed", async () => {
  await startApi();
  const server = await startProvider(500, "InternalServiceErrorException");
  const mail = openMail({ ...operators, MAIL_FROM: "hello@ochre.test" });
  const error = await mail.send("ann@ochre.test", EMAIL).catch((problem: unknown) => problem);
  server.close();
  server.closeAllConnections();
  expect(error).toBeInstanceOf(Error);
  expect(error instanceof MailRefused || error instanceof MailWithheld).toBe(false);
});
