import { DeleteTransaction } from "dynamodb-toolbox/entity/actions/transactDelete";
import { removePasskey } from "#shared/contract/second-factor.ts";
import { MESSAGES } from "#shared/messages.ts";
import { emailTemplates } from "../mail/email-templates.ts";
import { sendBestEffort } from "../mail/send-best-effort.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { findOpenUser } from "../users/open-account.ts";
import { removeFactor } from "./change-factors.ts";
import { requireProof } from "./factor-proof.ts";
import { passkeysOf } from "./find-passkeys.ts";
import { PasskeyEntity } from "./passkey.entity.ts";
import type { SecondFactorServices } from "./services.ts";

export const removePasskeyHandler = handle(
  removePasskey,
  async ({ actor, params: { passkeyId } }, services: SecondFactorServices) => {
    const { table, siteOrigin } = services;
    const { userId } = actor;
    const user = await findOpenUser(table, userId);
    if (!user) return fail("forbidden");
    const unproven = await requireProof(services, user, actor);
    if (unproven) return unproven;
    const passkey = (await passkeysOf(table, userId)).find((candidate) => candidate.passkeyId === passkeyId);
    if (!passkey) return fail("factor_not_found");
    const { digest, name } = passkey;
    const refused = await removeFactor(services, user, {
      write: PasskeyEntity.build(DeleteTransaction)
        .key({ userId, digest })
        .options({ condition: { attr: "credentialId", exists: true } }),
      otherwise: "factor_not_found",
    });
    if (refused) return refused;
    const template = emailTemplates.factorRemoved(`${siteOrigin}/settings`, `The passkey “${name}”`);
    await sendBestEffort(services, user.email, template);
    return { message: MESSAGES.passkeyRemoved, expose: true as const };
  },
);
