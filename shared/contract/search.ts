import * as z from "zod/mini";
import { LIMITS, PAGE } from "../limits.ts";
import { PublicUser } from "../model/account.ts";
import { ArtworkCard } from "../model/artwork.ts";
import { choice, pageQuery, pageSchema, requiredText } from "../model/primitives.ts";
import { route } from "../route.ts";
import { SEARCH_TYPES } from "../search-types.ts";

/** Every word of `q` has to begin a word of what is found; `t` says whether artwork or users are looked for. */
export const search = route({
  method: "GET",
  path: "/api/search",
  access: "public",
  query: z.extend(pageQuery(PAGE.search), {
    q: requiredText(LIMITS.searchQuery.max),
    t: z._default(choice(SEARCH_TYPES), "artwork"),
  }),
  status: 200,
  returns: z.union([pageSchema(ArtworkCard), pageSchema(PublicUser)]),
});
