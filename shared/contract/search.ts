import * as z from "zod/mini";
import { LIMITS, PAGE } from "../limits.ts";
import { MESSAGES } from "../messages.ts";
import { PublicUser, SuggestedUser } from "../model/account.ts";
import { ArtworkCard, Category, SuggestedArtwork, UsedTag } from "../model/artwork.ts";
import { ArtworkFilters, LIKENESS, Total } from "../model/artwork-filters.ts";
import { choice, pageQuery, pageSchema, requiredText, text } from "../model/primitives.ts";
import { route } from "../route.ts";
import { SEARCH_TYPES } from "../search-types.ts";

/**
 * Results with all words of `q` precede those with some; words match in other forms, as prefixes, or misspelt. `t`
 * selects artwork or users. Only artwork can be filtered and sorted.
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
      /** The words that the first result doesn't have, as they were typed; with the first page, where there are any. */
      leftOut: z.optional(z.array(z.string())),
      /**
       * With the first page: the tags that most of the first results have. Where no artwork has any of the words, tags that begin
       * like them, and those that are used most.
       */
      relatedTags: z.optional(z.array(z.string())),
    }),
    pageSchema(PublicUser),
  ]),
});

/**
 * The visible works that look most like a picture, which isn't sent: whoever asks works out the small grid of its colours (48
 * bytes in URL-safe base64) and their names, as `shared/rules/picture-look.ts` does.
 */
export const searchByLook = route({
  method: "GET",
  path: "/api/similar",
  access: "public",
  query: z.object({
    likeness: text().check(z.regex(LIKENESS, MESSAGES.invalid)),
    color: ArtworkFilters.shape.color,
  }),
  status: 200,
  returns: pageSchema(ArtworkCard),
});

/** The most used tags that begin with what was typed into an artwork's form, and how many visible works have each. */
export const suggestTags = route({
  method: "GET",
  path: "/api/tags",
  access: "public",
  query: z.object({ q: requiredText(LIMITS.searchQuery.max) }),
  status: 200,
  returns: z.object({ items: z.array(UsedTag) }),
});

/** The mediums, then the tags, that most visible works have, of three works and more. */
export const listCategories = route({
  method: "GET",
  path: "/api/categories",
  access: "public",
  status: 200,
  returns: z.object({ items: z.array(Category) }),
});

/** A few artworks, artists and tags that begin as somebody types into the search box; misspellings are forgiven. */
export const suggest = route({
  method: "GET",
  path: "/api/suggestions",
  access: "public",
  query: z.object({ q: requiredText(LIMITS.searchQuery.max) }),
  status: 200,
  returns: z.object({ artwork: z.array(SuggestedArtwork), users: z.array(SuggestedUser), tags: z.array(UsedTag) }),
});
