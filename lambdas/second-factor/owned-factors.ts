import type { FailureCode } from "#shared/failures.ts";
import { emailTemplates } from "../mail/email-templates.ts";
import { sendBestEffort } from "../mail/send-best-effort.ts";
import { Failure, fail } from "../runtime/failure.ts";
import type { ConditionalWrite } from "../table/transact.ts";
import type { User } from "../users/find-user.ts";
import { addFactor, type OwnerCall, removeFactor } from "./change-factors.ts";
import { recordProof } from "./factor-proof.ts";
import { mailAddedFactor } from "./mail-added-factor.ts";
import type { SecondFactorServices } from "./services.ts";

/** A factor that is to be added: what stores it, how mails call it, and since when it counts (ISO 8601). */
interface NewFactor<F extends FailureCode> {
  readonly writes: readonly ConditionalWrite<F>[];
  readonly name: string;
  readonly created: string;
}

/**
 * Adds a factor of the owner's, which proves the session too, and mails it; answers the recovery codes of the first one,
 * which ends all other sessions.
 */
export async function addOwnFactor<F extends FailureCode, G extends FailureCode>(
  services: SecondFactorServices,
  { actor, owner }: OwnerCall,
  prepare: () => Promise<NewFactor<F> | Failure<G>>,
) {
  const factor = await prepare();
  if (factor instanceof Failure) return factor;
  const added = await addFactor(services, { actor, owner }, factor.writes);
  if (added instanceof Failure) return added;
  await recordProof(services, actor);
  await mailAddedFactor(services, owner, factor.name, factor.created);
  return added;
}

/** A factor that is to be removed, and how mails call it. */
interface FormerFactor<F extends FailureCode> {
  readonly write: ConditionalWrite<F>;
  readonly name: string;
}

/** Removes a factor of the owner's and mails it. */
export async function removeOwnFactor<F extends FailureCode>(
  services: SecondFactorServices,
  owner: User,
  find: () => Promise<FormerFactor<F> | undefined>,
) {
  const factor = await find();
  if (!factor) return fail("factor_not_found");
  const refused = await removeFactor(services, owner, factor.write);
  if (refused) return refused;
  await sendBestEffort(
    services,
    owner.email,
    emailTemplates.factorRemoved(`${services.siteOrigin}/settings`, factor.name),
    { kind: "factorRemoved", userId: owner.userId },
  );
  return undefined;
}
