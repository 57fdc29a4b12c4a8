import { createHmac, randomInt } from "node:crypto";
import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { DeleteTransaction } from "dynamodb-toolbox/entity/actions/transactDelete";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { LIMITS } from "#shared/limits.ts";
import { conditionHeld } from "../../platform/table/conditions.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { requireAll } from "../../platform/table/query-all.ts";
import { RecoveryCodeEntity } from "./factors.entity.ts";
import type { SecondFactorKeys } from "./second-factor-keys.ts";

/** Without easily confused characters; five bits each, 120 per code, so that a plain HMAC is safe; older codes have 80. */
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

const generateCode = () => {
  const { groups, groupLength } = LIMITS.recoveryCodes;
  const generateGroup = () => Array.from({ length: groupLength }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return Array.from({ length: groups }, generateGroup).join("-");
};

/** The digest of a code, ignoring case and hyphens. */
async function computeRecoveryCodeDigest(keys: SecondFactorKeys, userId: string, code: string): Promise<string> {
  const plain = code.toUpperCase().replace(/[^A-Z0-9]/g, "");
  const key = await keys.key("recoveryCode");
  return createHmac("sha256", key)
    .update(JSON.stringify([userId, plain]))
    .digest("base64url");
}

/** The digests of unused codes. */
export const listRecoveryCodes = (table: OpenTable, userId: string) =>
  requireAll(table, RecoveryCodeEntity, { userId });

export const countRecoveryCodes = async (table: OpenTable, userId: string) =>
  (await listRecoveryCodes(table, userId)).length;

/** Ten new codes, and the writes that replace the old digests. */
export async function replaceRecoveryCodes(table: OpenTable, keys: SecondFactorKeys, userId: string) {
  const codes = Array.from({ length: LIMITS.recoveryCodes.count }, generateCode);
  const digests = await Promise.all(codes.map((code) => computeRecoveryCodeDigest(keys, userId, code)));
  const puts = digests.map((digest) => ({ write: RecoveryCodeEntity.build(PutTransaction).item({ userId, digest }) }));
  return { codes, writes: [...(await buildRecoveryCodesRemoval(table, userId)), ...puts] };
}

/** The writes that delete every code. */
export const buildRecoveryCodesRemoval = async (table: OpenTable, userId: string) =>
  (await listRecoveryCodes(table, userId)).map(({ digest }) => ({
    write: RecoveryCodeEntity.build(DeleteTransaction).key({ userId, digest }),
  }));

/** True if this is one of the account's codes, which is then used up. */
export async function redeemRecoveryCode(table: OpenTable, keys: SecondFactorKeys, userId: string, code: string) {
  const digest = await computeRecoveryCodeDigest(keys, userId, code);
  const use = RecoveryCodeEntity.build(DeleteItemCommand)
    .key({ userId, digest })
    .options({ condition: { attr: "userId", exists: true } });
  return conditionHeld(table.send(use));
}
