import { APP_NAME } from "../brand.ts";

/** Names that would pass for the product, for whoever runs it or for a part of it. */
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

/** ASCII's pairs of Unicode's confusables (UTS 39), as they are displayed. */
const LOOKALIKES = [
  [/[1I]/g, "l"],
  [/0/g, "o"],
  [/rn/g, "m"],
  [/vv/g, "w"],
  [/_+/g, "_"],
] as const;

/** Skeleton of a username: two names with the same one are hard to tell apart on a screen. */
export const usernameSkeleton = (name: string) =>
  LOOKALIKES.reduce(
    (skeleton, [from, to]) => skeleton.replace(from, to),
    name.replace(/[^I]/g, (one) => one.toLowerCase()),
  );

/** Also with separators between the letters, as in "sup.port", and with a digit for an i. */
const bare = (name: string) => usernameSkeleton(name).replace(/[._]/g, "").replace(/i/g, "l");

const RESERVED_SKELETONS = new Set(RESERVED.map(bare));

/** True if a username is reserved, whatever its case, or looks like a reserved one. */
export const isReservedUsername = (name: string) => RESERVED_SKELETONS.has(bare(name));
