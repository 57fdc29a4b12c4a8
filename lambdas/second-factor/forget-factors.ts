import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import type { OpenTable } from "../table/marketplace-table.ts";
import { passkeysOf } from "./find-passkeys.ts";
import { PasskeyEntity } from "./passkey.entity.ts";
import { RecoveryCodeEntity } from "./recovery-code.entity.ts";
import { recoveryCodesOf } from "./recovery-codes.ts";
import { PendingTotpEntity, TotpEntity } from "./totp.entity.ts";

/** Deletes what a closed account kept of its second factors. */
export async function forgetFactors(table: OpenTable, userId: string) {
  const [passkeys, codes] = await Promise.all([passkeysOf(table, userId), recoveryCodesOf(table, userId)]);
  await Promise.all([
    table.send(TotpEntity.build(DeleteItemCommand).key({ userId })),
    table.send(PendingTotpEntity.build(DeleteItemCommand).key({ userId })),
    ...passkeys.map(({ digest }) => table.send(PasskeyEntity.build(DeleteItemCommand).key({ userId, digest }))),
    ...codes.map(({ digest }) => table.send(RecoveryCodeEntity.build(DeleteItemCommand).key({ userId, digest }))),
  ]);
}
