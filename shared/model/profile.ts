import * as z from "zod/mini";
import { findCountry } from "../countries.ts";
import { LIMITS } from "../limits.ts";
import { MESSAGES } from "../messages.ts";
import { isProfileLink, normalizeLink } from "../rules/profile-links.ts";
import { FullName } from "./account.ts";
import { ArtworkId, MediaId } from "./ids.ts";
import { NoticeSwitches } from "./notifications.ts";
import { optionalLines, requiredCode } from "./primitives.ts";

/** The code of a listed country. */
export const Country = requiredCode(LIMITS.country.length, MESSAGES.countryInvalid).check(
  z.toUpperCase(),
  z.refine((code) => findCountry(code) !== undefined, MESSAGES.countryInvalid),
);

/** A user's public profile; only the name is required. */
export const ProfileForm = z.object({
  userName: FullName,
  userDescription: optionalLines(LIMITS.userDescription.max),
  userCountry: z.optional(z.union([z.literal(""), Country], { error: MESSAGES.countryInvalid })),
});
export type ProfileForm = z.output<typeof ProfileForm>;

/** Websites of a user, normalized and without duplicates. */
const ProfileLinks = z.pipe(
  z.array(z.string({ error: MESSAGES.notString }).check(z.trim()), { error: MESSAGES.invalid }).check(
    z.refine((links) => links.every(isProfileLink), { error: MESSAGES.linkInvalid, abort: true }),
    z.maxLength(LIMITS.profileLinks.count, MESSAGES.tooManyLinks),
  ),
  z.transform((links: string[]) => [...new Set(links.map(normalizeLink))]),
);

const splitLinks = (text: string) => text.split(/\s+/).filter((link) => link !== "");

/** Error about the links, with line numbers if several lines have links; undefined if all are valid. */
function findLinesProblem(text: string): string | undefined {
  const lines = text.split("\n").map(splitLinks);
  const wrong = lines.flatMap((links, at) => (links.every(isProfileLink) ? [] : [at + 1]));
  if (wrong.length === 0) return undefined;
  if (lines.filter((links) => links.length > 0).length === 1) return MESSAGES.linkInvalid;
  return `${wrong.length === 1 ? "Line" : "Lines"} ${wrong.join(", ")}: ${MESSAGES.linkInvalid}`;
}

/** The links as typed: one per line. */
export const LinksForm = z.object({
  userLinks: z.pipe(
    z.string().check(({ value, issues }) => {
      const message = findLinesProblem(value);
      if (message) issues.push({ code: "custom", message, input: value, continue: false });
    }),
    z.pipe(z.transform(splitLinks), ProfileLinks),
  ),
});

/** Own artwork that a profile shows first. */
const PinnedArtwork = z.array(ArtworkId, { error: MESSAGES.invalid }).check(
  z.maxLength(LIMITS.pinnedArtwork.count, MESSAGES.tooManyPinned),
  z.refine((ids) => new Set(ids).size === ids.length, MESSAGES.invalid),
);

/**
 * Omitted fields stay and empty ones are cleared. The avatar is an upload or none (null), the banner an artwork of the user's
 * or none.
 */
export const ProfileChange = z.extend(z.partial(ProfileForm), {
  userMedia: z.optional(z.nullable(MediaId)),
  userLinks: z.optional(ProfileLinks),
  userPinned: z.optional(PinnedArtwork),
  userBanner: z.optional(z.nullable(ArtworkId)),
});

/** `userFavorites`: others may see the user's favourites. `userNotices`: switches to change. */
export const PreferencesForm = z.object({
  userFavorites: z.boolean({
    error: ({ input }) => (input === undefined || input === null ? MESSAGES.favoritesRequired : MESSAGES.invalid),
  }),
  userNotices: z.optional(z.partial(NoticeSwitches)),
});
export type PreferencesForm = z.output<typeof PreferencesForm>;

/** Country of a seller's business, where Stripe pays out. */
export const OnboardingForm = z.object({
  userBusinessAddress: requiredCode(LIMITS.country.length).check(
    z.toUpperCase(),
    z.length(LIMITS.country.length, MESSAGES.invalid),
    z.refine((code) => findCountry(code)?.supported === true, MESSAGES.countryUnsupported),
  ),
});
export type OnboardingForm = z.output<typeof OnboardingForm>;
