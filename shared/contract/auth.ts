import * as z from "zod/mini";
import {
  DeactivationForm,
  EmailChangeForm,
  EmailForm,
  ListedSession,
  LoginForm,
  MaybeSession,
  PasswordForm,
  ResendForm,
  ResetForm,
  Session,
  SignupForm,
  UpdateEmailForm,
} from "../model/account.ts";
import { UserId } from "../model/ids.ts";
import { lookupText, ToastMessage } from "../model/primitives.ts";
import { route } from "../route.ts";

/** Makes an account that waits for its e-mail to be verified. An address that has one is answered alike, and mailed. */
export const signup = route({
  method: "POST",
  path: "/auth/signup",
  access: "public",
  audit: "account.signup",
  body: SignupForm,
  status: 201,
  returns: ToastMessage,
  fails: ["username_taken", "mail_unavailable"],
});

/**
 * Takes a username or an e-mail; the refresh token travels in the session cookie only. An account with a second factor is
 * answered with `second_factor_required` and a cookie of five minutes, by which `completeLogin` continues.
 */
export const login = route({
  method: "POST",
  path: "/auth/login",
  access: "public",
  audit: "session.begin",
  body: LoginForm,
  status: 200,
  returns: Session,
  fails: ["wrong_credentials", "unverified", "account_blocked", "second_factor_required", "too_many_passwords"],
});

/** Ends this session, its access tokens too; the cookie's token is revoked. */
export const logout = route({
  method: "POST",
  path: "/auth/logout",
  access: "public",
  audit: "session.end",
  status: 204,
});

/** Trades the session cookie for an access token; without a cookie the answer is a visitor's. */
export const refreshToken = route({
  method: "POST",
  path: "/auth/refresh_token",
  access: "public",
  audit: "session.refresh",
  status: 200,
  returns: MaybeSession,
  fails: ["session_expired"],
});

export const forgotPassword = route({
  method: "POST",
  path: "/auth/forgot_password",
  access: "public",
  audit: "password.link",
  body: EmailForm,
  status: 200,
  returns: ToastMessage,
});

/** Sets a new password by the mailed token and ends every session of the user. */
export const resetPassword = route({
  method: "POST",
  path: "/auth/reset_password/user/{userId}/token/{resetToken}",
  access: "public",
  audit: "password.reset",
  params: z.object({ userId: UserId, resetToken: lookupText() }),
  body: ResetForm,
  status: 200,
  returns: ToastMessage,
  fails: ["link_expired"],
});

/** Checks that the mailed token can still set a new password; the check doesn't use it up. */
export const checkResetLink = route({
  method: "GET",
  path: "/auth/reset_password/user/{userId}/token/{resetToken}",
  access: "public",
  params: z.object({ userId: UserId, resetToken: lookupText() }),
  status: 204,
  fails: ["link_expired"],
});

/**
 * `tokenId` is opaque: it carries the user and the code. It logs nobody in; `returnTo` is the page that the sign-up named.
 */
export const verifyToken = route({
  method: "GET",
  path: "/auth/verify_token/{tokenId}",
  access: "public",
  audit: "account.verify",
  params: z.object({ tokenId: lookupText() }),
  status: 200,
  returns: z.extend(ToastMessage, { returnTo: z.optional(z.string()) }),
  fails: ["link_expired"],
});

/** Mails the link of the account of that name, or of the latest ones that wait for one at the address. */
export const resendToken = route({
  method: "POST",
  path: "/auth/resend_token",
  access: "public",
  audit: "account.link",
  body: ResendForm,
  status: 200,
  returns: ToastMessage,
});

/**
 * Changes the e-mail of someone who can't open the old one; it counts once its link is opened. Only the account's own
 * address is taken: one of another account is answered like any, and mailed that.
 */
export const updateEmail = route({
  method: "POST",
  path: "/auth/update_email",
  access: "public",
  audit: "email.change",
  body: UpdateEmailForm,
  status: 200,
  returns: ToastMessage,
  fails: ["wrong_credentials", "second_factor_required", "too_many_passwords", "email_taken"],
});

// The following paths are under /api/users, but only this area may call the identity provider.
const selfParams = z.object({ userId: UserId });

/**
 * Mails a link to the new address, which counts once it is opened; the old one is notified then. An address that has an
 * account is answered alike, and mailed that.
 */
export const changeEmail = route({
  method: "PATCH",
  path: "/api/users/{userId}/email",
  access: "self",
  effects: ["address"],
  audit: "email.change",
  params: selfParams,
  body: EmailChangeForm,
  status: 200,
  returns: ToastMessage,
  fails: ["current_password_wrong"],
});

/** Ends every session; the one that asked continues with the new token and cookie that the answer brings. */
export const changePassword = route({
  method: "PATCH",
  path: "/api/users/{userId}/password",
  access: "self",
  effects: ["password"],
  audit: "password.change",
  params: selfParams,
  body: PasswordForm,
  status: 200,
  returns: z.extend(Session, ToastMessage.shape),
  fails: ["current_password_wrong"],
});

/** Closes the account for good: the username is retired, the e-mail free again. */
export const deactivateUser = route({
  method: "DELETE",
  path: "/api/users/{userId}",
  access: "self",
  effects: ["closing"],
  audit: "account.close",
  params: selfParams,
  body: DeactivationForm,
  status: 200,
  returns: ToastMessage,
  fails: ["current_password_wrong", "user_has_open_payments"],
});

/** Where the caller is logged in, the latest used first; a use is a log-in or a refreshed token. */
export const listSessions = route({
  method: "GET",
  path: "/api/users/{userId}/sessions",
  access: "self",
  params: selfParams,
  status: 200,
  returns: z.object({ items: z.array(ListedSession) }),
});

/** Logs the caller out in one browser, which may be this one. */
export const endUserSession = route({
  method: "DELETE",
  path: "/api/users/{userId}/sessions/{sessionId}",
  access: "self",
  effects: ["otherSessions"],
  audit: "session.end",
  params: z.extend(selfParams, { sessionId: lookupText() }),
  status: 200,
  returns: ToastMessage,
});

/** Logs the caller out everywhere but here; a change of e-mail that waits for its link is cancelled, a link to reset the password stays good. */
export const endOtherSessions = route({
  method: "DELETE",
  path: "/api/users/{userId}/sessions",
  access: "self",
  effects: ["otherSessions"],
  audit: "session.end_others",
  params: selfParams,
  status: 200,
  returns: ToastMessage,
});
