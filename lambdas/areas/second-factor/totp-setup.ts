import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { DeleteTransaction } from "dynamodb-toolbox/entity/actions/transactDelete";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { beginTotp, confirmTotp, removeTotp } from "#shared/contract/second-factor.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { MESSAGES } from "#shared/messages.ts";
import { Failure, fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { epochSeconds } from "../../platform/runtime/time.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { PendingTotpEntity, TotpEntity } from "./factors.entity.ts";
import { addOwnFactor, removeOwnFactor } from "./owned-factors.ts";
import type { SecondFactorServices } from "./services.ts";
import { buildTotpUri, decryptSecret, encryptSecret, findStep, findTotp, generateTotpSecret } from "./totp.ts";
import { verifyCode } from "./verify-factor.ts";

export const beginTotpHandler = handle(beginTotp, async ({ owner }, services: SecondFactorServices) => {
  const { table, secondFactor, now } = services;
  const { userId } = owner;
  if (await findTotp(table, userId)) return fail("totp_exists");
  const secret = generateTotpSecret();
  const encrypted = await encryptSecret(secondFactor, userId, secret);
  const expires = epochSeconds(now()) + LIFETIMES.pendingTotp;
  await table.send(PendingTotpEntity.build(PutItemCommand).item({ userId, encrypted, expires }));
  return { secret, address: buildTotpUri(secret, owner.name) };
});

async function findPendingTotp(table: OpenTable, userId: string) {
  const get = PendingTotpEntity.build(GetItemCommand).key({ userId }).options({ consistent: true });
  return (await table.send(get)).Item;
}

/** Stores the secret that the code was verified with. */
export const confirmTotpHandler = handle(
  confirmTotp,
  async ({ actor, owner, body }, services: SecondFactorServices) => {
    const { table, secondFactor, now } = services;
    const added = await addOwnFactor(services, { actor, owner }, async () => {
      const { userId } = owner;
      const pending = await findPendingTotp(table, userId);
      if (!pending || pending.expires <= epochSeconds(now())) return fail("totp_expired");
      const { encrypted } = pending;
      const step = findStep(await decryptSecret(secondFactor, userId, encrypted), body.code, now());
      const wrong = await verifyCode(
        services,
        { kind: "codesSignedIn", subject: userId },
        async () => step !== undefined,
      );
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
          { write: put, failure: "totp_exists" },
          { write: end, failure: "totp_expired" },
        ],
        name: "An authenticator app",
        created: totp.created,
      };
    });
    return added instanceof Failure ? added : { ...added, message: MESSAGES.totpAdded, expose: true as const };
  },
);

export const removeTotpHandler = handle(removeTotp, async ({ owner }, services: SecondFactorServices) => {
  const refused = await removeOwnFactor(services, owner, async () => ({
    write: {
      write: TotpEntity.build(DeleteTransaction)
        .key({ userId: owner.userId })
        .options({ condition: { attr: "encrypted", exists: true } }),
      failure: "factor_not_found",
    },
    name: "An authenticator app",
  }));
  return refused ?? { message: MESSAGES.totpRemoved, expose: true as const };
});
