import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import Stripe from "stripe";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { CLIENT } from "#lambdas/areas/purchases/stripe/client.ts";
import { syncSellerAccount } from "#lambdas/areas/purchases/stripe/seller-account.ts";
import { findUser } from "#lambdas/areas/users/find-user.ts";
import { UserEntity } from "#lambdas/areas/users/user.entity.ts";
import { createArtwork } from "#shared/contract/artwork.ts";
import { openSellerAccount, readOnboarding, readPayouts, startOnboarding } from "#shared/contract/onboarding.ts";
import { MESSAGES } from "#shared/messages.ts";
import { ACCOUNT_THROTTLES } from "#shared/throttles.ts";
import { createGiven, freeArtwork } from "#test/support/given.ts";
import { createPicture } from "#test/support/pictures.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof createGiven>;

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
});

const start = (userId: string, userBusinessAddress = "AT") =>
  api.call(startOnboarding, { as: userId, params: { userId }, body: { userBusinessAddress } });
const read = (userId: string) => api.call(readOnboarding, { as: userId, params: { userId } });
const findTestUser = (userId: string) => findUser(api.services.table, userId);
const getStripeId = async (userId: string) => (await findTestUser(userId))?.stripeId ?? "";

/** Submits the hosted form; `without` leaves a step out. */
async function submitForm(redirect: string, without?: string) {
  expect((await fetch(redirect)).status).toBe(200);
  const steps = ["business", "person", "bank", "identity"].filter((step) => step !== without);
  const body = new URLSearchParams(steps.map((step) => ["given", step]));
  return fetch(redirect, { method: "POST", body, redirect: "manual" });
}

describe("starting the onboarding", () => {
  test("creates an account in that country and redirects to the provider's form", async () => {
    const { userId, email } = await given.user();
    const { status, body } = await start(userId);
    expect([status, body.redirect.startsWith(api.stripe.url)]).toEqual([200, true]);
    const account = await api.provider.accounts.retrieve(await getStripeId(userId));
    expect(account).toMatchObject({ type: "express", country: "AT", email, metadata: { userId } });
  });

  test("again continues with the same account, also in concurrent requests", async () => {
    const { userId } = await given.user();
    const answers = await Promise.all([start(userId), start(userId), start(userId)]);
    const stripeId = await getStripeId(userId);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await start(userId);
    expect(await getStripeId(userId)).toBe(stripeId);
  });

  test("in two countries concurrently leaves one account", async () => {
    const { userId } = await given.user();
    const answers = await Promise.all([start(userId, "AT"), start(userId, "DE")]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { country } = (await read(userId)).body;
    expect(["AT", "DE"]).toContain(country);
  });

  test("can change the country until details are submitted", async () => {
    const { userId } = await given.user();
    await start(userId, "AT");
    const first = await getStripeId(userId);
    const { body } = await start(userId, "DE");
    expect(await getStripeId(userId)).not.toBe(first);
    expect((await read(userId)).body.country).toBe("DE");
    await submitForm(body.redirect, "identity");
    await start(userId, "FR");
    expect((await read(userId)).body.country).toBe("DE");
  });

  test("is limited to a number of accounts per user and day", async () => {
    const { userId } = await given.user();
    const { count, seconds } = ACCOUNT_THROTTLES.sellerAccount;
    const statuses: number[] = [];
    for (let nth = 0; nth < count; nth++) statuses.push((await start(userId, nth % 2 ? "DE" : "AT")).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const last = await getStripeId(userId);
    expect((await start(userId, "DE")).failure.code).toBe("too_many_requests");
    expect((await start(userId, "AT")).status).toBe(200);
    expect(await getStripeId(userId)).toBe(last);
    api.travel(seconds);
    expect((await start(userId, "DE")).status).toBe(200);
  });

  test("can return to a country with another email address", async () => {
    const { userId } = await given.user();
    await start(userId, "AT");
    await start(userId, "DE");
    const email = "moved@ochre.test";
    await api.services.table.send(UserEntity.build(UpdateItemCommand).item({ userId, email }));
    expect((await start(userId, "AT")).status).toBe(200);
    expect((await read(userId)).body.country).toBe("AT");
  });

  test.each([
    ["US", MESSAGES.countryUnsupported],
    ["", MESSAGES.required],
    ["AUT", MESSAGES.invalid],
  ])("from %j is refused at its field", async (country, message) => {
    const { userId } = await given.user();
    const { status, failure } = await start(userId, country);
    expect([status, failure.fields]).toEqual([400, { userBusinessAddress: message }]);
    expect(await getStripeId(userId)).toBe("");
  });

  test("answers 409 to an onboarded user, even before the account's event arrives", async () => {
    const { userId } = await given.user();
    const { body } = await start(userId);
    await submitForm(body.redirect);
    expect((await findTestUser(userId))?.onboarded).toBe(false);
    for (const _ of [1, 2]) {
      const { status, failure } = await start(userId);
      expect([status, failure.code]).toEqual([409, "already_onboarded"]);
    }
    expect((await findTestUser(userId))?.onboarded).toBe(true);
  });
});

describe("reading the onboarding", () => {
  test("before the start shows an empty state", async () => {
    const { userId } = await given.user();
    expect((await read(userId)).body).toEqual({
      onboarded: false,
      chargesEnabled: false,
      payoutsEnabled: false,
      requirements: [],
      country: null,
    });
  });

  test("after the form shows the provider's state without storing it; the event onboards the user", async () => {
    const { userId } = await given.user();
    const { body } = await start(userId);
    const back = await submitForm(body.redirect);
    expect(back.headers.get("location")).toBe("http://localhost:3000/onboarded");
    const stored = await findTestUser(userId);
    const enabled = { chargesEnabled: true, payoutsEnabled: true, requirements: [], country: "AT" };
    expect((await read(userId)).body).toEqual({ onboarded: false, ...enabled });
    expect(await findTestUser(userId)).toEqual(stored);
    await syncSellerAccount(api.services, await getStripeId(userId));
    expect((await read(userId)).body).toEqual({ onboarded: true, ...enabled });
  });

  test("of a restricted account shows that before its event arrives, without storing it", async () => {
    const { userId } = await given.user();
    await submitForm((await start(userId)).body.redirect);
    const stripeId = await getStripeId(userId);
    await syncSellerAccount(api.services, stripeId);
    api.stripe.submitDetails(stripeId, ["identity"]);
    expect((await read(userId)).body).toMatchObject({ onboarded: false, chargesEnabled: false });
    expect((await findTestUser(userId))?.onboarded).toBe(true);
  });

  test("lists the missing requirements", async () => {
    const { userId } = await given.user();
    const { body } = await start(userId);
    await submitForm(body.redirect, "identity");
    expect((await read(userId)).body).toMatchObject({
      onboarded: false,
      requirements: ["individual.verification.document"],
    });
  });
});

describe("the seller's own page at the provider", () => {
  const open = (userId: string) => api.call(openSellerAccount, { as: userId, params: { userId } });

  test("answers 409 before the onboarding was started", async () => {
    const { status, failure } = await open((await given.user()).userId);
    expect([status, failure.code]).toEqual([409, "onboarding_not_begun"]);
  });

  test("is the form until details are submitted, then the dashboard, and the form again when something becomes due", async () => {
    const { userId } = await given.user();
    const { redirect } = (await start(userId)).body;
    expect((await open(userId)).body.redirect).toMatch(/\/setup\//);
    await submitForm(redirect);
    expect((await open(userId)).body.redirect).toMatch(/\/express\//);
    const deadline = 1_800_000_000;
    api.stripe.requireAtDeadline(await getStripeId(userId), ["individual.id_number"], deadline);
    expect((await read(userId)).body).toMatchObject({
      requirements: [],
      upcoming: { requirements: ["individual.id_number"], deadline: new Date(deadline * 1000).toISOString() },
    });
    expect((await open(userId)).body.redirect).toMatch(/\/setup\//);
  });
});

test("a link to the form works once, and then redirects to the onboarding page", async () => {
  const { userId } = await given.user();
  const { redirect } = (await start(userId)).body;
  expect((await fetch(redirect)).status).toBe(200);
  const again = await fetch(redirect, { redirect: "manual" });
  expect(again.headers.get("location")).toBe("http://localhost:3000/onboarding");
});

describe("an event about the account", () => {
  test("onboards the user, and reverts that when the account is restricted", async () => {
    const { userId } = await given.user();
    await start(userId);
    const stripeId = await getStripeId(userId);
    api.stripe.submitDetails(stripeId);
    await syncSellerAccount(api.services, stripeId);
    expect((await findTestUser(userId))?.onboarded).toBe(true);
    api.stripe.submitDetails(stripeId, ["identity"]);
    await Promise.all([1, 2, 3].map(() => syncSellerAccount(api.services, stripeId)));
    expect((await findTestUser(userId))?.onboarded).toBe(false);
  });

  test("about a replaced account changes nothing", async () => {
    const { userId } = await given.user();
    await start(userId, "AT");
    const left = await getStripeId(userId);
    await start(userId, "DE");
    api.stripe.submitDetails(left);
    await syncSellerAccount(api.services, left);
    expect((await findTestUser(userId))?.onboarded).toBe(false);
  });
});

test("artwork can be offered for sale only once its owner is onboarded", async () => {
  const { userId } = await given.user();
  const { mediaId } = await given.upload(userId, await createPicture());
  const priced = { ...freeArtwork, artworkType: "commercial", artworkPersonal: 20, artworkUse: "included", mediaId };
  const publish = () => api.call(createArtwork, { as: userId, body: priced });
  expect((await publish()).failure.code).toBe("commercial_unavailable");
  await submitForm((await start(userId)).body.redirect);
  await syncSellerAccount(api.services, await getStripeId(userId));
  expect((await publish()).status).toBe(201);
});

describe("payouts", () => {
  const payouts = (userId: string) => api.call(readPayouts, { as: userId, params: { userId } });

  test("show the balance, paid payouts and the reason of a failed one, in the account's currency", async () => {
    const { userId, stripeId } = await given.seller();
    expect((await payouts(userId)).body).toEqual({ available: [], pending: [], payouts: [] });
    const destination = stripeId;
    const pay = async () => {
      const { id } = await api.provider.paymentIntents.create({
        amount: 5000,
        currency: "usd",
        application_fee_amount: 1000,
        on_behalf_of: destination,
        transfer_data: { destination },
      });
      await api.provider.paymentIntents.confirm(id, { payment_method: "pm_card_visa" });
      api.stripe.capture();
    };
    await pay();
    const { country, default_currency } = await api.provider.accounts.retrieve(stripeId);
    const currency = default_currency?.toUpperCase() ?? country ?? "";
    const [held] = (await payouts(userId)).body.available;
    expect(held).toEqual({ amount: expect.any(Number), currency });
    api.stripe.payOut(stripeId);
    api.stripe.failPayout(stripeId);
    const { body } = await payouts(userId);
    expect(body.available).toEqual([{ amount: 0, currency }]);
    expect(body.payouts).toMatchObject([
      { status: "failed", currency, failure: "The account is closed." },
      { status: "paid", amount: held?.amount, currency, failure: null, arrives: expect.stringMatching(/Z$/) },
    ]);
  });

  test.each(["balance", "payouts"])(
    "without the permission to read the %s answer 503, with a counted log line",
    async (right) => {
      const { userId } = await given.seller();
      const error = vi.spyOn(api.services.log, "error");
      const refused = new Stripe.errors.StripePermissionError({ message: "rights", type: "invalid_request_error" });
      const refusing = () => Promise.reject(refused);
      const client = new Proxy(api.provider, {
        get: (target, name) => (name === right ? { retrieve: refusing, list: refusing } : Reflect.get(target, name)),
      });
      const payments = { ...api.services.payments, [CLIENT]: client };
      const { status, failure } = await api.call(readPayouts, { as: userId, params: { userId } }, { payments });
      expect([status, failure.message]).toEqual([503, MESSAGES.payoutsUnavailable]);
      expect(error).toHaveBeenCalledWith(expect.any(String), expect.objectContaining({ PaymentRightsMissing: 1 }));
    },
  );

  test("answer 409 without an account at the provider or with a disconnected one", async () => {
    const { userId } = await given.user();
    expect((await payouts(userId)).failure.code).toBe("onboarding_not_begun");
    const seller = await given.seller();
    api.stripe.disconnect(seller.stripeId);
    expect((await payouts(seller.userId)).failure.code).toBe("onboarding_not_begun");
  });
});
