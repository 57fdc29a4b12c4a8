import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { MailRefused, openMail } from "#lambdas/mail/open-mail.ts";
import { startApi } from "#test/support/start-api.ts";

const EMAIL = { subject: "Hello", paragraphs: ["Hello"] };
const operators = { OPERATORS_MAIL: "info@ochre.test" };

/** A provider that answers every call alike. */
async function providerAnswering(status: number, type: string) {
  const server = createServer((_, response) => {
    response.writeHead(status, { "content-type": "application/json", "x-amzn-errortype": type });
    response.end(JSON.stringify({ message: "no" }));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  process.env.AWS_ENDPOINT_URL_SESV2 = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return server;
}

test("a sender that isn't verified is refused for good", async () => {
  await startApi();
  const mail = openMail({ ...operators, MAIL_FROM: "nobody@unverified.test" });
  await expect(mail.send("ann@ochre.test", EMAIL)).rejects.toThrow(MailRefused);
});

test.each([
  [400, "MessageRejected", true],
  [429, "TooManyRequestsException", false],
  [400, "LimitExceededException", false],
  [500, "InternalServiceErrorException", false],
])("a provider that answers %i %s refuses for good: %s", async (status, type, isFinal) => {
  await startApi();
  const server = await providerAnswering(status, type);
  const mail = openMail({ ...operators, MAIL_FROM: "hello@ochre.test" });
  const error = await mail.send("ann@ochre.test", EMAIL).catch((problem: unknown) => problem);
  server.close();
  server.closeAllConnections();
  expect(error instanceof MailRefused).toBe(isFinal);
});
