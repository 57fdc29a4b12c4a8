import { updateEmail } from "#shared/contract/auth.ts";
import { LIFETIMES } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { letters } from "../mail/letters.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { findByLogin, findClaimant } from "../users/find-user.ts";
import { rememberEmailChange } from "./email-change.ts";
import type { AuthServices } from "./services.ts";

export const updateEmailHandler = handle(updateEmail, async ({ body }, services: AuthServices) => {
  const { table, identity, mail, newId, now, siteOrigin } = services;
  const userId = (await findByLogin(table, body.userUsername, now())) ?? newId();
  const proof = await identity.logIn(userId, body.userPassword);
  if (proof === "wrong") return fail("wrong_credentials");
  if (proof === "too_many") return fail("too_many_requests");
  // The password was asked for as a proof; the session that came with it isn't wanted.
  if (proof !== "unconfirmed") await identity.revoke(proof.refreshToken);

  const holder = await findClaimant(table, { kind: "EMAIL", value: body.userEmail }, now());
  if (holder && holder !== userId) return fail("email_taken");
  const until = new Date(now().getTime() + LIFETIMES.verificationLink * 1000);
  const token = await rememberEmailChange(table, userId, body.userEmail, until);
  await mail.send(body.userEmail, letters.emailChange(`${siteOrigin}/verify_token/${token}`));
  return { message: MESSAGES.emailChanged, expose: true as const };
});
