import { screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { buildSession } from "#test/web/support/fixtures.ts";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";

const OPTIONS = "POST /auth/passkey/options";
const SIGN_IN = "POST /auth/passkey";

const bytes = (text: string) => new TextEncoder().encode(text).buffer;

/** Credential that a browser returns once a passkey was chosen. */
const SIGNED = {
  id: "passkey",
  rawId: bytes("passkey"),
  type: "public-key",
  authenticatorAttachment: "platform",
  response: {
    authenticatorData: bytes("a"),
    clientDataJSON: bytes("c"),
    signature: bytes("s"),
    userHandle: bytes("u"),
  },
  getClientExtensionResults: () => ({}),
};

interface Asked {
  readonly mediation?: string;
  readonly signal: AbortSignal;
  readonly publicKey: { readonly challenge: ArrayBuffer };
}

/** A browser with passkey autofill, and the requests that it gets. */
function browserWithPasskeys({ offers = true } = {}) {
  const asked: Asked[] = [];
  let choose: (() => void) | undefined;
  const get = (request: Asked) => {
    asked.push(request);
    return new Promise((resolve, reject) => {
      choose = () => resolve(SIGNED);
      request.signal.addEventListener("abort", () => reject(request.signal.reason));
    });
  };
  const credential = Object.assign(() => {}, { isConditionalMediationAvailable: async () => offers });
  vi.stubGlobal("PublicKeyCredential", credential);
  vi.spyOn(window.navigator, "credentials", "get").mockReturnValue({ get } as never);
  return { asked, choose: () => choose?.() };
}

function opened() {
  const network = createSiteNetwork();
  network.on(OPTIONS, { status: 200, body: { options: { challenge: "Y2hhbGxlbmdl", rpId: "localhost" } } });
  network.on(SIGN_IN, buildSession("first"));
  return { ...openSite("/login", network), network };
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("passkey autofill", () => {
  test("logs in once it is chosen", async () => {
    const { asked, choose } = browserWithPasskeys();
    const { network, at } = opened();
    expect((await screen.findByLabelText("Username or email")).getAttribute("autocomplete")).toBe("username webauthn");
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]?.mediation).toBe("conditional");
    expect(network.to(SIGN_IN)).toEqual([]);
    choose();
    await waitFor(() => expect(at.history.at(-1)).toBe("/"));
    expect(network.to(SIGN_IN)).toHaveLength(1);
  });

  test("is requested with a new challenge before the previous one expires", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    const { asked } = browserWithPasskeys();
    const { network } = opened();
    await waitFor(() => expect(asked).toHaveLength(1));
    await vi.advanceTimersByTimeAsync(LIFETIMES.factorChallenge * 1000);
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    expect(network.to(OPTIONS)).toHaveLength(2);
  });

  test("is replaced by the passkey button's request, and isn't requested during its dialog", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    const { asked } = browserWithPasskeys();
    const { user } = opened();
    await waitFor(() => expect(asked).toHaveLength(1));
    await user.click(screen.getByRole("button", { name: "Use a passkey" }));
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(asked.map(({ mediation }) => mediation)).toEqual(["conditional", undefined]);
    await vi.advanceTimersByTimeAsync(LIFETIMES.factorChallenge * 1000);
    expect(asked).toHaveLength(2);
    expect(asked[1]?.signal.aborted).toBe(false);
  });

  test("is cancelled when the page is left", async () => {
    const { asked } = browserWithPasskeys();
    const { user } = opened();
    await waitFor(() => expect(asked).toHaveLength(1));
    await user.click(screen.getByRole("link", { name: "Create an account" }));
    await waitFor(() => expect(asked[0]?.signal.aborted).toBe(true));
  });

  test("isn't requested in a browser without it", async () => {
    browserWithPasskeys({ offers: false });
    const { network } = opened();
    await screen.findByLabelText("Username or email");
    expect(network.to(OPTIONS)).toEqual([]);
  });

  test("shows no error if its challenge can't be fetched", async () => {
    const { asked } = browserWithPasskeys();
    const network = createSiteNetwork();
    network.on(OPTIONS, {
      status: 429,
      body: { message: "Too many requests", code: "too_many_requests", expose: true },
    });
    openSite("/login", network);
    await screen.findByLabelText("Username or email");
    await waitFor(() => expect(network.to(OPTIONS)).toHaveLength(1));
    expect(asked).toEqual([]);
    expect(screen.getByTestId("toaster").textContent).toBe("");
  });
});
