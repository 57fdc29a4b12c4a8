import * as admin from "#shared/contract/admin.ts";
import { MESSAGES } from "#shared/messages.ts";
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
import { hideBlockedAccount, markBlocked, markUnblocked, showUnblockedArtwork } from "../users/block-account.ts";
import { beginDataExport } from "../users/data-exports.ts";
import { findUser, type User } from "../users/find-user.ts";
import { accountEmailTemplates } from "./account-email-templates.ts";
import { computeVersion } from "./account-version.ts";
import { findPasswordProof } from "./people.ts";
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

/** Queues a mail to an account's address as it was read, once per event; the queue waits while no mail is accepted. */
const queueMail = (
  { deferredMails }: AdminServices,
  { userId, email: to }: User,
  [kind, event]: readonly [kind: string, event: string],
  email: EmailTemplate,
) => deferredMails.add({ to, userId, event: { key: `mail#operator#${kind}#${event}`, kind }, email });

export const endAccountSessionsHandler = handle(admin.endAccountSessions, async (call, services: AdminServices) => {
  const user = await findOpenSubject(call, services);
  if (user instanceof Failure) return user;
  const write = endSessions(user, epochSeconds(services.now()));
  const refused = await transact(services.table, [{ write, failure: "account_changed" }]);
  if (refused) return refused;
  const email = accountEmailTemplates.sessionsEnded(`${services.siteOrigin}/login`, call.body.reason);
  await queueMail(services, user, ["accountSessionsEnded", call.body.version], email);
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

export const blockAccountHandler = handle(admin.blockAccount, async (call, services: AdminServices) => {
  const user = await findSubjectNotClosed(call, services);
  if (user instanceof Failure) return user;
  const at = services.now();
  if (!(await markBlocked(services.table, user, at))) return fail("account_changed");
  const email = accountEmailTemplates.blocked(call.body.reason, call.body.rule);
  // Before the slow part, so that its interruption loses no mail.
  await queueMail(services, user, ["accountBlocked", user.blockedAt ?? at.toISOString()], email);
  await hideBlockedAccount(services, user, at);
  return toToast(MESSAGES.accountWasBlocked);
});

export const unblockAccountHandler = handle(admin.unblockAccount, async (call, services: AdminServices) => {
  const user = await findSubjectNotClosed(call, services);
  if (user instanceof Failure) return user;
  if (!user.blockedAt) return fail("account_not_blocked");
  if (!(await markUnblocked(services.table, user))) return fail("account_closed");
  const email = accountEmailTemplates.unblocked(`${services.siteOrigin}/login`, call.body.reason);
  await queueMail(services, user, ["accountUnblocked", user.blockedAt], email);
  await showUnblockedArtwork(services, user);
  return toToast(MESSAGES.accountWasUnblocked);
});

/** The archive waits in its owner's settings, and the stream mails them once it is there. */
export const startAccountExportHandler = handle(admin.startAccountExport, async (call, services: AdminServices) => {
  const user = await findOpenSubject(call, services);
  if (user instanceof Failure) return user;
  const { table, newId, now, siteOrigin } = services;
  const exportId = newId();
  const refused = await beginDataExport(table, user.userId, exportId, now());
  if (refused) return fail(refused.code === "export_too_soon" ? "account_exported" : "account_changed");
  const email = accountEmailTemplates.exportStarted(`${siteOrigin}/settings/your-data`, call.body.reason);
  await queueMail(services, user, ["accountExportStarted", exportId], email);
  return toToast(MESSAGES.accountExportStarted);
});

export const eraseAccountHandler = handle(admin.eraseAccount, async (call, services: AdminServices) => {
  const user = await findSubject(call, services);
  if (user instanceof Failure) return user;
  if (user.blockedAt) return fail("account_is_blocked");
  if (call.body.username !== user.name)
    return fail("invalid_request", { fields: { username: MESSAGES.accountNotUsername } });
  const refused = await eraseAccount(services, user, services.now());
  if (refused) return fail(refused.code === "forbidden" ? "account_changed" : "account_has_open_payments");
  const email = accountEmailTemplates.erased(call.body.reason);
  if (!user.deactivatedAt) await queueMail(services, user, ["accountErased", user.userId], email);
  return toToast(MESSAGES.accountErased);
});
