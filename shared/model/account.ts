import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { MESSAGES } from "../messages.ts";
import { countCodePoints, normalizeEmail, normalizePassword } from "../rules/typed-secrets.ts";
import { isReservedUsername } from "../rules/usernames.ts";
import { isVisible } from "../rules/visible-text.ts";
import { UserId } from "./ids.ts";
import { requiredCode, requiredLines, text, upTo } from "./primitives.ts";

/** A username that can be taken: valid characters and not reserved. Case is kept for display and ignored in comparisons. */
export const Username = requiredCode(LIMITS.username.max).check(
  // Checked before the length, so that short reserved names are reported as reserved.
  z.refine((name) => !isReservedUsername(name), MESSAGES.usernameNotAllowed),
  z.minLength(LIMITS.username.min, MESSAGES.invalid),
  z.regex(/^[A-Za-z0-9_.]*$/, MESSAGES.invalid),
);

/** Shown beside other people's names: invisible characters are refused. */
export const FullName = text().check(
  z.normalize("NFC"),
  z.trim(),
  z.minLength(1, MESSAGES.required),
  z.refine(isVisible, MESSAGES.invalid),
  ...upTo(LIMITS.fullName.max),
);

/** Zod's rule for e-mail addresses, plus top-level domains in Punycode (RFC 3492), as browsers send names like `.рф`. */
const EMAIL =
  /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@(?:[A-Za-z\d][A-Za-z\d-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z\d-]*[A-Za-z\d])$/i;

export const Email = requiredCode(LIMITS.email.max).check(
  z.overwrite(normalizeEmail),
  z.regex(EMAIL, MESSAGES.emailInvalid),
);

/** `min` and `max` count code points, as NIST SP 800-63B asks. Never trimmed: white space is valid in a password. */
const passwordSchema = (min: number, max: number) =>
  text().check(
    z.overwrite(normalizePassword),
    z.refine((password) => password.length > 0, { error: MESSAGES.required, abort: true }),
    z.refine((password) => countCodePoints(password) >= min && countCodePoints(password) <= max, MESSAGES.invalid),
    z.describe(`${min} to ${max} characters (code points, in NFC)`),
  );

const Password = passwordSchema(LIMITS.password.min, LIMITS.password.max);

/** A password to be verified: only presence and size are checked here. */
export const GivenPassword = passwordSchema(1, LIMITS.password.max);

/** A "username or e-mail" input: only presence and size are checked here. */
const Login = requiredCode(LIMITS.email.max).check(z.overwrite(normalizeEmail));

const checkSamePasswords = z.refine<{ userPassword: string; userConfirm: string }>(
  ({ userPassword, userConfirm }) => userPassword === userConfirm,
  { error: MESSAGES.passwordsDiffer, path: ["userConfirm"] },
);

/**
 * Path and query of a page of the site. Refuses what browsers would read as another site's address: `//`, and backslashes and
 * white space, which they treat as slashes or drop.
 */
export const ReturnPath = text().check(
  z.maxLength(LIMITS.returnPath.max, MESSAGES.invalid),
  z.regex(/^\/(?!\/)[!-[\]-~]*$/, MESSAGES.invalid),
);

/** Bounded in UTF-16 units; a character of a password has two at most. */
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
  .check(checkSamePasswords);
export type SignupForm = z.output<typeof SignupForm>;

export const LoginForm = z.object({ userUsername: Login, userPassword: GivenPassword });
export type LoginForm = z.output<typeof LoginForm>;

export const EmailForm = z.object({ userEmail: Email });

/** Several accounts may wait for a link to one address; the username selects one. */
export const ResendForm = z.object({ userEmail: Email, userUsername: z.optional(Login) });

export const ResetForm = z.object({ userPassword: Password, userConfirm: Confirmation }).check(checkSamePasswords);

/** For signed-in users: the current password proves the owner. */
export const PasswordForm = z
  .object({ userCurrent: GivenPassword, userPassword: Password, userConfirm: Confirmation })
  .check(checkSamePasswords);

/** For signed-in users: a new e-mail address, with the password as proof. */
export const EmailChangeForm = z.object({ userEmail: Email, userCurrent: GivenPassword });

export const DeactivationForm = z.object({ userPassword: GivenPassword });

export const UpdateEmailForm = z.object({ userUsername: Login, userPassword: GivenPassword, userEmail: Email });

/** A suspension in force, as the account's owner sees it. */
const OwnSuspension = z.object({
  reason: z.string(),
  rule: z.string(),
  /** ISO 8601. */
  at: z.string(),
  /** True once its owner answered it. */
  answered: z.boolean(),
});

/** An owner's answer to the suspension of their account. */
export const SuspensionAnswer = z.object({ answerText: requiredLines(LIMITS.suspensionAnswer.max) });

/** The session's user, as log-in and refresh return it. `stripeId` is null until onboarding starts. */
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
  /** Present for operators alone. */
  operator: z.optional(z.literal(true)),
  /** Absent unless the account is suspended. */
  suspension: z.optional(OwnSuspension),
});
export type SessionUser = z.output<typeof SessionUser>;

export const Session = z.object({ accessToken: z.string(), user: SessionUser });

/** A session in its user's settings. Browser and country are null if unknown. */
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

/** Answer of a refresh; both are null for visitors. */
export const MaybeSession = z.object({ accessToken: z.nullable(z.string()), user: z.nullable(SessionUser) });

export const Rating = z.object({ average: z.nullable(z.number()), count: z.number() });

/** A person beside an artwork or a comment. `name` is the username, null once the account is closed; `fullName` may be empty. */
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
  /** Number of visible artworks. */
  artwork: z.number(),
  /** Number of favourites; null if the user hides them. */
  favorites: z.nullable(z.number()),
});
export type PublicUser = z.output<typeof PublicUser>;

/** A user in a list of suggestions. */
export const SuggestedUser = z.pick(PublicUser, { id: true, name: true, fullName: true, avatar: true });
export type SuggestedUser = z.output<typeof SuggestedUser>;
