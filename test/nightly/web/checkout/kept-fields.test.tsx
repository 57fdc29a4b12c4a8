import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { formatTotal } from "#test/support/sale-amounts.ts";
import { ok, toId } from "#test/web/artwork/given.ts";
import {
  aCheckout,
  anIntent,
  changeLicense,
  fakeBank,
  openCheckout,
  openCodeField,
  payButton,
} from "#test/web/checkout/given.ts";
import { aPurchase } from "#test/web/orders/given.ts";
import { aUser, failure } from "#test/web/support/fixtures.ts";

const INTENTS = `POST /api/users/${aUser().id}/intents`;
const DISCOUNTS = "POST /api/discounts";

beforeEach(() => sessionStorage.clear());

/** The buyer's input by field; each differs from the field's initial value. */
const TYPED = {
  Company: "Acme Ltd",
  Representative: "Bo Peep",
  "First name": "Bo",
  "Last name": "Peep",
  "Billing email": "bo@peep.test",
  Address: "Long Street 1",
  "Postal code": "9999 ZZ",
  City: "Utrecht",
} as const;

const getField = (label: string) =>
  screen.getByLabelText(new RegExp(`^${label}( \\(optional\\))?$`)) as HTMLInputElement;

/** All values of the form. */
const readFields = () => ({
  ...Object.fromEntries(Object.keys(TYPED).map((label) => [label, getField(label).value])),
  country: getField("Billing country").value,
  consent: (screen.getByRole("checkbox", { name: "Deliver immediately" }) as HTMLInputElement).checked,
  business: (screen.getByRole("radio", { name: /^A company/ }) as HTMLInputElement).checked,
  commercial: (screen.getByRole("radio", { name: /^Commercial/ }) as HTMLInputElement).checked,
});

const FILLED = { ...TYPED, country: "BE", consent: true, business: true, commercial: true };

/** Opens the form and fills in every field with another value than its initial one. */
async function openFilled() {
  const bank = fakeBank();
  const opened = openCheckout(aCheckout({ billing: null }));
  const { user, network } = opened;
  network.on(INTENTS, ok(anIntent(1, 25_000), 201));
  network.on("POST /api/orders", ok(aPurchase(), 201));
  network.on(`GET /api/orders/${toId(6001)}`, ok(aPurchase()));
  await payButton();
  await changeLicense(user, /^Commercial/);
  await user.click(screen.getByRole("radio", { name: /^A company/ }));
  for (const [label, text] of Object.entries(TYPED)) {
    await user.clear(getField(label));
    await user.paste(text);
  }
  await user.selectOptions(getField("Billing country"), "BE");
  await user.click(screen.getByRole("checkbox", { name: "Deliver immediately" }));
  await bank.fillCard();
  expect(readFields()).toEqual(FILLED);
  return { ...opened, bank };
}

const aDiscount = () =>
  ok({
    discountId: toId(9001),
    percent: 10,
    amounts: [{ licenseType: "commercial", ...anIntent(1, 25_000, 2500).breakdown }],
  });

/** Expected request body: the form's values. */
const SENT = {
  licenseUsage: "business",
  licenseType: "commercial",
  licenseCompany: "Acme Ltd",
  licenseAssignee: "Bo Peep",
  billing: {
    billingName: "Bo",
    billingSurname: "Peep",
    billingEmail: "bo@peep.test",
    billingAddress: "Long Street 1",
    billingZip: "9999 ZZ",
    billingCity: "Utrecht",
    billingCountry: "BE",
  },
};

type Opened = Awaited<ReturnType<typeof openFilled>>;

async function apply({ user, network }: Opened, how: "key" | "button" = "button") {
  network.on(DISCOUNTS, aDiscount());
  await user.type(await openCodeField(user), how === "key" ? "SPRING{Enter}" : "SPRING");
  if (how === "button") await user.click(screen.getByRole("button", { name: "Apply" }));
  await payButton(formatTotal(25_000, 2500));
}

describe("every field keeps what was typed", () => {
  test.each([
    ["Enter", "key"],
    ["the button", "button"],
  ] as const)("through a discount code applied by %s, and is sent", async (_, how) => {
    const opened = await openFilled();
    await apply(opened, how);
    expect(readFields()).toEqual(FILLED);
    opened.network.on(INTENTS, ok(anIntent(1, 25_000, 2500), 201));
    await opened.user.click(await payButton(formatTotal(25_000, 2500)));
    await screen.findByText(/^Thank you/);
    expect(opened.network.to(INTENTS)[0]?.body).toMatchObject({ ...SENT, discountId: toId(9001) });
  });

  test("through a wrong code, which stays beside its error", async () => {
    const { user, network } = await openFilled();
    network.on(DISCOUNTS, failure("discount_invalid", { discountCode: MESSAGES.discountInvalid }));
    await user.type(await openCodeField(user), "WRONG{Enter}");
    await screen.findByText(MESSAGES.discountInvalid, { selector: "span" });
    expect(readFields()).toEqual(FILLED);
    expect(getField("Discount code").value).toBe("WRONG");
    expect(network.to(INTENTS)).toEqual([]);
  });

  test("through a discount that is removed again", async () => {
    const opened = await openFilled();
    await apply(opened);
    await opened.user.click(screen.getByRole("button", { name: "Remove discount" }));
    await payButton(formatTotal(25_000));
    expect(readFields()).toEqual(FILLED);
    expect(getField("Discount code").value).toBe("");
    await opened.user.click(await payButton(formatTotal(25_000)));
    await screen.findByText(/^Thank you/);
    expect(opened.network.to(INTENTS)[0]?.body).toMatchObject(SENT);
  });

  test.each([
    ["a card that is declined", { error: { message: "Your card was declined." } }, "Your card was declined."],
    [
      "a second step that fails",
      {
        error: {
          message: "We are unable to authenticate your payment method.",
          payment_intent: { status: "requires_payment_method" },
        },
      },
      "We are unable to authenticate your payment method.",
    ],
  ])("through %s", async (_, answer, message) => {
    const { user, bank, network } = await openFilled();
    bank.answer(() => answer);
    await user.click(await payButton(formatTotal(25_000)));
    await screen.findByText(message);
    expect(readFields()).toEqual(FILLED);
    bank.answer(() => ({ paymentIntent: { status: "succeeded" } }));
    await user.click(await payButton(formatTotal(25_000)));
    await screen.findByText(/^Thank you/);
    expect(network.to(INTENTS).map(({ body }) => body)).toEqual([expect.objectContaining(SENT)]);
  });

  test("through a second step that succeeds", async () => {
    const { user, bank } = await openFilled();
    const { promise, resolve } = Promise.withResolvers<object>();
    bank.answer(() => promise);
    await user.click(await payButton(formatTotal(25_000)));
    await waitFor(() => expect(bank.confirmed()).toHaveLength(1));
    expect(readFields()).toEqual(FILLED);
    resolve({ paymentIntent: { status: "succeeded" } });
    await screen.findByText(/^Thank you/);
  });
});

describe("the request matches the visible form", () => {
  test("when a script has emptied the form: nothing is sent, and errors are shown", async () => {
    const { user, network, bank } = await openFilled();
    act(() => (screen.getByRole("form", { name: "Checkout" }) as HTMLFormElement).reset());
    expect(getField("City").value).toBe("");
    await user.click(await payButton(formatTotal(25_000)));
    await screen.findAllByText("Required value");
    expect(network.to(INTENTS)).toEqual([]);
    expect(bank.confirmed()).toEqual([]);
  });

  test("when a field was filled without an event: its value is sent", async () => {
    const { user, network } = await openFilled();
    getField("City").value = "Leiden";
    (screen.getByRole("radio", { name: /^Mine/ }) as HTMLInputElement).checked = true;
    await user.click(await payButton(formatTotal(25_000)));
    await screen.findByText(/^Thank you/);
    expect(network.to(INTENTS)[0]?.body).toMatchObject({
      licenseUsage: "personal",
      billing: { ...SENT.billing, billingCity: "Leiden" },
    });
  });

  test("with an input method: the key that ends a composition doesn't apply the code", async () => {
    const { user, network } = await openFilled();
    await user.type(await openCodeField(user), "SPR");
    fireEvent.keyDown(getField("Discount code"), { key: "Enter", isComposing: true });
    expect(network.to(DISCOUNTS)).toEqual([]);
  });
});
