import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { addPasskey } from "#shared/contract/second-factor.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { Failure, fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { findOpenUser } from "../users/open-account.ts";
import { addFactor } from "./change-factors.ts";
import { recordProof, requireProof } from "./factor-proof.ts";
import { passkeysOf } from "./find-passkeys.ts";
import { mailAddedFactor } from "./mail-added-factor.ts";
import { PasskeyEntity } from "./passkey.entity.ts";
import { verifyRegistration } from "./passkeys.ts";
import type { SecondFactorServices } from "./services.ts";

/** The account's count of factors is unchanged since the passkeys were counted, so the limit holds for calls at once too. */
export const addPasskeyHandler = handle(addPasskey, async ({ actor, body }, services: SecondFactorServices) => {
  const { table, now, newId } = services;
  const { userId } = actor;
  const user = await findOpenUser(table, userId);
  if (!user) return fail("forbidden");
  const unproven = await requireProof(services, user, actor);
  if (unproven) return unproven;
  const passkeys = await passkeysOf(table, userId);
  if (passkeys.length >= LIMITS.passkey.perAccount) return fail("too_many_passkeys");
  const verified = await verifyRegistration(services, user, body.registration);
  if (!verified) return fail("passkey_refused");
  const passkey = { ...verified, userId, passkeyId: newId(), name: body.name, created: now().toISOString() };
  const added = await addFactor(services, user, [
    {
      write: PasskeyEntity.build(PutTransaction)
        .item(passkey)
        .options({ condition: { attr: "credentialId", exists: false } }),
      otherwise: "passkey_refused",
    },
  ]);
  if (added instanceof Failure) return added;
  await recordProof(services, actor);
  await mailAddedFactor(services, user, `The passkey “${body.name}”`, passkey.created);
  return { ...added, message: MESSAGES.passkeyAdded, expose: true as const };
});
