import { DeleteTransaction } from "dynamodb-toolbox/entity/actions/transactDelete";
import { removeTotp } from "#shared/contract/second-factor.ts";
import { MESSAGES } from "#shared/messages.ts";
import { handle } from "../runtime/handle.ts";
import { removeOwnFactor } from "./owned-factors.ts";
import type { SecondFactorServices } from "./services.ts";
import { TotpEntity } from "./totp.entity.ts";

export const removeTotpHandler = handle(removeTotp, async ({ owner }, services: SecondFactorServices) => {
  const refused = await removeOwnFactor(services, owner, async () => ({
    write: {
      write: TotpEntity.build(DeleteTransaction)
        .key({ userId: owner.userId })
        .options({ condition: { attr: "encrypted", exists: true } }),
      otherwise: "factor_not_found",
    },
    name: "An authenticator app",
  }));
  return refused ?? { message: MESSAGES.totpRemoved, expose: true as const };
});
