import { DeleteTransaction } from "dynamodb-toolbox/entity/actions/transactDelete";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { addPasskey, beginPasskey, removePasskey } from "#shared/contract/second-factor.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { Failure, fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { PasskeyEntity } from "./factors.entity.ts";
import { listPasskeys } from "./find-passkeys.ts";
import { addOwnFactor, removeOwnFactor } from "./owned-factors.ts";
import { createCreationOptions, verifyRegistration } from "./passkeys.ts";
import type { SecondFactorServices } from "./services.ts";

export const beginPasskeyHandler = handle(beginPasskey, async ({ owner }, services: SecondFactorServices) => {
  const passkeys = await listPasskeys(services.table, owner.userId);
  if (passkeys.length >= LIMITS.passkey.perAccount) return fail("too_many_passkeys");
  return { options: await createCreationOptions(services, owner) };
});

/** Conditional on the count of factors since the passkeys were counted, so that the limit holds for concurrent calls too. */
export const addPasskeyHandler = handle(addPasskey, async ({ actor, owner, body }, services: SecondFactorServices) => {
  const { table, now, newId } = services;
  const added = await addOwnFactor(services, { actor, owner }, async () => {
    const { userId } = owner;
    const passkeys = await listPasskeys(table, userId);
    if (passkeys.length >= LIMITS.passkey.perAccount) return fail("too_many_passkeys");
    const verified = await verifyRegistration(services, owner, body.registration);
    if (!verified) return fail("passkey_refused");
    const passkey = { ...verified, userId, passkeyId: newId(), name: body.name, created: now().toISOString() };
    const write = PasskeyEntity.build(PutTransaction)
      .item(passkey)
      .options({ condition: { attr: "credentialId", exists: false } });
    return {
      writes: [{ write, failure: "passkey_refused" }],
      name: `The passkey “${body.name}”`,
      created: passkey.created,
    };
  });
  return added instanceof Failure ? added : { ...added, message: MESSAGES.passkeyAdded, expose: true as const };
});

export const removePasskeyHandler = handle(
  removePasskey,
  async ({ owner, params: { passkeyId } }, services: SecondFactorServices) => {
    const refused = await removeOwnFactor(services, owner, async () => {
      const { userId } = owner;
      const passkeys = await listPasskeys(services.table, userId);
      const passkey = passkeys.find((candidate) => candidate.passkeyId === passkeyId);
      if (!passkey) return undefined;
      const { digest, name } = passkey;
      const write = PasskeyEntity.build(DeleteTransaction)
        .key({ userId, digest })
        .options({ condition: { attr: "credentialId", exists: true } });
      return { write: { write, failure: "factor_not_found" }, name: `The passkey “${name}”` };
    });
    return refused ?? { message: MESSAGES.passkeyRemoved, expose: true as const };
  },
);
