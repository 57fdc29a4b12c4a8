import { createPublicKey, verify } from "node:crypto";
import { expect, test } from "vitest";
import { deriveSigningKey } from "#lambdas/platform/signing/open-signing.ts";
import { startApi } from "#test/support/start-api.ts";

const bytes = Buffer.from("a certificate");

test("a signature verifies with the public key, for the same data only", async () => {
  const key = await (await startApi()).services.signing.key();
  expect(verify(null, bytes, createPublicKey(key.publicKey), key.sign(bytes))).toBe(true);
  expect(verify(null, Buffer.from("another"), createPublicKey(key.publicKey), key.sign(bytes))).toBe(false);
});

test("the same secret gives the same signing key, and another secret another one", () => {
  const key = deriveSigningKey("one");
  expect(deriveSigningKey("one").publicKey).toBe(key.publicKey);
  expect(deriveSigningKey("one").sign(bytes)).toEqual(key.sign(bytes));
  expect(deriveSigningKey("two").keyId).not.toBe(key.keyId);
  expect(key.keyId).toMatch(/^[0-9a-f]{16}$/);
});
