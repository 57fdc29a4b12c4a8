import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { MESSAGES } from "../messages.ts";
import { countCodePoints, normalizeEmail, normalizePassword } from "../rules/typed-secrets.ts";
import { isReservedUsername } from "../rules/usernames.ts";
import { isVisible } from "../rules/visible-text.ts";
import { UserId } from "./ids.ts";
import { requiredCode, text, upTo } from "./primitives.ts";

/** Free to take: the right characters and not reserved. Case is kept for display, never for comparison. */
export const Username = requiredCode(LIMITS.username.max).check(
  // Before the length, for a reserved name is refused as such even where it is too short anyway.
  z.refine((name) => !isReservedUsername(name), MESSAGES.usernameNotAllowed),
  z.minLength(LIMITS.username.min, MESSAGES.invalid),
  z.regex(/^[A-Za-z0-9_.]*$/, MESSAGES.invalid),
);

/** Shown beside other people's names, so nothing in it may be invisible: it is refused, for its owner signs with it. */
export const FullName = text().check(
  z.normalize("NFC"),
  z.trim(),
  z.minLength(1, MESSAGES.required),
  z.refine(isVisible, MESSAGES.invalid),
  ...upTo(LIMITS.fullName.max),
);

/** As zod's rule for addresses, but for a top-level domain in Punycode (RFC 3492), in which browsers send names like `.рф`. */
const EMAIL =
  /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@(?:[A-Za-z\d][A-Za-z\d-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z\d-]*[A-Za-z\d])$/i;

export const Email = requiredCode(LIMITS.email.max).check(
  z.overwrite(normalizeEmail),
  z.regex(EMAIL, MESSAGES.emailInvalid),
);

/** `min` and `max` count code points, as NIST SP 800-63B asks. Never trimmed: white space is a legal part of a password. */
const passwordSchema = (min: number, max: number) =>
  text().check(
    z.overwrite(normalizePassword),
    z.refine((password) => password.length > 0, { error: MESSAGES.required, abort: true }),
    z.refine((password) => countCodePoints(password) >= min && countCodePoints(password) <= max, MESSAGES.invalid),
    z.describe(`${min} to ${max} characters (code points, in NFC)`),
  );

const Password = passwordSchema(LIMITS.password.min, LIMITS.password.max);

/** A password typed to prove who one is; only its presence and size are checked, the rest is the identity provider's. */
export const GivenPassword = passwordSchema(1, LIMITS.password.max);

/** Input of "username or e-mail"; it is looked up, so only its presence and size are checked. */
const Login = requiredCode(LIMITS.email.max).check(z.overwrite(normalizeEmail));

const samePasswords = z.refine<{ userPassword: string; userConfirm: string }>(
  ({ userPassword, userConfirm }) => userPassword === userConfirm,
  { error: MESSAGES.passwordsDiffer, path: ["userConfirm"] },
);

/**
 * Path and query of a page of the site, as addresses have them. Refuses what a browser would take for another site's:
 * `//`, and backslashes and white space, which it reads as slashes or drops.
 */
export const ReturnPath = text().check(
  z.maxLength(LIMITS.returnPath.max, MESSAGES.invalid),
  z.regex(/^\/(?!\/)[!-[\]-~]*$/, MESSAGES.invalid),
);

/** Bounded in units of UTF-16, of which a character of a password takes two at most. */
const Confirmation = text().check(
  z.overwrite(normalizePassword),
  z.minLength(1, MESSAGES.required),
  z.maxLength(2 * LIMITS.password.max, MESSAGES.passwordsDiffer),
);

export const SignupForm = z
  .object({
    userName: FullName,
    userUsername: Username,
    userEmail: Email,
    userPassword: Password,
    userConfirm: Confirmation,
    /** The page that asked for the sign-up. */
    returnTo: z.optional(ReturnPath),
  })
  .check(samePasswords);
export type SignupForm = z.output<typeof SignupForm>;

export const LoginForm = z.object({ userUsername: Login, userPassword: GivenPassword });
export type LoginForm = z.output<typeof LoginForm>;

export const EmailForm = z.object({ userEmail: Email });

/** Several accounts may wait for a link to one address; whoever knows the name of theirs says it. */
export const ResendForm = z.object({ userEmail: Email, userUsername: z.optional(Login) });

export const ResetForm = z.object({ userPassword: Password, userConfirm: Confirmation }).check(samePasswords);

/** Signed in: the current password proves that it is still the owner who asks. */
export const PasswordForm = z
  .object({ userCurrent: GivenPassword, userPassword: Password, userConfirm: Confirmation })
  .check(samePasswords);

/** Signed in: a new address, and the password as a proof. */
export const EmailChangeForm = z.object({ userEmail: Email, userCurrent: GivenPassword });

/** Closes the account. */
export const DeactivationForm = z.object({ userPassword: GivenPassword });

export const UpdateEmailForm = z.object({ userUsername: Login, userPassword: GivenPassword, userEmail: Email });

/** The session's user, as log-in and refresh answer. `stripeId` is null until onboarding began. */
export const SessionUser = z.object({
  id: UserId,
  name: z.string(),
  fullName: z.string(),
  email: z.string(),
  avatar: z.nullable(z.string()),
  height: z.nullable(z.number()),
  width: z.nullable(z.number()),
  stripeId: z.nullable(z.string()),
  onboarded: z.boolean(),
  country: z.nullable(z.string()),
  favorites: z.array(z.object({ artworkId: z.string() })),
  /** How many notifications are unread. */
  notifications: z.number(),
});
export type SessionUser = z.output<typeof SessionUser>;

export const Session = z.object({ accessToken: z.string(), user: SessionUser });

/** A session as its user's settings show it. Browser and country are null where nothing is known. */
export const ListedSession = z.object({
  id: z.string(),
  browser: z.nullable(z.string()),
  country: z.nullable(z.string()),
  /** ISO 8601. */
  started: z.string(),
  used: z.string(),
  /** True for the session of this request. */
  current: z.boolean(),
});
export type ListedSession = z.output<typeof ListedSession>;

/** Response to a refresh; without a cookie both are null, since a visitor isn't an error. */
export const MaybeSession = z.object({ accessToken: z.nullable(z.string()), user: z.nullable(SessionUser) });

export const Rating = z.object({ average: z.nullable(z.number()), count: z.number() });

/**
 * Person beside an artwork or a comment. `name` is the username, null once the account is gone; `fullName` is empty where
 * there is none.
 */
export const Person = z.object({
  id: UserId,
  name: z.nullable(z.string()),
  fullName: z.string(),
  avatar: z.nullable(z.string()),
});
export type Person = z.output<typeof Person>;

export const PublicUser = z.object({
  id: UserId,
  name: z.string(),
  fullName: z.string(),
  avatar: z.nullable(z.string()),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  description: z.nullable(z.string()),
  country: z.nullable(z.string()),
  created: z.string(),
  rating: Rating,
  /** How many artworks a visitor can see. */
  artwork: z.number(),
  /** How many favourites, null when the user hides them. */
  favorites: z.nullable(z.number()),
});
export type PublicUser = z.output<typeof PublicUser>;

/** Somebody in a line. */
export const SuggestedUser = z.pick(PublicUser, { id: true, name: true, fullName: true, avatar: true });
export type SuggestedUser = z.output<typeof SuggestedUser>;
