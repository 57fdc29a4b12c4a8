import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { Secret, TOTP } from "otpauth";
import { APP_NAME } from "#shared/brand.ts";
import { conditionHeld } from "../../platform/table/conditions.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { TotpEntity } from "./factors.entity.ts";
import type { SecondFactorKeys } from "./second-factor-keys.ts";

/** Settings that every authenticator app supports (RFC 6238's defaults). */
const SETTINGS = { algorithm: "SHA1", digits: 6, period: 30 } as const;

/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** Steps around the current one whose codes are accepted, since clocks differ and typing takes time. */
const WINDOW = 1;

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A new shared secret in base32. */
export const generateTotpSecret = () => new Secret({ buffer: new Uint8Array(randomBytes(SECRET_BYTES)).buffer }).base32;

/** The `otpauth` URI for the QR code. */
export const buildTotpUri = (secret: string, username: string) =>
  new TOTP({ ...SETTINGS, issuer: APP_NAME, label: username, secret }).toString();

/** The time step of a code; `undefined` if it isn't valid now. */
export function findStep(secret: string, code: string, now: Date): number | undefined {
  const totp = new TOTP({ ...SETTINGS, secret });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}

/** Encrypts a secret for one account; copied to another account's item it can't be decrypted. */
export async function encryptSecret(keys: SecondFactorKeys, userId: string, secret: string): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", await keys.key("totpSecret"), nonce).setAAD(Buffer.from(userId));
  return Buffer.concat([nonce, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()]).toString("base64");
}

/** Throws for a secret encrypted for another account or with another key. */
export async function decryptSecret(keys: SecondFactorKeys, userId: string, encrypted: string): Promise<string> {
  const bytes = Buffer.from(encrypted, "base64");
  const [nonce, text] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES, -TAG_BYTES)];
  const decipher = createDecipheriv("aes-256-gcm", await keys.key("totpSecret"), nonce)
    .setAAD(Buffer.from(userId))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(text), decipher.final()]).toString();
}

export async function findTotp(table: OpenTable, userId: string) {
  const { Item } = await table.send(TotpEntity.build(GetItemCommand).key({ userId }).options({ consistent: true }));
  return Item;
}

interface TotpServices {
  readonly table: OpenTable;
  readonly secondFactor: SecondFactorKeys;
  readonly now: () => Date;
}

/**
 * Redeems a code: true if it is the account's current one. A code works once: only one of concurrent calls succeeds, and
 * older codes are refused.
 */
export async function redeemTotpCode(services: TotpServices, userId: string, code: string): Promise<boolean> {
  const { table, secondFactor, now } = services;
  const totp = await findTotp(table, userId);
  if (!totp) return false;
  const step = findStep(await decryptSecret(secondFactor, userId, totp.encrypted), code, now());
  if (step === undefined) return false;
  const use = TotpEntity.build(UpdateItemCommand)
    .item({ userId, lastStep: step })
    .options({ condition: { attr: "lastStep", lt: step } });
  return conditionHeld(table.send(use));
}
