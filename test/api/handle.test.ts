import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, expect, test } from "vitest";
import { createTokenVerifier } from "#lambdas/platform/runtime/actor.ts";
import { readArtwork } from "#shared/contract/artwork.ts";
import { listMyArtwork, updateUser } from "#shared/contract/users.ts";
import { MESSAGES } from "#shared/messages.ts";
import { createAccounts } from "#test/support/accounts.ts";
import { atFileEnd } from "#test/support/file-end.ts";
import { createGiven } from "#test/support/given.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;

beforeAll(async () => {
  api = await startApi();
});

test("authorization is checked before the query, but after the ids of the path", async () => {
  const [one, other] = [await createGiven(api).user(), await createGiven(api).user()];
  const query = { limit: "many" };
  const theirs = await api.call(listMyArtwork, { as: one.userId, params: { userId: other.userId }, query });
  expect([theirs.status, theirs.failure.message]).toEqual([403, MESSAGES.forbidden]);
  const own = await api.call(listMyArtwork, { as: one.userId, params: { userId: one.userId }, query });
  expect([own.status, own.failure.fields]).toEqual([400, { limit: MESSAGES.notPositiveInteger }]);
  const nobody = await api.call(listMyArtwork, { as: one.userId, params: { userId: "me" } });
  expect([nobody.status, nobody.failure.fields]).toEqual([400, { userId: MESSAGES.invalidUuid }]);
});

test("a wrong type is reported at its field, and null isn't an empty body", async () => {
  const { userId } = await createGiven(api).user();
  const change = (body: unknown) => api.call(updateUser, { as: userId, params: { userId }, body });
  const wrong = await change({ userCountry: 44 });
  expect([wrong.status, wrong.failure.fields]).toEqual([400, { userCountry: MESSAGES.countryInvalid }]);
  const none = await change(null);
  expect([none.status, none.failure.fields]).toEqual([400, { body: MESSAGES.invalid }]);
  expect((await change({})).status).toBe(200);
});

test("a lone surrogate in a body becomes the replacement character", async () => {
  const { userId } = await createGiven(api).user();
  const body = { userName: "Ada \ud83c" };
  expect((await api.call(updateUser, { as: userId, params: { userId }, body })).body.user.fullName).toBe("Ada \ufffd");
});

test("the issuer's JWKS is fetched without following redirects", async () => {
  const { token } = await createAccounts(api).createSignedInAccount();
  const elsewhere = createServer((_request, response) => {
    response.writeHead(302, { location: `${process.env.TOKEN_ISSUER}/.well-known/jwks.json` }).end();
  });
  await new Promise<void>((listening) => elsewhere.listen(0, "127.0.0.1", listening));
  atFileEnd(() => new Promise<void>((closed) => elsewhere.close(() => closed())));
  const issuer = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  await expect(createTokenVerifier(issuer, process.env.TOKEN_AUDIENCE ?? "")(token)).rejects.toThrow("fetch failed");
});

test("an ID token isn't accepted as an access token", async () => {
  const { userId } = await createGiven(api).user();
  const claims = { username: userId, origin_jti: "session", auth_time: Number.MAX_SAFE_INTEGER };
  const read = (kind: string) =>
    api.call(listMyArtwork, { as: userId, params: { userId }, claims: { ...claims, token_use: kind } });
  expect([(await read("id")).status, (await read("access")).status]).toEqual([401, 200]);
});

test("responses and errors are sent with no-store", async () => {
  const { userId } = await createGiven(api).user();
  const own = await api.call(listMyArtwork, { as: userId, params: { userId } });
  const refused = await api.call(listMyArtwork, { params: { userId } });
  expect([own, refused].map(({ headers }) => headers["cache-control"])).toEqual(["no-store", "no-store"]);
});

test("an invalid token answers 401, an unreachable JWKS is an internal error", async () => {
  const { token, userId } = await createAccounts(api).createSignedInAccount();
  const params = { artworkId: (await createGiven(api).artwork(userId)).artworkId };
  const [head = "", claims = "", signature = ""] = token.split(".");
  const unknownKey = Buffer.from(JSON.stringify({ alg: "RS256", kid: "nobody's" })).toString("base64url");
  const invalid = ["x", "a.b.c", `${head}.${claims}.`, `${head}.${claims}.${"A".repeat(40)}`, `${head}..${signature}`];
  for (const bad of [...invalid, `${unknownKey}.${claims}.${signature}`, token.slice(0, -4)]) {
    expect((await api.call(readArtwork, { token: bad, params })).status).toBe(401);
  }
  const away = { verifyToken: createTokenVerifier("http://127.0.0.1:1", "anyone") };
  await expect(api.call(readArtwork, { token, params }, away)).rejects.toThrow("fetch failed");
  expect((await api.call(readArtwork, { token, params })).status).toBe(200);
});
