import { afterEach, describe, expect, test, vi } from "vitest";
import { listLog, readOperator, takeCase } from "#shared/contract/admin.ts";
import { createArtwork, listArtwork, readArtwork, updateArtwork } from "#shared/contract/artwork.ts";
import { forgotPassword, logout } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { buildCacheKey } from "#web/api/read-cache.ts";
import { fetchOrLoad, stripEmpty } from "#web/api/request.ts";
import { type Credentials, createCall } from "#web/api/send.ts";
import { recordEffects } from "../support/effects.ts";
import { failure } from "../support/fixtures.ts";
import { fakeNetwork } from "../support/network.ts";

const ID = "0198f3a1-0000-7000-8000-000000000002";

const signedOut: Credentials = { token: () => null, settled: async () => {}, refresh: async () => null, end: () => {} };

function start() {
  const network = fakeNetwork();
  const { effects, log } = recordEffects();
  return { network, log, call: createCall({ transport: network.transport, credentials: signedOut, effects }) };
}

afterEach(() => vi.unstubAllGlobals());

describe("a call that requires step-up authentication", () => {
  const key = `PATCH /api/artwork/${ID}`;
  const input = { params: { artworkId: ID }, body: { artworkTitle: "A" } };

  function createCallWithProof(isProven: boolean) {
    const network = fakeNetwork();
    const { effects, log } = recordEffects();
    const ask = vi.fn(async () => isProven);
    const dependencies = { transport: network.transport, credentials: signedOut, effects, proof: { ask } };
    return { network, log, ask, call: createCall(dependencies) };
  }

  test("is sent again after the authentication succeeded", async () => {
    const { network, log, ask, call } = createCallWithProof(true);
    network.on(key, () => (ask.mock.calls.length > 0 ? { status: 200, body: {} } : failure("proof_required")));
    await call(updateArtwork, input);
    expect([network.calls.length, ask.mock.calls.length, log.error]).toEqual([2, 1, []]);
  });

  test("is repeated only once", async () => {
    const { network, ask, call } = createCallWithProof(true);
    network.on(key, failure("proof_required"));
    await expect(call(updateArtwork, input)).rejects.toMatchObject({ code: "proof_required" });
    expect([network.calls.length, ask.mock.calls.length]).toEqual([2, 1]);
  });

  test("fails at once if its caller asks for the authentication later", async () => {
    const { network, log, ask, call } = createCallWithProof(true);
    network.on(key, failure("proof_required"));
    const options = { inPlace: ["proof_required"] } as const;
    await expect(call(updateArtwork, input, options)).rejects.toMatchObject({ code: "proof_required" });
    expect([network.calls.length, ask.mock.calls.length, log.error]).toEqual([1, 0, []]);
  });

  test("fails without an error toast if the authentication was cancelled", async () => {
    const { network, log, call } = createCallWithProof(false);
    network.on(key, failure("proof_required"));
    await expect(call(updateArtwork, input, { errorMessage: "no" })).rejects.toMatchObject({ code: "proof_required" });
    expect([network.calls.length, log.error, log.navigations]).toEqual([1, [], []]);
  });
});

describe("an operators' route", () => {
  const callAs = (refresh: Credentials["refresh"], end = () => {}) => {
    const network = fakeNetwork();
    const { effects, log } = recordEffects();
    const credentials = { token: () => "old", settled: async () => {}, refresh, end };
    return { network, log, call: createCall({ transport: network.transport, credentials, effects }) };
  };

  test("that answers 404 is called again with a fresh token, as the old one may have expired", async () => {
    const { network, call } = callAs(async () => "fresh");
    network.on("GET /api/admin/me", ({ token }) =>
      token === "fresh" ? { status: 200, body: { name: "ada" } } : failure("not_found"),
    );
    expect(await call(readOperator)).toEqual({ name: "ada" });
    expect(network.calls.map(({ token }) => token)).toEqual(["old", "fresh"]);
  });

  test("that answers 404 to a fresh token too isn't called a third time", async () => {
    const { network, call, log } = callAs(async () => "fresh");
    network.on("GET /api/admin/me", failure("not_found"));
    await expect(call(readOperator)).rejects.toMatchObject({ code: "not_found" });
    expect([network.calls.length, log.error, log.navigations]).toEqual([2, [], []]);
  });

  test("that refuses an operator without its permission leaves the session alone", async () => {
    const end = vi.fn();
    const { network, call, log } = callAs(async () => "fresh", end);
    network.on("GET /api/admin/log", failure("forbidden"));
    await expect(call(listLog)).rejects.toMatchObject({ code: "forbidden" });
    expect([end.mock.calls.length, log.navigations]).toEqual([0, []]);
  });

  test.each(["forbidden", "not_found", "case_not_found"] as const)(
    "that changes something says that the permission has ended when it answers %s",
    async (code) => {
      const { network, call, log } = callAs(async () => "fresh");
      network.on(`POST /api/admin/cases/${ID}/take`, failure(code));
      const sent = call(takeCase, { params: { caseId: ID } }, { errorMessage: "It wasn't taken" });
      await expect(sent).rejects.toMatchObject({ code });
      expect([log.error, log.navigations]).toEqual([[MESSAGES.operatorUnpermitted], []]);
    },
  );
});

describe("empty values", () => {
  test("are stripped unless they are booleans or numbers", () => {
    expect(
      stripEmpty({
        text: "",
        nothing: null,
        missing: undefined,
        list: [],
        record: {},
        off: false,
        zero: 0,
        word: "a",
        full: [0],
      }),
    ).toEqual({ off: false, zero: 0, word: "a", full: [0] });
  });

  test("stay in the fields that `keep` names", () => {
    expect(stripEmpty({ artworkDescription: "", artworkTitle: "" }, ["artworkDescription"])).toEqual({
      artworkDescription: "",
    });
  });

  test("never reach the API", async () => {
    const { network, call } = start();
    network.on(`PATCH /api/artwork/${ID}`, { status: 200, body: {} });
    const body = { artworkTitle: "", artworkDescription: "", artworkPersonal: 0 };
    await call(updateArtwork, { params: { artworkId: ID }, body }, { keep: ["artworkDescription"] });
    expect(network.calls).toMatchObject([{ body: { artworkDescription: "", artworkPersonal: 0 } }]);
  });
});

describe("a request", () => {
  test("fills the path and the query from the route", async () => {
    const { network, call } = start();
    network.on("GET /api/artwork", { status: 200, body: { items: [] } });
    await call(listArtwork, { query: { sort: "popular", limit: 5, cursor: undefined } });
    expect(network.calls).toMatchObject([{ query: { sort: "popular", limit: "5" }, body: undefined }]);
  });

  test("that writes carries a JSON body even when it is empty", async () => {
    const { network, call } = start();
    network.on("POST /auth/logout", { status: 204 });
    await expect(call(logout)).resolves.toBeUndefined();
    expect(network.calls).toMatchObject([{ body: {} }]);
  });

  test("without its path parameter throws and isn't sent", async () => {
    const { network, call } = start();
    await expect(call(readArtwork, { params: { artworkId: "" } })).rejects.toThrow("lacks artworkId");
    expect(network.calls).toEqual([]);
  });

  test("that reads without a token goes through fetch, any other through the loaded client", async () => {
    const [own, other] = [fakeNetwork(), fakeNetwork()];
    vi.stubGlobal("fetch", own.fetch);
    own.on("GET /api/artwork", { status: 200, body: { items: [] } });
    other.on("GET /api/artwork", { status: 200, body: { items: ["mine"] } });
    other.on("POST /api/artwork", { status: 201, body: {} });
    const transport = fetchOrLoad(async () => other.transport);
    const { effects } = recordEffects();
    const visitor = createCall({ transport, credentials: signedOut, effects });
    const member = createCall({ transport, credentials: { ...signedOut, token: () => "a token" }, effects });
    const query = { sort: "popular", limit: 5 };

    await expect(visitor(listArtwork, { query })).resolves.toEqual({ items: [] });
    await expect(member(listArtwork, { query })).resolves.toEqual({ items: ["mine"] });
    await visitor(createArtwork, { body: {} });
    expect(own.calls).toMatchObject([{ key: "GET /api/artwork", query: { sort: "popular", limit: "5" }, token: null }]);
    expect(other.calls.map(({ key, token }) => [key, token])).toEqual([
      ["GET /api/artwork", "a token"],
      ["POST /api/artwork", null],
    ]);
  });

  test("is sent with token, body and idempotency key if its script fails to load", async () => {
    const network = fakeNetwork();
    vi.stubGlobal("fetch", network.fetch);
    network.on("POST /api/artwork", { status: 201, body: {} });
    const transport = fetchOrLoad(() => Promise.reject(new TypeError("Failed to fetch the module")));
    const { effects } = recordEffects();
    const call = createCall({ transport, credentials: { ...signedOut, token: () => "a token" }, effects });
    await call(createArtwork, { body: { artworkTitle: "A" } }, { idempotencyKey: "a key" });
    expect(network.calls).toMatchObject([{ body: { artworkTitle: "A" }, token: "a token", idempotencyKey: "a key" }]);
  });

  test("has a key that doesn't depend on the order of its query", () => {
    expect(buildCacheKey(listArtwork, { query: { sort: "popular", limit: 5 } })).toBe(
      "GET /api/artwork?limit=5&sort=popular",
    );
    expect(buildCacheKey(listArtwork, { query: { limit: 5, sort: "popular" } })).toBe(
      "GET /api/artwork?limit=5&sort=popular",
    );
    expect(buildCacheKey(readArtwork, { params: { artworkId: ID } })).toBe(`GET /api/artwork/${ID}`);
  });
});

describe("a response", () => {
  test("with expose is a success toast", async () => {
    const { network, log, call } = start();
    network.on("POST /auth/forgot_password", { status: 200, body: { message: MESSAGES.resetLinkSent, expose: true } });
    await call(forgotPassword, { body: { userEmail: "ada@example.org" } });
    expect(log.success).toEqual(["Reset link sent to your email"]);
  });

  test("with a message but without expose is no toast", async () => {
    const { network, log, call } = start();
    network.on("POST /auth/forgot_password", { status: 200, body: { message: "quiet" } });
    await call(forgotPassword, { body: { userEmail: "ada@example.org" } });
    expect(log.success).toEqual([]);
  });

  test("with redirect makes the browser navigate", async () => {
    const { network, log, call } = start();
    network.on(`GET /api/artwork/${ID}`, { status: 200, body: { redirect: "https://example.org/file" } });
    await call(readArtwork, { params: { artworkId: ID } });
    expect(log.left).toEqual(["https://example.org/file"]);
  });
});

describe("a failure", () => {
  const create = (call: ReturnType<typeof start>["call"], errorMessage?: string) =>
    call(createArtwork, { body: {} }, errorMessage ? { errorMessage } : {});

  test("that is exposed shows its own message in an error toast", async () => {
    const { network, log, call } = start();
    network.on("POST /api/artwork", failure("media_not_ready"));
    await expect(create(call, "Something else")).rejects.toMatchObject({
      status: 422,
      code: "media_not_ready",
      fields: { artworkMedia: MESSAGES.mediaNotReady },
    });
    expect(log.error).toEqual([MESSAGES.mediaNotReady]);
  });

  test("that isn't exposed shows the call's own error message", async () => {
    const { network, log, call } = start();
    network.on("POST /api/artwork", failure("internal"));
    await expect(create(call, MESSAGES.failedUpdateUser)).rejects.toMatchObject({ status: 500 });
    expect(log.error).toEqual([MESSAGES.failedUpdateUser]);
  });

  test("with fields shows no toast", async () => {
    const { network, log, call } = start();
    network.on("POST /api/artwork", failure("invalid_request", { artworkTitle: MESSAGES.required }));
    await expect(create(call, MESSAGES.failedUpdateUser)).rejects.toMatchObject({
      fields: { artworkTitle: "Required value" },
    });
    expect(log.error).toEqual([]);
  });

  test("with the message Forbidden goes to /login", async () => {
    const { network, log, call } = start();
    network.on("POST /api/artwork", failure("forbidden"));
    await expect(create(call, "Failed")).rejects.toMatchObject({ status: 403 });
    expect(log).toMatchObject({ navigations: [["/login"]], error: [] });
    expect(network.to("POST /auth/logout"), "the cookie goes with the session").toHaveLength(1);
  });

  test("without a response is a Network Error", async () => {
    const { log, call } = start();
    await expect(create(call, "Failed")).rejects.toMatchObject({
      status: 0,
      code: "network",
      message: "Network Error",
    });
    expect(log.error).toEqual(["Network Error"]);
  });

  test.each([
    [429, "Too Many Requests", MESSAGES.tooManyRequests],
    [413, "Request Entity Too Large", "no"],
    [401, "Unauthorized", "no"],
  ])("%i of API Gateway itself shows our own message", async (status, message, shown) => {
    const { network, log, call } = start();
    network.on("GET /api/artwork", { status, body: { message } });
    await expect(call(listArtwork, {}, { errorMessage: "no" })).rejects.not.toMatchObject({ message });
    expect(log.error).toEqual([shown]);
  });

  test("that isn't the API's, such as a proxy's page, is an internal error", async () => {
    const { network, call } = start();
    network.on("POST /api/artwork", { status: 502, body: "<html>" });
    await expect(create(call)).rejects.toMatchObject({ status: 502, code: "internal", message: "An error occurred" });
  });
});
