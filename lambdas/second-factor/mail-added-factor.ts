import { issueEmailUndo } from "../auth/email-undo.ts";
import { emailTemplates } from "../mail/email-templates.ts";
import { sendBestEffort } from "../mail/send-best-effort.ts";
import { epochSeconds } from "../runtime/epoch-seconds.ts";
import type { User } from "../users/find-user.ts";
import { isProtected } from "./factor-proof.ts";
import type { SecondFactorServices } from "./services.ts";

/**
 * Tells the owner of a new factor. For the first one the password was proof enough, so the mail has a link that gives the
 * account back as it was: with its address, without what was added since.
 */
export async function mailAddedFactor(services: SecondFactorServices, user: User, factor: string, created: string) {
  const { siteOrigin } = services;
  const token = isProtected(user) ? undefined : await issueEmailUndo(services, user, epochSeconds(new Date(created)));
  const undo = token && `${siteOrigin}/verify_token/${token}`;
  await sendBestEffort(services, user.email, emailTemplates.factorAdded(`${siteOrigin}/settings`, factor, undo), {
    kind: "factorAdded",
    userId: user.userId,
  });
}
