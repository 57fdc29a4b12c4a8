import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import type { FailureCode } from "#shared/failures.ts";
import { emailTemplates } from "../../platform/mail/email-templates.ts";
import { sendBestEffort } from "../../platform/mail/send-best-effort.ts";
import type { Actor } from "../../platform/runtime/actor.ts";
import { Failure, fail } from "../../platform/runtime/failure.ts";
import { epochSeconds } from "../../platform/runtime/time.ts";
import { ifUnchanged } from "../../platform/table/conditions.ts";
import { type ConditionalWrite, transact } from "../../platform/table/transact.ts";
import { cancelEmailChange } from "../auth/email-change.ts";
import { issueEmailUndo } from "../auth/email-undo.ts";
import { buildOtherSessionsEnd } from "../auth/end-sessions.ts";
import type { User } from "../users/find-user.ts";
import { OPEN } from "../users/open-account.ts";
import { UserEntity } from "../users/user.entity.ts";
import { hasSecondFactor, recordProof } from "./factor-proof.ts";
import { buildRecoveryCodesRemoval, replaceRecoveryCodes } from "./recovery-codes.ts";
import type { SecondFactorServices } from "./services.ts";

/** The owner's session, and the account as it was before its proof. */
export interface OwnerCall {
  readonly actor: Actor;
  readonly owner: User;
}

/** Changes the account's count of factors with each of them; retried if it changed, or sessions ended, meanwhile. */
const countFactor = (
  { userId, factors, notBefore }: User,
  change: 1 | -1,
  ended: Partial<ReturnType<typeof buildOtherSessionsEnd>> = {},
) => ({
  write: UserEntity.build(UpdateTransaction)
    .item({ userId, factors: $add(change), ...ended })
    .options({ condition: { and: [OPEN, ifUnchanged("factors", factors), ifUnchanged("notBefore", notBefore)] } }),
  failure: "too_many_requests" as const,
});

/**
 * Adds a factor by these writes. An account's first one returns recovery codes, null otherwise. It ends every other session,
 * since they had no second factor, and cancels a pending change of e-mail.
 */
async function addFactor<F extends FailureCode>(
  { table, secondFactor, now }: SecondFactorServices,
  { actor, owner }: OwnerCall,
  writes: readonly ConditionalWrite<F>[],
): Promise<Failure<F | "too_many_requests"> | { readonly recoveryCodes: string[] | null }> {
  if (hasSecondFactor(owner)) {
    const refused = await transact<F | "too_many_requests">(table, [...writes, countFactor(owner, 1)]);
    return refused ?? { recoveryCodes: null };
  }
  const { userId } = owner;
  const recovery = await replaceRecoveryCodes(table, secondFactor, userId);
  const refused = await transact<F | "too_many_requests">(table, [
    ...writes,
    countFactor(owner, 1, buildOtherSessionsEnd(actor, owner, epochSeconds(now()))),
    ...recovery.writes,
    cancelEmailChange(userId),
  ]);
  return refused ?? { recoveryCodes: recovery.codes };
}

/** Removes a factor by this write, and the recovery codes with the last factor. */
async function removeFactor<F extends FailureCode>(
  { table }: SecondFactorServices,
  user: User,
  write: ConditionalWrite<F>,
): Promise<Failure<F | "too_many_requests"> | undefined> {
  const codes = (user.factors ?? 0) <= 1 ? await buildRecoveryCodesRemoval(table, user.userId) : [];
  return transact<F | "too_many_requests">(table, [write, countFactor(user, -1), ...codes]);
}

/**
 * Mails the owner about a new factor. The first one needed only the password, so the mail has a link that restores the
 * account: its address, without later factors.
 */
async function mailAddedFactor(services: SecondFactorServices, user: User, factor: string, created: string) {
  const { siteOrigin } = services;
  const token = hasSecondFactor(user)
    ? undefined
    : await issueEmailUndo(services, user, epochSeconds(new Date(created)));
  const undo = token && `${siteOrigin}/verify_token/${token}`;
  await sendBestEffort(services, user.email, emailTemplates.factorAdded(`${siteOrigin}/settings`, factor, undo), {
    kind: "factorAdded",
    userId: user.userId,
  });
}

/** A factor to add: its writes, its name in mails, and its creation (ISO 8601). */
interface NewFactor<F extends FailureCode> {
  readonly writes: readonly ConditionalWrite<F>[];
  readonly name: string;
  readonly created: string;
}

/**
 * Adds a factor, which also proves the session, and mails the owner; returns the recovery codes of the first one, which ends
 * all other sessions.
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

/** A factor to remove, and its name in mails. */
interface FormerFactor<F extends FailureCode> {
  readonly write: ConditionalWrite<F>;
  readonly name: string;
}

/** Removes a factor and mails the owner. */
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
