import { beginPasskey } from "#shared/contract/second-factor.ts";
import { LIMITS } from "#shared/limits.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { findOpenUser } from "../users/open-account.ts";
import { requireProof } from "./factor-proof.ts";
import { passkeysOf } from "./find-passkeys.ts";
import { creationOptions } from "./passkeys.ts";
import type { SecondFactorServices } from "./services.ts";

export const beginPasskeyHandler = handle(beginPasskey, async ({ actor }, services: SecondFactorServices) => {
  const user = await findOpenUser(services.table, actor.userId);
  if (!user) return fail("forbidden");
  const unproven = await requireProof(services, user, actor);
  if (unproven) return unproven;
  const passkeys = await passkeysOf(services.table, actor.userId);
  if (passkeys.length >= LIMITS.passkey.perAccount) return fail("too_many_passkeys");
  return { options: await creationOptions(services, user) };
});
