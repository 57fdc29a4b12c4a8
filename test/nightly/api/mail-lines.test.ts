import { Logger } from "@aws-lambda-powertools/logger";
import type { Context } from "aws-lambda";
import { afterEach, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { mailOrders } from "#lambdas/events/streams/mail-orders.ts";
import { MailRefused, MailWithheld } from "#lambdas/platform/mail/open-mail.ts";
import { sendBestEffort } from "#lambdas/platform/mail/send-best-effort.ts";
import { consumeMessages } from "#lambdas/platform/runtime/consume-messages.ts";
import { serve } from "#lambdas/platform/runtime/serve.ts";
import { MarketplaceTable } from "#lambdas/platform/table/marketplace-table.ts";
import { updateArtwork } from "#shared/contract/artwork.ts";
import { readUser } from "#shared/contract/users.ts";
import { buildEvent } from "#test/support/event.ts";
import { createStreamProcessor } from "#test/support/follow-stream.ts";
import { startShop } from "#test/support/purchasing.ts";
import { queueEvent } from "#test/support/queue-event.ts";

const { api, shop } = await startShop();

/** A logger that ignores the test's log level, and its lines. */
function listen() {
  const lines: Record<string, unknown>[] = [];
  const keep = (chunk: unknown) => {
    for (const line of String(chunk)
      .split("\n")
      .filter((text) => text.startsWith("{")))
      lines.push(JSON.parse(line));
    return true;
  };
  vi.spyOn(process.stdout, "write").mockImplementation(keep);
  vi.spyOn(process.stderr, "write").mockImplementation(keep);
  vi.stubEnv("POWERTOOLS_LOG_LEVEL", "INFO");
  for (const level of ["log", "info", "warn", "error"] as const) {
    vi.spyOn(console, level).mockImplementation((...parts) => void keep(parts.join(" ")));
  }
  const log = new Logger({ logLevel: "INFO", persistentKeys: { stage: "test" } });
  return { log, lines };
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  api.refuseMail();
});

describe("while the mail provider refuses our account", () => {
  test.each([
    "AccountSuspendedException",
    "SendingPausedException",
    "MailFromDomainNotVerifiedException",
    "LimitExceededException",
    "TooManyRequestsException",
  ] as const)("with %s a receipt waits, the stream continues, and the receipt arrives once", async (error) => {
    const { log, lines } = listen();
    const services = { ...api.services, log };
    const follow = createStreamProcessor(MarketplaceTable.getName(), [(event) => mailOrders(event, services)]);
    await follow();
    api.refuseMail(error);
    const { buyer, order } = await shop.createSale();
    await follow({ times: 2 });
    const received = () => api.mails().filter(({ to }) => to === buyer.email);
    expect(received()).toEqual([]);
    const facts = { kind: "bought", userId: buyer.userId, orderId: order.orderId };
    expect(lines).toContainEqual(
      expect.objectContaining({ mail: "deferred", MailsDeferred: 1, stage: "test", ...facts }),
    );
    const waiting = [...api.deferredMails];
    await expect(api.processEvents()).rejects.toThrow("A message of a queue failed");

    api.refuseMail();
    // The queue redelivers a failed message.
    api.deferredMails.splice(0, Infinity, ...waiting);
    await api.processEvents();
    expect(received()).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain(buyer.email);
  });

  test("a deferred mail is sent once by its next attempt, however often it was queued", async () => {
    const follow = createStreamProcessor(MarketplaceTable.getName(), [(event) => mailOrders(event, api.services)]);
    await follow();
    api.deferredMails.splice(0);
    api.refuseMail("AccountSuspendedException");
    const { buyer } = await shop.createSale();
    await follow({ times: 3 });
    expect(api.deferredMails.length).toBeGreaterThan(1);
    api.refuseMail();
    await api.processEvents();
    expect(api.mails().filter(({ to }) => to === buyer.email)).toHaveLength(1);
    expect(api.deferredMails).toEqual([]);
  });
});

test("a permanently refused mail, and one of a closed account, are logged with the reason and without an address", async () => {
  const { log, lines } = listen();
  const facts = { kind: "passwordChanged", userId: "0198f3a1-0000-7000-8000-000000000001" };
  const refusing = (error: Error) => ({ log, mail: { ...api.services.mail, send: () => Promise.reject(error) } });
  const email = { subject: "Hello", paragraphs: [] };
  await sendBestEffort(refusing(new MailRefused("MessageRejected, request 1")), "ann@ochre.test", email, facts);
  await sendBestEffort(refusing(new MailWithheld("away from ann@ochre.test")), "ann@ochre.test", email, facts);
  expect(lines.map(({ mail, reason, MailsGivenUp }) => [mail, reason, MailsGivenUp])).toEqual([
    ["given up", "MessageRejected, request 1", 1],
    ["given up", "away from …", 1],
  ]);
  expect(JSON.stringify(lines)).not.toContain("ann@");
});

describe("a log line contains", () => {
  const artworkId = "0198f3a1-0000-7000-8000-000000000001";
  const [userId, ownerId] = ["0198f3a1-0000-7000-8000-000000000002", "0198f3a1-0000-7000-8000-000000000003"];
  const context = { functionName: "artwork", memoryLimitInMB: "1", invokedFunctionArn: "", awsRequestId: "a" };

  test("request, caller and subject of the call, and nothing of the previous call", async () => {
    const { log, lines } = listen();
    const broken = () => Promise.reject(new Error("broken"));
    const area = { updateArtwork, readUser };
    const handler = serve(area, { updateArtwork: broken, readUser: broken }, () => ({ ...api.services, log }));
    const [first, second] = [
      buildEvent(updateArtwork, { as: userId, params: { artworkId } }),
      buildEvent(readUser, { params: { userId: ownerId } }),
    ];
    for (const event of [first, second]) await handler(event, context as Context);
    expect(lines[0]).toMatchObject({ requestId: first.requestContext.requestId, userId, artworkId });
    expect(lines[1]).toMatchObject({ aboutUserId: ownerId });
    expect(lines[1]).not.toHaveProperty("artworkId");
    expect(lines[1]).not.toHaveProperty("userId");
  });

  test("only the ids of a failed message", async () => {
    const { log, lines } = listen();
    const body = JSON.stringify({
      userId,
      email: "ann@ochre.test",
      nameId: "ann@ochre.test",
      event: { orderId: artworkId },
    });
    await consumeMessages(queueEvent([body]), { log }, z.any(), () => Promise.reject(new Error("broken")));
    expect(lines).toMatchObject([{ messageId: "0", userId, orderId: artworkId }]);
    expect(JSON.stringify(lines)).not.toContain("ann@");
  });
});
