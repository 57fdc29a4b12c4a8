import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import type { FactorChoice, Factors } from "#shared/model/second-factor.ts";
import { notice, SETTINGS_PATH, settingsNetwork, toaster } from "#test/web/settings/given.ts";
import { aUser, buildSession, failure } from "#test/web/support/fixtures.ts";
import { catchSavedFiles } from "#test/web/support/saved-files.ts";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";
import { session } from "#web/session/browser-session.ts";

const PATH = `${SETTINGS_PATH}/second_factor`;
const CODES = Array.from({ length: 10 }, (_, nth) => `AAAA-BBBB-CCCC-DDDD-EEEE-${2222 + nth}`);
const passkeyId = "0198f3a1-0000-7000-8000-00000000000a";
const created = "2026-11-01T10:00:00.000Z";

const both: Factors = {
  totpCreated: created,
  passkeys: [{ id: passkeyId as Factors["passkeys"][number]["id"], name: "My phone", created, lastUsed: null }],
  recoveryCodes: 10,
};
const none: Factors = { totpCreated: null, passkeys: [], recoveryCodes: 0 };

const choice = (over: Partial<FactorChoice> = {}) => ({
  status: 200,
  body: { totp: false, recovery: false, password: false, passkey: null, ...over },
});

function createFactorsNetwork(factors: Factors) {
  const network = settingsNetwork();
  network.on(`GET ${PATH}`, { status: 200, body: factors });
  return network;
}

const section = async () => within(await screen.findByRole("region", { name: "Second factor" }));
const question = async () => within(await screen.findByRole("dialog", { name: MESSAGES.proofRequired }));

/** Makes the API require step-up authentication until it succeeded. */
function needsProof(
  network: ReturnType<typeof createFactorsNetwork>,
  key: string,
  reply: { status: number; body?: unknown },
) {
  let isProven = false;
  network.on(`POST ${PATH}/proof`, () => {
    isProven = true;
    return { status: 204 };
  });
  network.on(key, () => (isProven ? reply : failure("proof_required")));
}

describe("the settings' second factors", () => {
  test("of an account without any offer an app, and no recovery codes", async () => {
    openSite("/settings/second-factor", createFactorsNetwork(none));
    const factors = await section();
    expect(await factors.findByRole("button", { name: "Add an app…" })).toBeTruthy();
    expect(factors.queryByRole("heading", { name: "Recovery codes" })).toBeNull();
    // This environment has no authenticators.
    expect(factors.getByText("This browser doesn't support passkeys.")).toBeTruthy();
  });

  test("are listed with their dates, and with the number of recovery codes left", async () => {
    openSite("/settings/second-factor", createFactorsNetwork(both));
    const factors = await section();
    expect(await factors.findByText("My phone")).toBeTruthy();
    expect(factors.getByText(/not used yet/)).toBeTruthy();
    expect(factors.getByText("10 of 10 left")).toBeTruthy();
  });

  test("that can't be read can be retried", async () => {
    const network = settingsNetwork();
    network.on(`GET ${PATH}`, failure("internal"));
    const { user } = openSite("/settings/second-factor", network);
    const retry = await (await section()).findByRole("button", { name: /Try again/ });
    network.on(`GET ${PATH}`, { status: 200, body: both });
    await user.click(retry);
    expect(await (await section()).findByText("My phone")).toBeTruthy();
  });

  test("add an app after the password, with key, code and recovery codes as a file", async () => {
    const network = createFactorsNetwork(none);
    const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
    const address = `otpauth://totp/Ochre:ada?issuer=Ochre&secret=${secret}`;
    needsProof(network, `POST ${PATH}/totp`, { status: 200, body: { secret, address } });
    network.on(`POST ${PATH}/proof/options`, choice({ password: true }));
    network.on(`POST ${PATH}/totp/confirm`, notice(MESSAGES.totpAdded, { recoveryCodes: CODES }));
    const files = catchSavedFiles();
    const { user } = openSite("/settings/second-factor", network);
    await user.click(await (await section()).findByRole("button", { name: "Add an app…" }));
    const asked = await question();
    await user.type(await asked.findByLabelText("Password"), "0123456789");
    await user.click(asked.getByRole("button", { name: "Confirm" }));
    const adding = within(await screen.findByRole("dialog", { name: "Add an authenticator app" }));
    expect(adding.getByText(secret)).toBeTruthy();
    await user.type(adding.getByLabelText("Code"), "123 456");
    await user.click(adding.getByRole("button", { name: "Add app" }));
    expect(await screen.findAllByText(/^AAAA-/)).toHaveLength(10);
    expect(network.to(`POST ${PATH}/totp/confirm`)[0]?.body).toEqual({ code: "123456" });
    expect(network.to(`POST ${PATH}/proof`)[0]?.body).toEqual({ kind: "password", userPassword: "0123456789" });
    await user.click(screen.getByRole("button", { name: "Download" }));
    expect([files[0]?.name, await files[0]?.text]).toEqual(["ochre-recovery-codes.txt", `${CODES.join("\n")}\n`]);
    await user.click(screen.getByRole("button", { name: "Done" }));
    await waitFor(() => expect(screen.queryByText(CODES[0] ?? "")).toBeNull());
  });

  test("stay unchanged if the step-up is cancelled or refused", async () => {
    const network = createFactorsNetwork(both);
    network.on(`POST ${PATH}/recovery_codes`, failure("proof_required"));
    network.on(`POST ${PATH}/proof/options`, choice({ totp: true, recovery: true }));
    network.on(`POST ${PATH}/proof`, failure("code_wrong"));
    const { user } = openSite("/settings/second-factor", network);
    const renew = await (await section()).findByRole("button", { name: "Create new codes…" });
    await user.click(renew);
    const asked = await question();
    await user.type(await asked.findByLabelText("Code"), "123456");
    await user.click(asked.getByRole("button", { name: "Confirm" }));
    expect(await asked.findByText(MESSAGES.codeWrong)).toBeTruthy();
    await user.click(asked.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(network.to(`POST ${PATH}/recovery_codes`)).toHaveLength(1);
    expect(toaster()).not.toContain(MESSAGES.proofRequired);
  });

  test("accept a recovery code for the step-up", async () => {
    const network = createFactorsNetwork(both);
    needsProof(network, `POST ${PATH}/recovery_codes`, { status: 200, body: { recoveryCodes: CODES } });
    network.on(`POST ${PATH}/proof/options`, choice({ totp: true, recovery: true }));
    const { user } = openSite("/settings/second-factor", network);
    await user.click(await (await section()).findByRole("button", { name: "Create new codes…" }));
    const asked = await question();
    await user.click(await asked.findByRole("button", { name: "Use a recovery code" }));
    await user.type(asked.getByLabelText("Recovery code"), "aaaa-bbbb-cccc-2222");
    await user.click(asked.getByRole("button", { name: "Confirm" }));
    expect(await screen.findByRole("dialog", { name: "Save your recovery codes" })).toBeTruthy();
    expect(network.to(`POST ${PATH}/proof`)[0]?.body).toEqual({ kind: "recovery", code: "aaaa-bbbb-cccc-2222" });
  });

  test("show the error of a failed change", async () => {
    const network = createFactorsNetwork(both);
    network.on(`DELETE ${PATH}/totp`, failure("internal"));
    const { user } = openSite("/settings/second-factor", network);
    await user.click(await (await section()).findByRole("button", { name: "Remove Authenticator app" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    await user.click(dialog.getByRole("button", { name: "Remove" }));
    await waitFor(() => expect(toaster()).toBe("Failed to change your second factors"));
    network.on(`DELETE ${PATH}/totp`, failure("proof_required"));
    network.on(`POST ${PATH}/proof/options`, failure("internal"));
    await user.click(dialog.getByRole("button", { name: "Remove" }));
    await waitFor(() => expect(toaster()).toContain("Failed to check the second factor"));
  });
});

describe("logging in to an account with a second factor", () => {
  let network: ReturnType<typeof createSiteNetwork>;

  beforeEach(() => {
    network = createSiteNetwork();
    network.on("POST /auth/login", failure("second_factor_required"));
    network.on("POST /auth/second_factor/options", choice({ totp: true, recovery: true }));
  });

  async function enterPassword(user: ReturnType<typeof openSite>["user"]) {
    await user.type(await screen.findByLabelText("Username or email"), "ada.love");
    await user.type(screen.getByLabelText("Password"), "0123456789");
    await user.click(screen.getByRole("button", { name: "Log in" }));
    return screen.findByRole("heading", { name: "Second factor" });
  }

  test("asks for a code and continues with it, without an error toast", async () => {
    network.on("POST /auth/second_factor", buildSession("token-1"));
    const { user, at } = openSite("/login", network);
    await enterPassword(user);
    expect(screen.getByTestId("toaster").textContent).toBe("");
    await user.type(await screen.findByLabelText("Code"), "123456");
    await user.click(screen.getByRole("button", { name: "Log in" }));
    await waitFor(() => expect(session.state().user?.id).toBe(aUser().id));
    await waitFor(() => expect(at.path).toBe("/"));
    expect(network.to("POST /auth/second_factor")[0]?.body).toEqual({ kind: "totp", code: "123456" });
  });

  test("starts again with the password after it took too long", async () => {
    network.on("POST /auth/second_factor", failure("second_factor_expired"));
    const { user } = openSite("/login", network);
    await enterPassword(user);
    await user.type(await screen.findByLabelText("Code"), "123456");
    await user.click(screen.getByRole("button", { name: "Log in" }));
    const password = await screen.findByLabelText<HTMLInputElement>("Password");
    expect(password.value).toBe("");
    expect(screen.getByTestId("toaster").textContent).toBe(MESSAGES.secondFactorExpired);
  });
});

describe("a passkey", () => {
  const get = vi.fn();

  beforeEach(() => {
    vi.stubGlobal("PublicKeyCredential", () => {});
    vi.spyOn(window.navigator, "credentials", "get").mockReturnValue({ get } as never);
    return () => void vi.restoreAllMocks();
  });

  test("that wasn't used shows a message, and nothing is sent", async () => {
    const network = createSiteNetwork();
    network.on("POST /auth/passkey/options", { status: 200, body: { options: { challenge: "AAAA" } } });
    get.mockRejectedValue(new DOMException("no", "NotAllowedError"));
    const { user } = openSite("/login", network);
    await user.click(await screen.findByRole("button", { name: "Use a passkey" }));
    await waitFor(() => expect(screen.getByTestId("toaster").textContent).toBe(MESSAGES.passkeyUnavailable));
    expect(network.to("POST /auth/passkey")).toEqual([]);
  });
});
