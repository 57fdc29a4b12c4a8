import { type StripeService, startStripe } from "ochre-local/services";
import type { Browser, Page } from "playwright-core";
import Stripe from "stripe";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { connectBrowser } from "#test/support/browser.ts";
import { findViolations } from "./accessible.ts";

const PAGE = `<!doctype html><html lang="en"><title>Pay</title><main><h1>Pay</h1><div id="card"></div>
<button id="pay">Pay</button><p role="status"></p></main><script src="/stripe.js"></script>`;

let service: StripeService;
let browser: Browser;
let page: Page;
let secret: string;
let stripe: Stripe;

beforeAll(async () => {
  [service, browser] = await Promise.all([startStripe(), connectBrowser(inject("browserEndpoint"))]);
  const { hostname, port } = new URL(service.url);
  stripe = new Stripe(service.keys.secretKey, { host: hostname, port, protocol: "http" });
});

afterAll(() => Promise.all([service.stop(), browser.close()]));

/** A page with a payment of $12.85 and a card element, like any site with Stripe's script. */
async function open() {
  const intent = await stripe.paymentIntents.create({
    amount: 1285,
    currency: "usd",
    allowed_payment_method_types: ["card", "amazon_pay", "ideal"],
    metadata: { orderId: "one" },
  });
  secret = intent.client_secret ?? "";
  const context = await browser.newContext();
  page = await context.newPage();
  await page.route(`${service.url}/page`, (route) => route.fulfill({ contentType: "text/html", body: PAGE }));
  await page.goto(`${service.url}/page`);
  await page.evaluate((clientSecret) => {
    const client = window.Stripe?.("pk_test_any");
    const appearance = { variables: { colorText: "rgb(10, 20, 30)" } };
    const elements = client?.elements({ mode: "payment", amount: 1285, currency: "usd", appearance });
    const element = elements?.create("payment");
    if (!client || !elements || !element) return;
    const message = document.querySelector("[role=status]") as HTMLElement;
    element.on("change", ({ complete }) => {
      message.textContent = complete ? "complete" : "";
    });
    element.mount("#card");
    document.querySelector("#pay")?.addEventListener("click", async () => {
      const problem = (await elements.submit()).error;
      if (problem) {
        message.textContent = `Refused: ${problem.message}`;
        return;
      }
      const confirmParams = { return_url: `${location.origin}/back` };
      const { paymentIntent, error } = await client.confirmPayment({
        elements,
        clientSecret,
        confirmParams,
        redirect: "if_required",
      });
      message.textContent = error?.message ?? `${paymentIntent?.status} ${"metadata" in (paymentIntent ?? {})}`;
    });
  }, secret);
}

/** Types by keyboard: the focus moves to the next field automatically. */
async function type(number: string) {
  await page.getByLabel("Card number").click();
  await page.keyboard.type(number);
  await page.keyboard.type("1234");
  await page.keyboard.type("123");
}

// By key, because the card's message on blur moves the button.
const pay = () => page.getByRole("button", { name: "Pay" }).press("Enter");
const message = (text: string) => page.getByText(text, { exact: true }).waitFor({ timeout: 10_000 });

test("a card typed by keyboard alone pays, and the browser gets no data of the server's", async () => {
  await open();
  await type("4242424242424242");
  await message("complete");
  expect(await page.getByLabel("Card number").inputValue()).toBe("4242 4242 4242 4242");
  expect(await page.getByLabel("Expiration date").inputValue()).toBe("12 / 34");
  await pay();
  await message("succeeded false");
});

test("a declined card is reported, and another one can pay", async () => {
  await open();
  await type("4000000000000002");
  await pay();
  await message("Your card was declined.");
  await page.getByLabel("Card number").fill("5555555555554444");
  await pay();
  await message("succeeded false");
});

test.each([
  ["Complete", "succeeded false"],
  [
    "Fail",
    "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
  ],
])("a card with a 3-D Secure challenge: %s", async (answer, outcome) => {
  await open();
  await type("4000002500003155");
  await pay();
  await page.getByRole("dialog", { name: "Confirm the payment of $12.85" }).waitFor();
  await page.getByRole("button", { name: answer }).click();
  await message(outcome);
});

test("errors are shown in Stripe's words, and nothing is sent", async () => {
  await open();
  await page.getByLabel("Card number").fill("4242424242424241");
  await message("Your card number is invalid.");
  await page.getByLabel("Card number").fill("4242");
  await pay();
  await message("Refused: Your card number is incomplete.");
  expect((await stripe.paymentIntents.retrieve(secret.split("_secret_")[0] ?? "")).last_payment_error).toBeNull();
});

test("the element takes the page's styles and has no accessibility violations", async () => {
  await open();
  const number = page.getByLabel("Card number");
  expect(await number.evaluate((input) => getComputedStyle(input).color)).toBe("rgb(10, 20, 30)");
  expect(await findViolations(page, { within: "#card" })).toEqual([]);
});

test.each([
  ["Authorize the payment", "succeeded", "succeeded"],
  ["Decline it", "failed", "requires_payment_method"],
])("a redirecting payment method returns with the outcome: %s", async (answer, redirected, status) => {
  await open();
  const id = secret.split("_secret_")[0] ?? "";
  await page.getByText("Amazon Pay").click();
  await page.route(`${service.url}/back**`, (route) => route.fulfill({ contentType: "text/html", body: "Back" }));
  await pay();
  await page.getByRole("button", { name: answer }).click();
  await page.waitForURL(
    `**/back?payment_intent=${id}&payment_intent_client_secret=${secret}&redirect_status=${redirected}`,
  );
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe(status);
  expect((await page.goto(`${service.url}/redirects/${id}`))?.status()).toBe(404);
});

test("another payment's secret opens nothing", async () => {
  await open();
  const found = await page.evaluate(async (id) => {
    const answer = await window.Stripe?.("pk_test_any").retrievePaymentIntent(`${id}_secret_guessed`);
    return answer?.error?.type ?? "none";
  }, secret.split("_secret_")[0]);
  expect(found).toBe("invalid_request_error");
});
