import { APP_NAME } from "../brand.ts";

/** Names that could pass for the product, its operators or a part of it. */
const RESERVED = [
  APP_NAME,
  "abuse",
  "account",
  "accounts",
  "admin",
  "administrator",
  "billing",
  "contact",
  "copyright",
  "helpdesk",
  "hostmaster",
  "info",
  "legal",
  "mailer_daemon",
  "marketplace",
  "mod",
  "moderator",
  "moderators",
  "noreply",
  "notifications",
  "official",
  "payments",
  "postmaster",
  "privacy",
  "refunds",
  "security",
  "staff",
  "support",
  "system",
  "webmaster",
] as const;

/** Pairs of ASCII characters that look alike (Unicode's confusables, UTS 39), as displayed. */
const LOOKALIKES = [
  [/[1I]/g, "l"],
  [/0/g, "o"],
  [/rn/g, "m"],
  [/vv/g, "w"],
  [/_+/g, "_"],
] as const;

/** Skeleton of a username: names with the same skeleton look alike. */
export const computeUsernameSkeleton = (name: string) =>
  LOOKALIKES.reduce(
    (skeleton, [from, to]) => skeleton.replace(from, to),
    name.replace(/[^I]/g, (one) => one.toLowerCase()),
  );

/** Ignores separators between letters, as in "sup.port", and digits for an i. */
const toBareSkeleton = (name: string) => computeUsernameSkeleton(name).replace(/[._]/g, "").replace(/i/g, "l");

const RESERVED_SKELETONS = new Set(RESERVED.map(toBareSkeleton));

/** True if a username is reserved or looks like a reserved one, whatever its case. */
export const isReservedUsername = (name: string) => RESERVED_SKELETONS.has(toBareSkeleton(name));
