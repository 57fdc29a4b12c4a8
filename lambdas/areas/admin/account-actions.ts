import * as admin from "#shared/contract/admin.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { AccountMail } from "#shared/model/account-record.ts";
import type { EmailTemplate } from "../../platform/mail/email-template.ts";
import type { AuditNotes } from "../../platform/runtime/audit-call.ts";
import { Failure, fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import type { Operator } from "../../platform/runtime/operator.ts";
import { epochSeconds } from "../../platform/runtime/time.ts";
import { transact } from "../../platform/table/transact.ts";
import { endSessions } from "../auth/end-sessions.ts";
import { eraseAccount } from "../auth/erase-account.ts";
import { hasSecondFactor } from "../second-factor/factor-proof.ts";
import { removeAllFactors } from "../second-factor/remove-all-factors.ts";
import { accountEmailTemplates } from "../users/account-email-templates.ts";
import { blockAccount, unblockAccount } from "../users/block-account.ts";
import { beginDataExport } from "../users/data-exports.ts";
import { findUser } from "../users/find-user.ts";
import { restrictionEmailTemplates } from "../users/restriction-email-templates.ts";
import { isSuspended, liftSuspension, suspendAccount } from "../users/suspension.ts";
import { computeVersion } from "./account-version.ts";
import { findPasswordProof } from "./people.ts";
import { toPreview } from "./preview-mails.ts";
import type { AdminServices } from "./services.ts";

interface ActionCall {
  readonly params: { readonly userId: string };
  readonly body: { readonly version: string };
  readonly actor: Operator;
  readonly audited: AuditNotes;
}

const toToast = (message: string) => ({ message, expose: true as const });

/** The account that an operator may act on, closed ones included, if it is still as the operator saw it. */
async function findSubject({ params: { userId }, body, actor, audited }: ActionCall, { table }: AdminServices) {
  audited.target = userId;
  if (userId === actor.userId) return fail("operator_self");
  const user = await findUser(table, userId);
  if (!user) return fail("user_not_found");
  if (user.operatorPermissions?.length) return fail("operator_account");
  if (!user.verified) return fail("account_unverified");
  return computeVersion(user) === body.version ? user : fail("account_changed");
}

async function findSubjectNotClosed(call: ActionCall, services: AdminServices) {
  const user = await findSubject(call, services);
  return user instanceof Failure || !user.deactivatedAt ? user : fail("account_closed");
}

async function findOpenSubject(call: ActionCall, services: AdminServices) {
  const user = await findSubjectNotClosed(call, services);
  return user instanceof Failure || !user.blockedAt ? user : fail("account_is_blocked");
}

/** The mail to the owner about each action. */
const MAILS: Readonly<
  Record<AccountMail, (siteOrigin: string, texts: { readonly reason: string; readonly rule?: string }) => EmailTemplate>
> = {
  end_sessions: (origin, { reason }) => accountEmailTemplates.sessionsEnded(`${origin}/login`, reason),
  suspend: (origin, { reason, rule = "" }) => restrictionEmailTemplates.suspended(origin, { reason, rule }),
  lift_suspension: (origin, { reason }) => restrictionEmailTemplates.lifted(origin, reason),
  block: (_origin, { reason, rule = "" }) => restrictionEmailTemplates.blocked({ reason, rule }),
  unblock: (origin, { reason }) => restrictionEmailTemplates.unblocked(`${origin}/login`, reason),
  export: (origin, { reason }) => accountEmailTemplates.exportStarted(`${origin}/settings/your-data`, reason),
  erase: (_origin, { reason }) => accountEmailTemplates.erased(reason),
};

/** The stream mails the owner. */
export const endAccountSessionsHandler = handle(admin.endAccountSessions, async (call, services: AdminServices) => {
  const user = await findOpenSubject(call, services);
  if (user instanceof Failure) return user;
  const write = endSessions(user, epochSeconds(services.now()), { reason: call.body.reason });
  const refused = await transact(services.table, [{ write, failure: "account_changed" }]);
  if (refused) return refused;
  return toToast(MESSAGES.accountSessionsEnded);
});

/** The stream mails the owner. */
export const removeAccountFactorsHandler = handle(admin.removeAccountFactors, async (call, services: AdminServices) => {
  const user = await findOpenSubject(call, services);
  if (user instanceof Failure) return user;
  if (!hasSecondFactor(user)) return fail("account_without_factor");
  if (!(await findPasswordProof(services, user.userId))) return fail("account_password_unproven");
  const isDone = await removeAllFactors(services.table, user, epochSeconds(services.now()));
  return isDone ? toToast(MESSAGES.accountFactorsRemoved) : fail("account_changed");
});

/** The stream mails the owner, also where the slow part is interrupted. */
export const blockAccountHandler = handle(admin.blockAccount, async (call, services: AdminServices) => {
  const user = await findSubjectNotClosed(call, services);
  if (user instanceof Failure) return user;
  const { reason, rule } = call.body;
  if (!(await blockAccount(services, user, { at: services.now(), reason, rule }))) return fail("account_changed");
  return toToast(MESSAGES.accountWasBlocked);
});

export const unblockAccountHandler = handle(admin.unblockAccount, async (call, services: AdminServices) => {
  const user = await findSubjectNotClosed(call, services);
  if (user instanceof Failure) return user;
  if (!user.blockedAt) return fail("account_not_blocked");
  if (!(await unblockAccount(services, user, call.body.reason))) return fail("account_closed");
  return toToast(MESSAGES.accountWasUnblocked);
});

/** The stream mails the owner, as it does once a suspension is lifted. */
export const suspendAccountHandler = handle(admin.suspendAccount, async (call, services: AdminServices) => {
  const user = await findOpenSubject(call, services);
  if (user instanceof Failure) return user;
  if (isSuspended(user)) return fail("account_is_suspended");
  const { reason, rule } = call.body;
  const { table, newId, now } = services;
  const suspension = { suspensionId: newId(), at: now().toISOString(), reason, rule, operatorId: call.actor.userId };
  const isDone = await suspendAccount(table, user.userId, suspension);
  return isDone ? toToast(MESSAGES.accountWasSuspended) : fail("account_changed");
});

export const liftSuspensionHandler = handle(admin.liftSuspension, async (call, services: AdminServices) => {
  const user = await findSubjectNotClosed(call, services);
  if (user instanceof Failure) return user;
  if (!isSuspended(user)) return fail("account_is_not_suspended");
  const { suspensionId, answeredAt } = user.suspension;
  if (answeredAt && user.suspendedBy === call.actor.userId) return fail("appeal_of_own_decision");
  const lifted = { suspensionId, liftedAt: services.now().toISOString(), liftReason: call.body.reason };
  const isDone = await liftSuspension(services.table, user.userId, lifted);
  return isDone ? toToast(MESSAGES.suspensionLifted) : fail("account_changed");
});

export const previewAccountMailsHandler = handle(
  admin.previewAccountMails,
  async ({ params: { userId }, body: { action, reason = "", rule = "" } }, services: AdminServices) => {
    const user = await findUser(services.table, userId);
    if (!user) return fail("user_not_found");
    // A closed account has no address left.
    if (user.deactivatedAt) return { mails: [] };
    return { mails: [toPreview({ to: "owner", email: MAILS[action](services.siteOrigin, { reason, rule }) })] };
  },
);

/** The archive waits in its owner's settings; the stream mails them now and once it is there. */
export const startAccountExportHandler = handle(admin.startAccountExport, async (call, services: AdminServices) => {
  const user = await findOpenSubject(call, services);
  if (user instanceof Failure) return user;
  const { table, newId, now } = services;
  const started = { userId: user.userId, exportId: newId(), reason: call.body.reason };
  const refused = await beginDataExport(table, started, now());
  if (refused) return fail(refused.code === "export_too_soon" ? "account_exported" : "account_changed");
  return toToast(MESSAGES.accountExportStarted);
});

/** The stream mails the owner at their former address. */
export const eraseAccountHandler = handle(admin.eraseAccount, async (call, services: AdminServices) => {
  const user = await findSubject(call, services);
  if (user instanceof Failure) return user;
  if (user.blockedAt) return fail("account_is_blocked");
  if (call.body.username !== user.name)
    return fail("invalid_request", { fields: { username: MESSAGES.accountNotUsername } });
  const refused = await eraseAccount(services, user, services.now(), call.body.reason);
  if (refused) return fail(refused.code === "forbidden" ? "account_changed" : "account_has_open_payments");
  return toToast(MESSAGES.accountErased);
});
