import { createHash, randomBytes } from "node:crypto";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { DeleteTransaction } from "dynamodb-toolbox/entity/actions/transactDelete";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { getLinkKind, LINK_PREFIXES } from "#shared/link-kinds.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { AuditNotes } from "../../platform/runtime/audit-call.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { epochSeconds } from "../../platform/runtime/time.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { transact } from "../../platform/table/transact.ts";
import { buildFactorsRemoval } from "../second-factor/delete-factors.ts";
import { findEmailOwner, type User } from "../users/find-user.ts";
import { findOpenUser } from "../users/open-account.ts";
import { moveEmailClaim } from "./claims.ts";
import { cancelEmailChange } from "./email-change.ts";
import { EmailUndoEntity } from "./email-undo.entity.ts";
import { endSessions } from "./end-sessions.ts";
import { generateSecret } from "./mailed-token.ts";
import type { AuthServices } from "./services.ts";

const PREFIX = LINK_PREFIXES.undo;

const buildUndoKey = (secret: string) => ({ digest: createHash("sha256").update(secret).digest("base64url") });

export const isEmailUndoToken = (token: string) => getLinkKind(token) === "undo";

/** Creates the token by which the former address can undo a change. */
export async function issueEmailUndo(
  { table, now }: Pick<BaseServices, "now"> & { readonly table: OpenTable },
  { userId, email }: Pick<User, "userId" | "email">,
  changed: number,
) {
  const secret = generateSecret();
  const expires = epochSeconds(now()) + LIFETIMES.emailUndo;
  await table.send(
    EmailUndoEntity.build(PutItemCommand).item({ ...buildUndoKey(secret), userId, email, changed, expires }),
  );
  return PREFIX + secret;
}

/** True for a change that was undone from an earlier address: a later address can't redo it. */
const isUndone = ({ undoneFrom = Number.POSITIVE_INFINITY, undoneAt = 0 }: User, changed: number) =>
  undoneFrom <= changed && changed <= undoneAt;

/**
 * Restores the address that an account had before a change, or before its first second factor; returns the message. An
 * attacker may know the password, so it is first replaced by a random one; after a crash the link still works. Second factors
 * added since the change are removed, because a passkey logs in without the password.
 */
export async function undoEmailChange(services: AuthServices, token: string, audited: AuditNotes) {
  const { table, identity, now } = services;
  const key = buildUndoKey(token.slice(PREFIX.length));
  const { Item: undo } = await table.send(EmailUndoEntity.build(GetItemCommand).key(key).options({ consistent: true }));
  const at = epochSeconds(now());
  if (!undo || undo.expires <= at) return fail("link_expired");
  audited.who = undo.userId;
  const user = await findOpenUser(table, undo.userId);
  if (!user || isUndone(user, undo.changed)) return fail("link_expired");
  const owner = await findEmailOwner(table, undo.email);
  if (owner && owner !== user.userId) return fail("link_expired");

  const set = await identity.setPassword(user.userId, randomBytes(48).toString("base64url"));
  if (set === "too_many") return fail("too_many_requests");
  const write = EmailUndoEntity.build(DeleteTransaction)
    .key(key)
    .options({ condition: { attr: "expires", exists: true } });
  const factors = await buildFactorsRemoval(table, user.userId, undo.changed);
  const restored = { email: undo.email, undoneFrom: undo.changed, undoneAt: at, factors: factors.left };
  const refused = await transact(table, [
    { write, failure: "link_expired" },
    ...moveEmailClaim(user, undo.email),
    {
      write: endSessions(user, at, { restored }),
      failure: "link_expired",
    },
    ...factors.writes,
    cancelEmailChange(user.userId),
  ]);
  if (refused) return refused;
  return user.email === undo.email ? MESSAGES.factorsTakenBack : MESSAGES.emailRestored;
}
