import * as auth from "#shared/contract/auth.ts";
import { Failure, fail } from "../runtime/failure.ts";
import { handle, WithCookies } from "../runtime/handle.ts";
import { isProtected } from "../second-factor/factor-proof.ts";
import { forgetFactors } from "../second-factor/forget-factors.ts";
import { beginPendingLogin } from "../second-factor/pending-login.ts";
import { findUser } from "../users/find-user.ts";
import { answerWithSession } from "./answer-with-session.ts";
import { checkPassword, revokeProof } from "./check-password.ts";
import { forgetBrowsers } from "./known-browsers.ts";
import { logInAfterSignOut } from "./log-in-after-sign-out.ts";
import type { AuthServices } from "./services.ts";

export const loginHandler = handle(
  auth.login,
  async ({ body, sourceIp, cookies, raw, audited }, services: AuthServices) => {
    const { table, identity } = services;
    const { userUsername: login, userPassword: password } = body;
    const checked = await checkPassword(services, { login, password, sourceIp, cookies, audited });
    if (checked instanceof Failure) return checked;
    if (checked === "wrong") return fail("wrong_credentials");

    const { userId, tokens: proof } = checked;
    audited.who = userId;
    const user = await findUser(table, userId);
    if (!user || user.deactivatedAt) {
      // A closing that died between the table and the provider is made whole here.
      await identity.disable(userId);
      await forgetBrowsers(table, userId);
      await forgetFactors(table, userId);
      return fail("wrong_credentials");
    }
    if (user.blockedAt) {
      await revokeProof(services, proof);
      return fail("account_blocked");
    }
    if (!user.verified) {
      await revokeProof(services, proof);
      return fail("unverified");
    }
    if (isProtected(user)) {
      await revokeProof(services, proof);
      return new WithCookies(fail("second_factor_required"), [await beginPendingLogin(services, user)]);
    }
    const logIn = () => identity.logIn(userId, password);
    const tokens = await logInAfterSignOut(services, user, logIn, proof);
    if (tokens === "wrong") return fail("wrong_credentials");
    if (tokens === "too_many") return fail("too_many_requests");
    return answerWithSession(services, user, tokens, { cookies, headers: raw.headers });
  },
);
