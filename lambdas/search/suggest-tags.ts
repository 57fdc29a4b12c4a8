import { suggestTags } from "#shared/contract/search.ts";
import { LIMITS } from "#shared/limits.ts";
import { handle } from "../runtime/handle.ts";
import { findTags } from "./find-tags.ts";
import type { SearchServices } from "./services.ts";

export const suggestTagsHandler = handle(suggestTags, async ({ query }, { index }: SearchServices) => ({
  items: await index.read((replica) => findTags(replica, query.q, LIMITS.suggestedTags)),
}));
