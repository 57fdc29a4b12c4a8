import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { COUNTRIES } from "#shared/countries.ts";
import { MESSAGES } from "#shared/messages.ts";
import { aUser, failure } from "#test/web/support/fixtures.ts";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";
import { session } from "#web/session/browser-session.ts";

const PATH = `/api/users/${aUser().id}/onboarding`;

const NOT_BEGUN = { onboarded: false, chargesEnabled: false, payoutsEnabled: false, requirements: [], country: null };

function open(path: string, onboarding: object) {
  const network = createSiteNetwork({ signedIn: true, features: { payments: true } });
  network.on(`GET ${PATH}`, { status: 200, body: { ...NOT_BEGUN, ...onboarding } });
  return openSite(path, network);
}

test("asks for the country of the business, and offers only those with payouts", async () => {
  const { user, network } = open("/onboarding", {});
  const country = await screen.findByLabelText<HTMLSelectElement>("Country of your business");
  const offered = [...country.options].filter(
    (option) => option.value && !option.disabled && !option.closest("optgroup:disabled"),
  );
  const supported = COUNTRIES.filter((entry) => entry.supported);
  expect(offered.map(({ value }) => value)).toEqual(supported.map(({ code }) => code));
  // A browser's autofill may choose an unsupported country, which the API refuses.
  network.on(`POST ${PATH}`, failure("invalid_request", { userBusinessAddress: MESSAGES.countryUnsupported }));
  await user.selectOptions(country, "AT");
  await user.click(screen.getByRole("button", { name: "Continue to Stripe" }));
  await screen.findByText(MESSAGES.countryUnsupported);
  network.on(`POST ${PATH}`, failure("internal"));
  await user.selectOptions(screen.getByLabelText("Country of your business"), "NL");
  await user.click(screen.getByRole("button", { name: "Continue to Stripe" }));
  await waitFor(() =>
    expect(network.to(`POST ${PATH}`).map(({ body }) => body)).toEqual([
      { userBusinessAddress: "AT" },
      { userBusinessAddress: "NL" },
    ]),
  );
});

test("a seller who returns too early sees each missing requirement once, in words", async () => {
  const requirements = ["external_account", "individual.dob.day", "individual.dob.month", "company.tax_id"];
  const { user, network } = open("/onboarded", { country: "NL", requirements });
  await screen.findByRole("heading", { name: "Almost there" });
  const items = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(items).toEqual(
    expect.arrayContaining(["A bank account for your earnings", "Your date of birth", "Company tax id"]),
  );
  expect(items.filter((text) => text === "Your date of birth")).toHaveLength(1);
  network.on(`POST ${PATH}`, failure("internal"));
  await user.click(screen.getByRole("button", { name: "Continue at Stripe" }));
  await waitFor(() => expect(network.to(`POST ${PATH}`)[0]?.body).toEqual({ userBusinessAddress: "NL" }));
});

test("during Stripe's verification only a check is offered, which completes even without the webhook", async () => {
  const { user, network } = open("/onboarded", { country: "NL", chargesEnabled: true, payoutsEnabled: true });
  await screen.findByRole("heading", { name: "Stripe is checking" });
  expect(screen.queryByRole("button", { name: "Continue at Stripe" })).toBeNull();
  network.on(`POST ${PATH}`, () => {
    const done = { country: "NL", onboarded: true, chargesEnabled: true, payoutsEnabled: true };
    network.on(`GET ${PATH}`, { status: 200, body: { ...NOT_BEGUN, ...done } });
    return failure("already_onboarded");
  });
  await user.click(screen.getByRole("button", { name: "Check again" }));
  await screen.findByRole("heading", { name: "You can sell now" });
});

test("shows Stripe's deadline for more details, with a link to the seller's page there", async () => {
  const upcoming = { requirements: ["individual.dob.day"], deadline: "2027-01-15T08:00:00.000Z" };
  const done = { country: "NL", onboarded: true, chargesEnabled: true, payoutsEnabled: true };
  const { user, network } = open("/onboarded", { ...done, upcoming });
  expect((await screen.findByText(/^Stripe will need more from you by/)).textContent).toMatch(/by 15 Jan 2027/);
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toContain("Your date of birth");
  network.on(`POST ${PATH}/account`, failure("internal"));
  await user.click(screen.getByRole("button", { name: "Go to Stripe" }));
  await waitFor(() => expect(network.to(`POST ${PATH}/account`)).toHaveLength(1));
});

test("the page polls Stripe's verification and shows when it is done", async () => {
  const { network } = open("/onboarded", { country: "NL" });
  await screen.findByRole("status", { name: "Waiting for Stripe" });
  const done = { ...NOT_BEGUN, country: "NL", onboarded: true, chargesEnabled: true, payoutsEnabled: true };
  network.on(`GET ${PATH}`, { status: 200, body: done });
  await screen.findByRole("heading", { name: "You can sell now" }, { timeout: 10_000 });
});

test("the countries of sellers are listed first, and every other one after them", async () => {
  open("/onboarding", {});
  const field = await screen.findByLabelText("Country of your business");
  const groups = [...field.querySelectorAll("optgroup")].map(({ label, children }) => [label, children.length]);
  const supported = COUNTRIES.filter((country) => country.supported).length;
  expect(groups).toEqual([
    ["Sellers can be in", supported],
    ["Not supported yet", COUNTRIES.length - supported],
  ]);
});

test("completed onboarding updates the session, and prices can be set", async () => {
  open("/onboarded", { country: "NL", onboarded: true, chargesEnabled: true, payoutsEnabled: true });
  await screen.findByRole("heading", { name: "You can sell now" });
  await waitFor(() => expect(session.state().user?.onboarded).toBe(true));
  expect(screen.getByRole("link", { name: "Publish with a price" }).getAttribute("href")).toBe("/artwork/add");
});

test("a seller who never started is redirected to the start", async () => {
  const { at } = open("/onboarded", {});
  await waitFor(() => expect(at.path).toBe("/onboarding"));
});

test("where payments are off there is no onboarding", async () => {
  const { at } = openSite("/onboarding", createSiteNetwork({ signedIn: true }));
  await waitFor(() => expect(at.path).toBe("/404"));
});
