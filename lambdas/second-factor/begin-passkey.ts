import { beginPasskey } from "#shared/contract/second-factor.ts";
import { LIMITS } from "#shared/limits.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { passkeysOf } from "./find-passkeys.ts";
import { creationOptions } from "./passkeys.ts";
import type { SecondFactorServices } from "./services.ts";

export const beginPasskeyHandler = handle(beginPasskey, async ({ owner }, services: SecondFactorServices) => {
  const passkeys = await passkeysOf(services.table, owner.userId);
  if (passkeys.length >= LIMITS.passkey.perAccount) return fail("too_many_passkeys");
  return { options: await creationOptions(services, owner) };
});
