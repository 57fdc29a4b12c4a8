import { DeleteTransaction } from "dynamodb-toolbox/entity/actions/transactDelete";
import { removeTotp } from "#shared/contract/second-factor.ts";
import { MESSAGES } from "#shared/messages.ts";
import { emailTemplates } from "../mail/email-templates.ts";
import { sendBestEffort } from "../mail/send-best-effort.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { findOpenUser } from "../users/open-account.ts";
import { removeFactor } from "./change-factors.ts";
import { requireProof } from "./factor-proof.ts";
import type { SecondFactorServices } from "./services.ts";
import { TotpEntity } from "./totp.entity.ts";

export const removeTotpHandler = handle(removeTotp, async ({ actor }, services: SecondFactorServices) => {
  const { table, siteOrigin } = services;
  const { userId } = actor;
  const user = await findOpenUser(table, userId);
  if (!user) return fail("forbidden");
  const unproven = await requireProof(services, user, actor);
  if (unproven) return unproven;
  const refused = await removeFactor(services, user, {
    write: TotpEntity.build(DeleteTransaction)
      .key({ userId })
      .options({ condition: { attr: "encrypted", exists: true } }),
    otherwise: "factor_not_found",
  });
  if (refused) return refused;
  await sendBestEffort(
    services,
    user.email,
    emailTemplates.factorRemoved(`${siteOrigin}/settings`, "An authenticator app"),
  );
  return { message: MESSAGES.totpRemoved, expose: true as const };
});
