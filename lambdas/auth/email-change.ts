import { createHash } from "node:crypto";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { DeleteTransaction } from "dynamodb-toolbox/entity/actions/transactDelete";
import { LIFETIMES } from "#shared/limits.ts";
import { emailTemplates } from "../mail/email-templates.ts";
import { epochSeconds } from "../runtime/epoch-seconds.ts";
import { fail } from "../runtime/failure.ts";
import { findClaimant, findUser } from "../users/find-user.ts";
import { adoptEmailClaims } from "./claims.ts";
import { EmailChangeEntity } from "./email-change.entity.ts";
import { newSecret } from "./mailed-token.ts";
import type { AuthServices } from "./services.ts";
import { readVerificationToken, verificationToken } from "./verification-token.ts";

const PREFIX = "e-";

const hashOf = (secret: string) => createHash("sha256").update(secret).digest("hex");

/** Whether a verification link's token is of this kind. */
export const isEmailChangeToken = (token: string) => token.startsWith(PREFIX);

/** Mails a link to a new address; the address counts once the link is opened. Refuses one that another account has. */
export async function askForEmailChange(services: AuthServices, userId: string, email: string) {
  const { table, mail, now, siteOrigin } = services;
  const holder = await findClaimant(table, { kind: "EMAIL", value: email }, now());
  if (holder && holder !== userId) return fail("email_taken");
  const secret = newSecret();
  const expires = epochSeconds(now()) + LIFETIMES.verificationLink;
  await table.send(EmailChangeEntity.build(PutItemCommand).item({ userId, tokenHash: hashOf(secret), email, expires }));
  const token = PREFIX + verificationToken(userId, secret);
  await mail.send(email, emailTemplates.emailChange(`${siteOrigin}/verify_token/${token}`));
  return undefined;
}

/** Takes a wish back, so that a link mailed before can't move an account whose password was changed since. */
export const forgottenEmailChange = (userId: string) => ({
  write: EmailChangeEntity.build(DeleteTransaction).key({ userId }),
});

/** Makes the wished address the user's. Refuses a token that is unknown, old, or whose address someone else took. */
export async function fulfilEmailChange({ table, now }: AuthServices, token: string) {
  const { userId, secret } = readVerificationToken(token.slice(PREFIX.length)) ?? {};
  if (!userId || !secret) return fail("link_expired");
  const tokenHash = hashOf(secret);
  const { Item: wish } = await table.send(
    EmailChangeEntity.build(GetItemCommand).key({ userId }).options({ consistent: true }),
  );
  const user =
    wish?.tokenHash === tokenHash && wish.expires * 1000 > now().getTime() && (await findUser(table, userId));
  if (!user) return fail("link_expired");
  const write = EmailChangeEntity.build(DeleteTransaction)
    .key({ userId })
    .options({ condition: { attr: "tokenHash", eq: tokenHash } });
  return adoptEmailClaims(table, user, wish.email, now(), { write, otherwise: "link_expired" });
}
