import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import type { VerifiedLicense, VerifierForm } from "#shared/model/license.ts";
import { aCard, ok } from "#test/web/artwork/given.ts";
import { failure } from "#test/web/support/fixtures.ts";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";

const ASK = "POST /api/verifier";
const FINGERPRINT = "0123456789abcdef0123456789abcdef01234567";

function aVerified(over: Partial<VerifiedLicense> = {}): VerifiedLicense {
  const { previews, placeholder, width, height } = aCard(1);
  return {
    status: "valid",
    licenseType: "commercial",
    licenseUsage: "business",
    artworkTitle: "Dusk",
    previews,
    placeholder,
    width,
    height,
    mature: false,
    created: "2026-11-21T10:00:00.000Z",
    ...over,
  };
}

const field = (label: RegExp) => screen.findByRole("textbox", { name: label });
const verify = () => screen.getByRole("button", { name: "Verify" });

describe("the verifier", () => {
  test.each([
    ["as it is", FINGERPRINT],
    ["in capitals, after a space", `%20${FINGERPRINT.toUpperCase()}`],
  ])("looks up a link's fingerprint %s, once, without a session", async (_how, linked) => {
    const network = createSiteNetwork();
    network.on(ASK, ok(aVerified()));
    openSite(`/verifier?fingerprint=${linked}`, network);
    await screen.findByRole("heading", { name: "Valid license" });
    expect(screen.getByText("Commercial license, for a business")).toBeTruthy();
    expect(screen.getByText("21/11/26 10:00 UTC")).toBeTruthy();
    expect(screen.queryByText(/Licensed|Represented/)).toBeNull();
    expect(network.to(ASK).map(({ body }) => body)).toEqual([{ licenseFingerprint: FINGERPRINT }]);
  });

  test("looks up a fingerprint typed over a link's one once, and shows its result", async () => {
    const network = createSiteNetwork();
    network.on(ASK, ({ body }) =>
      (body as VerifierForm).licenseFingerprint === FINGERPRINT ? ok(aVerified()) : failure("license_not_found"),
    );
    const { user } = openSite(`/verifier?fingerprint=${FINGERPRINT}`, network);
    await screen.findByRole("heading", { name: "Valid license" });
    const other = "f".repeat(FINGERPRINT.length);
    await user.clear(await field(/Fingerprint/));
    await user.type(await field(/Fingerprint/), other);
    await user.click(verify());
    await screen.findByText(/No license has this fingerprint/);
    await user.click(verify());
    await screen.findByText(/No license has this fingerprint/);
    expect(screen.queryByRole("heading", { name: "Valid license" })).toBeNull();
    expect(network.to(ASK).map(({ body }) => body)).toEqual([
      { licenseFingerprint: FINGERPRINT },
      { licenseFingerprint: other },
      { licenseFingerprint: other },
    ]);
  });

  test("sends pasted identifiers in normalized form, and shows their owners", async () => {
    const network = createSiteNetwork();
    network.on(ASK, ok(aVerified({ licenseAssignee: "Ada Love", licenseCompany: "Dune Ltd" })));
    const { user } = openSite("/verifier", network);
    await user.click(await field(/Fingerprint/));
    await user.paste(FINGERPRINT.toUpperCase().replace(/(.{8})/g, "$1 "));
    await user.click(await field(/Buyer's identifier/));
    await user.paste("aaaaaaaaaa aaaaaaaaaa");
    await user.click(verify());
    await screen.findByText("Dune Ltd");
    expect(screen.getByText("Ada Love")).toBeTruthy();
    expect(screen.queryByText("Granted by")).toBeNull();
    expect(network.to(ASK)[0]?.body).toEqual({
      licenseFingerprint: FINGERPRINT,
      assigneeIdentifier: "a".repeat(20),
    });
  });

  test("says which identifier belongs to another certificate, and shows the licence without that party", async () => {
    const network = createSiteNetwork();
    network.on(ASK, ok(aVerified({ licenseAssignor: "Theo Okafor" })));
    const { user } = openSite("/verifier", network);
    await user.type(await field(/Fingerprint/), FINGERPRINT);
    await user.type(await field(/Buyer's identifier/), "a".repeat(20));
    await user.type(await field(/Artist's identifier/), "b".repeat(20));
    await user.click(verify());
    await screen.findByRole("heading", { name: "Valid license" });
    expect(network.to(ASK)).toHaveLength(1);
    expect(screen.getAllByRole("alert").map(({ textContent }) => textContent)).toEqual([
      "Shown without the holder's name: the buyer's identifier doesn't belong to this certificate.",
    ]);
    expect(screen.getByText("Theo Okafor")).toBeTruthy();
    await user.clear(await field(/Buyer's identifier/));
    await user.click(verify());
    await waitFor(() => expect(network.to(ASK)).toHaveLength(2));
    await screen.findByRole("heading", { name: "Valid license" });
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("says that a licence was revoked", async () => {
    const network = createSiteNetwork();
    network.on(ASK, ok(aVerified({ status: "revoked" })));
    openSite(`/verifier?fingerprint=${FINGERPRINT}`, network);
    await screen.findByRole("heading", { name: "Revoked license" });
  });

  test("says that no licence has the fingerprint, and removes the previous result", async () => {
    const network = createSiteNetwork();
    network.on(ASK, ok(aVerified()));
    const { user } = openSite(`/verifier?fingerprint=${FINGERPRINT}`, network);
    await screen.findByRole("heading", { name: "Valid license" });
    network.on(ASK, failure("license_not_found"));
    await user.clear(await field(/Fingerprint/));
    await user.paste("f".repeat(40));
    await user.click(verify());
    await screen.findByText(/No license has this fingerprint/);
    expect(screen.queryByRole("heading", { name: "Valid license" })).toBeNull();
  });

  test("requires a complete fingerprint before it calls the API", async () => {
    const network = createSiteNetwork();
    const { user } = openSite("/verifier", network);
    await user.type(await field(/Fingerprint/), "0123");
    await user.click(verify());
    await screen.findByText(`${MESSAGES.invalid}: it has 40 digits and letters from a to f`);
    await user.clear(await field(/Fingerprint/));
    await waitFor(() => expect(screen.getByText(MESSAGES.required)).toBeTruthy());
    expect(network.to(ASK)).toEqual([]);
  });
});
