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

/** Creates an account that waits for its e-mail to be verified. An address with an account gets the same answer, and a mail. */
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
 * Takes a username or an e-mail; the refresh token is in the session cookie only. With a second factor the answer is
 * `second_factor_required` and a five-minute cookie for `completeLogin`.
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

/** Ends this session with its access tokens, and revokes the cookie's token. */
export const logout = route({
  method: "POST",
  path: "/auth/logout",
  access: "public",
  audit: "session.end",
  status: 204,
});

/** Exchanges the session cookie for an access token; without a cookie the caller is a visitor. */
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

/** Checks that the mailed token can still set a new password, without using it up. */
export const checkResetLink = route({
  method: "GET",
  path: "/auth/reset_password/user/{userId}/token/{resetToken}",
  access: "public",
  params: z.object({ userId: UserId, resetToken: lookupText() }),
  status: 204,
  fails: ["link_expired"],
});

/** `tokenId` is opaque: it contains the user and the code. Doesn't log in; `returnTo` is the page that the sign-up named. */
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

/** Mails the link to the named account, or to the latest accounts that wait for a link at the address. */
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
 * Changes the e-mail of an owner who has no access to the old address; applies once its link is opened. `email_taken` means
 * the account's own address; one of another account gets the usual answer, and a mail that says so.
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

// These paths are under /api/users, but only this area may call the identity provider.
const selfParams = z.object({ userId: UserId });

/**
 * Mails a link to the new address, which applies once opened; the old address is then notified. An address with an account
 * gets the same answer, and a mail that says so.
 */
export const changeEmail = route({
  method: "PATCH",
  path: "/api/users/{userId}/email",
  access: "self",
  effects: ["address"],
  whileSuspended: "allowed",
  audit: "email.change",
  params: selfParams,
  body: EmailChangeForm,
  status: 200,
  returns: ToastMessage,
  fails: ["current_password_wrong"],
});

/** Ends every session; the caller's continues with the token and cookie of the answer. */
export const changePassword = route({
  method: "PATCH",
  path: "/api/users/{userId}/password",
  access: "self",
  effects: ["password"],
  whileSuspended: "allowed",
  audit: "password.change",
  params: selfParams,
  body: PasswordForm,
  status: 200,
  returns: z.extend(Session, ToastMessage.shape),
  fails: ["current_password_wrong"],
});

/** Closes the account for good: the username is retired, the e-mail can be used again. */
export const deactivateUser = route({
  method: "DELETE",
  path: "/api/users/{userId}",
  access: "self",
  effects: ["closing"],
  whileSuspended: "allowed",
  audit: "account.close",
  params: selfParams,
  body: DeactivationForm,
  status: 200,
  returns: ToastMessage,
  fails: ["current_password_wrong", "user_has_open_payments"],
});

/** The caller's sessions, the latest used first; a use is a log-in or a token refresh. */
export const listSessions = route({
  method: "GET",
  path: "/api/users/{userId}/sessions",
  access: "self",
  params: selfParams,
  status: 200,
  returns: z.object({ items: z.array(ListedSession) }),
});

/** Ends one of the caller's sessions, possibly this one. */
export const endUserSession = route({
  method: "DELETE",
  path: "/api/users/{userId}/sessions/{sessionId}",
  access: "self",
  effects: ["otherSessions"],
  whileSuspended: "allowed",
  audit: "session.end",
  params: z.extend(selfParams, { sessionId: lookupText() }),
  status: 200,
  returns: ToastMessage,
});

/** Ends all other sessions and cancels a pending change of e-mail; a password reset link stays valid. */
export const endOtherSessions = route({
  method: "DELETE",
  path: "/api/users/{userId}/sessions",
  access: "self",
  effects: ["otherSessions"],
  whileSuspended: "allowed",
  audit: "session.end_others",
  params: selfParams,
  status: 200,
  returns: ToastMessage,
});
