import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { DeleteTransaction } from "dynamodb-toolbox/entity/actions/transactDelete";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { confirmTotp } from "#shared/contract/second-factor.ts";
import { MESSAGES } from "#shared/messages.ts";
import { epochSeconds } from "../runtime/epoch-seconds.ts";
import { Failure, fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import type { OpenTable } from "../table/marketplace-table.ts";
import { addOwnFactor } from "./owned-factors.ts";
import type { SecondFactorServices } from "./services.ts";
import { PendingTotpEntity, TotpEntity } from "./totp.entity.ts";
import { decryptSecret, stepOf } from "./totp.ts";
import { verifyCode } from "./verify-factor.ts";

async function findPendingTotp(table: OpenTable, userId: string) {
  const get = PendingTotpEntity.build(GetItemCommand).key({ userId }).options({ consistent: true });
  return (await table.send(get)).Item;
}

/** The secret that the code was made with is the one that counts: it is stored as it was read. */
export const confirmTotpHandler = handle(
  confirmTotp,
  async ({ actor, owner, body }, services: SecondFactorServices) => {
    const { table, secondFactor, now } = services;
    const added = await addOwnFactor(services, { actor, owner }, async () => {
      const { userId } = owner;
      const pending = await findPendingTotp(table, userId);
      if (!pending || pending.expires <= epochSeconds(now())) return fail("totp_expired");
      const { encrypted } = pending;
      const step = stepOf(await decryptSecret(secondFactor, userId, encrypted), body.code, now());
      const wrong = await verifyCode(services, { kind: "codesSignedIn", who: userId }, async () => step !== undefined);
      if (wrong) return wrong;
      const totp = { userId, encrypted, lastStep: step ?? 0, created: now().toISOString() };
      const put = TotpEntity.build(PutTransaction)
        .item(totp)
        .options({ condition: { attr: "encrypted", exists: false } });
      const end = PendingTotpEntity.build(DeleteTransaction)
        .key({ userId })
        .options({ condition: { attr: "encrypted", eq: encrypted } });
      return {
        writes: [
          { write: put, otherwise: "totp_exists" },
          { write: end, otherwise: "totp_expired" },
        ],
        name: "An authenticator app",
        created: totp.created,
      };
    });
    return added instanceof Failure ? added : { ...added, message: MESSAGES.totpAdded, expose: true as const };
  },
);
