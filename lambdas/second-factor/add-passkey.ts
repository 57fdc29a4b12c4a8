import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { addPasskey } from "#shared/contract/second-factor.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { Failure, fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { passkeysOf } from "./find-passkeys.ts";
import { addOwnFactor } from "./owned-factors.ts";
import { PasskeyEntity } from "./passkey.entity.ts";
import { verifyRegistration } from "./passkeys.ts";
import type { SecondFactorServices } from "./services.ts";

/** The account's count of factors is unchanged since the passkeys were counted, so the limit holds for calls at once too. */
export const addPasskeyHandler = handle(addPasskey, async ({ actor, owner, body }, services: SecondFactorServices) => {
  const { table, now, newId } = services;
  const added = await addOwnFactor(services, { actor, owner }, async () => {
    const { userId } = owner;
    const passkeys = await passkeysOf(table, userId);
    if (passkeys.length >= LIMITS.passkey.perAccount) return fail("too_many_passkeys");
    const verified = await verifyRegistration(services, owner, body.registration);
    if (!verified) return fail("passkey_refused");
    const passkey = { ...verified, userId, passkeyId: newId(), name: body.name, created: now().toISOString() };
    const write = PasskeyEntity.build(PutTransaction)
      .item(passkey)
      .options({ condition: { attr: "credentialId", exists: false } });
    return {
      writes: [{ write, otherwise: "passkey_refused" }],
      name: `The passkey “${body.name}”`,
      created: passkey.created,
    };
  });
  return added instanceof Failure ? added : { ...added, message: MESSAGES.passkeyAdded, expose: true as const };
});
