import type { FailureCode } from "#shared/failures.ts";
import { emailTemplates } from "../mail/email-templates.ts";
import { sendBestEffort } from "../mail/send-best-effort.ts";
import type { Actor } from "../runtime/actor.ts";
import { Failure, fail } from "../runtime/failure.ts";
import type { ConditionalWrite } from "../table/transact.ts";
import type { User } from "../users/find-user.ts";
import { findOpenUser } from "../users/open-account.ts";
import { addFactor, removeFactor } from "./change-factors.ts";
import { recordProof, requireProof } from "./factor-proof.ts";
import { mailAddedFactor } from "./mail-added-factor.ts";
import type { SecondFactorServices } from "./services.ts";

/** The caller's account, in a session that has just proven to be its owner's. */
async function findProvenOwner(services: SecondFactorServices, actor: Actor) {
  const user = await findOpenUser(services.table, actor.userId);
  if (!user) return fail("forbidden");
  return (await requireProof(services, user, actor)) ?? user;
}

/** A factor that is to be added: what stores it, how mails call it, and since when it counts (ISO 8601). */
interface NewFactor<F extends FailureCode> {
  readonly writes: readonly ConditionalWrite<F>[];
  readonly name: string;
  readonly created: string;
}

/** Adds a factor of the owner's, which proves the session too, and mails it; answers the first one's recovery codes. */
export async function addOwnFactor<F extends FailureCode, G extends FailureCode>(
  services: SecondFactorServices,
  actor: Actor,
  prepare: (user: User) => Promise<NewFactor<F> | Failure<G>>,
) {
  const user = await findProvenOwner(services, actor);
  if (user instanceof Failure) return user;
  const factor = await prepare(user);
  if (factor instanceof Failure) return factor;
  const added = await addFactor(services, user, factor.writes);
  if (added instanceof Failure) return added;
  await recordProof(services, actor);
  await mailAddedFactor(services, user, factor.name, factor.created);
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
  actor: Actor,
  find: (user: User) => Promise<FormerFactor<F> | undefined>,
) {
  const user = await findProvenOwner(services, actor);
  if (user instanceof Failure) return user;
  const factor = await find(user);
  if (!factor) return fail("factor_not_found");
  const refused = await removeFactor(services, user, factor.write);
  if (refused) return refused;
  await sendBestEffort(
    services,
    user.email,
    emailTemplates.factorRemoved(`${services.siteOrigin}/settings`, factor.name),
    { kind: "factorRemoved", userId: user.userId },
  );
  return undefined;
}
