import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { DeleteTransaction } from "dynamodb-toolbox/entity/actions/transactDelete";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { PasskeyEntity, PendingTotpEntity, RecoveryCodeEntity, TotpEntity } from "./factors.entity.ts";
import { listPasskeys } from "./find-passkeys.ts";
import { buildRecoveryCodesRemoval, listRecoveryCodes } from "./recovery-codes.ts";

/** Deletes a closed account's second factors. */
export async function deleteFactors(table: OpenTable, userId: string) {
  const [passkeys, codes] = await Promise.all([listPasskeys(table, userId), listRecoveryCodes(table, userId)]);
  await Promise.all([
    table.send(TotpEntity.build(DeleteItemCommand).key({ userId })),
    table.send(PendingTotpEntity.build(DeleteItemCommand).key({ userId })),
    ...passkeys.map(({ digest }) => table.send(PasskeyEntity.build(DeleteItemCommand).key({ userId, digest }))),
    ...codes.map(({ digest }) => table.send(RecoveryCodeEntity.build(DeleteItemCommand).key({ userId, digest }))),
  ]);
}

/**
 * The writes that remove factors added since `since` (epoch seconds), and the number left. Recovery codes are removed in any
 * case: an attacker may have read them.
 */
export async function buildFactorsRemoval(table: OpenTable, userId: string, since: number) {
  const [{ Item: totp }, passkeys, codes] = await Promise.all([
    table.send(TotpEntity.build(GetItemCommand).key({ userId }).options({ consistent: true })),
    listPasskeys(table, userId),
    buildRecoveryCodesRemoval(table, userId),
  ]);
  const isNew = ({ created }: { readonly created: string }) => Date.parse(created) >= since * 1000;
  const newPasskeys = passkeys.filter(isNew);
  const newTotp = totp && isNew(totp) ? [totp] : [];
  return {
    left: passkeys.length - newPasskeys.length + (totp ? 1 : 0) - newTotp.length,
    writes: [
      ...newTotp.map(() => ({ write: TotpEntity.build(DeleteTransaction).key({ userId }) })),
      ...newPasskeys.map(({ digest }) => ({ write: PasskeyEntity.build(DeleteTransaction).key({ userId, digest }) })),
      { write: PendingTotpEntity.build(DeleteTransaction).key({ userId }) },
      ...codes,
    ],
  };
}
