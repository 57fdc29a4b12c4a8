import * as z from "zod/mini";
import { LIMITS, PAGE } from "../limits.ts";
import { MESSAGES } from "../messages.ts";
import { PublicUser, SuggestedUser } from "../model/account.ts";
import { ArtworkCard, SuggestedArtwork, UsedTag } from "../model/artwork.ts";
import { ArtworkFilters, LIKENESS_PATTERN, Total } from "../model/artwork-filters.ts";
import { choice, pageQuery, pageSchema, requiredText, text } from "../model/primitives.ts";
import { route } from "../route.ts";
import { SEARCH_TYPES } from "../search-types.ts";

/**
 * Results with all words of `q` precede those with some; words also match by inflection, prefix or with typos. `t` selects
 * artwork or users. Only artwork can be filtered and sorted.
 */
export const search = route({
  method: "GET",
  path: "/api/search",
  access: "public",
  query: z.extend(pageQuery(PAGE.search), {
    q: requiredText(LIMITS.searchQuery.max),
    t: z._default(choice(SEARCH_TYPES), "artwork"),
    sort: z._default(choice(["relevance", "newest", "popular", "price"]), "relevance"),
    ...ArtworkFilters.shape,
  }),
  status: 200,
  returns: z.union([
    z.extend(pageSchema(ArtworkCard), {
      total: z.optional(Total),
      /** The words, as typed, that the first result lacks; on the first page only. */
      leftOut: z.optional(z.array(z.string())),
      /**
       * On the first page: the most frequent tags of the first results. Where no artwork has any of the words: tags that
       * begin like them, and the most used ones.
       */
      relatedTags: z.optional(z.array(z.string())),
    }),
    pageSchema(PublicUser),
  ]),
  fails: ["search_waking"],
});

/**
 * The visible works that look most like a picture. It isn't sent: the client computes its small colour grid (48 bytes in
 * URL-safe base64) and colour names with `shared/rules/picture-look.ts`.
 */
export const searchByLook = route({
  method: "GET",
  path: "/api/similar",
  access: "public",
  query: z.object({
    likeness: text().check(z.regex(LIKENESS_PATTERN, MESSAGES.invalid)),
    color: ArtworkFilters.shape.color,
  }),
  status: 200,
  returns: pageSchema(ArtworkCard),
  fails: ["search_waking"],
});

/** The most used tags that begin with the text typed into an artwork's form, with their counts of visible works. */
export const suggestTags = route({
  method: "GET",
  path: "/api/tags",
  access: "public",
  query: z.object({ q: requiredText(LIMITS.searchQuery.max) }),
  status: 200,
  returns: z.object({ items: z.array(UsedTag) }),
  fails: ["search_waking"],
});

/** A few artworks, artists and tags that complete the text in the search box; typos are tolerated. */
export const suggest = route({
  method: "GET",
  path: "/api/suggestions",
  access: "public",
  query: z.object({ q: requiredText(LIMITS.searchQuery.max) }),
  status: 200,
  returns: z.object({ artwork: z.array(SuggestedArtwork), users: z.array(SuggestedUser), tags: z.array(UsedTag) }),
  fails: ["search_waking"],
});
