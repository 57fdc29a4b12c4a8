import type { Page } from "playwright-core";
import { createPicture } from "#test/support/pictures.ts";

/** The payment provider's test cards. */
export const CARDS = { good: "4242424242424242", declined: "4000000000000002", asking: "4000002500003155" } as const;

/** Publishes a picture; priced ones cost $40 for personal and $250 for commercial use. */
export async function publish(page: Page, title: string, price: "free" | "priced") {
  await page.goto("/artwork/add");
  const buffer = await createPicture({ width: 1200, height: 1100 });
  await page.locator('input[type="file"]').setInputFiles({ name: "work.jpg", mimeType: "image/jpeg", buffer });
  await page.getByLabel("Title").fill(title);
  const choose = (group: string, choice: string) =>
    page.getByRole("group", { name: group, exact: true }).getByRole("radio", { name: choice }).check();
  if (price === "priced") {
    await choose("Price", "Paid");
    await choose("License", "Commercial");
    await choose("Commercial use", "Separate");
    await page.getByLabel("Personal license price").fill("40");
    await page.getByLabel("Commercial license price").fill("250");
  } else {
    await choose("License", "Personal");
  }
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("heading", { name: title, level: 1 }).waitFor();
  return new URL(page.url()).pathname;
}

/** Completes the payment provider's onboarding. */
export async function becomeSeller(page: Page) {
  await page.getByRole("button", { name: "Profile menu" }).click();
  await page.getByRole("menuitem", { name: "Become a seller" }).click();
  await page.getByLabel("Country of your business").selectOption({ label: "Netherlands" });
  await page.getByRole("button", { name: "Continue to Stripe" }).click();
  await page.getByRole("button", { name: "Agree and submit" }).click();
  await page.getByRole("heading", { name: "You can sell now" }).waitFor();
}

export async function fillInBilling(page: Page) {
  for (const [label, value] of [
    ["First name", "Bruno"],
    ["Last name", "Buyer"],
    ["Billing email", "bruno@bills.test"],
    ["Address", "Kade 4"],
    ["Postal code", "1011 AB"],
    ["City", "Amsterdam"],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
  await page.getByLabel("Billing country").selectOption({ label: "Netherlands" });
}

/** The focus moves through the card's fields while typing. */
export async function typeCard(page: Page, number: string) {
  await page.getByLabel("Card number").fill("");
  await page.getByLabel("Card number").click();
  await page.keyboard.type(number);
  await page.getByLabel("Expiration date").fill("12 / 34");
  await page.getByLabel("Security code").fill("123");
}

/** Name of the focused element, even within the card's iframe. */
const focused = (page: Page) =>
  page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    const input = element as HTMLInputElement | null;
    const label = input?.labels?.[0]?.textContent ?? "";
    const text = label ? "" : element?.textContent;
    return [input?.getAttribute("aria-label"), label, input?.value, text].filter(Boolean).join(" ");
  });

/** Presses Tab until an element of that name has the focus. */
export async function tabTo(page: Page, name: RegExp) {
  for (let presses = 0; presses < 60; presses++) {
    if (name.test(await focused(page))) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never came to ${name}`);
}
