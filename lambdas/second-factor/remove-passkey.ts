import { DeleteTransaction } from "dynamodb-toolbox/entity/actions/transactDelete";
import { removePasskey } from "#shared/contract/second-factor.ts";
import { MESSAGES } from "#shared/messages.ts";
import { handle } from "../runtime/handle.ts";
import { passkeysOf } from "./find-passkeys.ts";
import { removeOwnFactor } from "./owned-factors.ts";
import { PasskeyEntity } from "./passkey.entity.ts";
import type { SecondFactorServices } from "./services.ts";

export const removePasskeyHandler = handle(
  removePasskey,
  async ({ owner, params: { passkeyId } }, services: SecondFactorServices) => {
    const refused = await removeOwnFactor(services, owner, async () => {
      const { userId } = owner;
      const passkeys = await passkeysOf(services.table, userId);
      const passkey = passkeys.find((candidate) => candidate.passkeyId === passkeyId);
      if (!passkey) return undefined;
      const { digest, name } = passkey;
      const write = PasskeyEntity.build(DeleteTransaction)
        .key({ userId, digest })
        .options({ condition: { attr: "credentialId", exists: true } });
      return { write: { write, otherwise: "factor_not_found" }, name: `The passkey “${name}”` };
    });
    return refused ?? { message: MESSAGES.passkeyRemoved, expose: true as const };
  },
);
