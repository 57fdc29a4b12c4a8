import {
  listArtwork,
  listCategories,
  listCurated,
  listPopularThisWeek,
  readArtwork,
} from "#shared/contract/artwork.ts";
import { readCollection } from "#shared/contract/collections.ts";
import { listComments, listReviews } from "#shared/contract/community.ts";
import { search } from "#shared/contract/search.ts";
import { readUser } from "#shared/contract/users.ts";
import type { ArtworkId, CollectionId } from "#shared/model/ids.ts";
import type { RenderedPath } from "#shared/pages.ts";
import type { Route } from "#shared/route.ts";
import { normalizeTag } from "#shared/rules/tags.ts";
import { buildCacheKey } from "#web/api/read-cache.ts";
import type { LooseInput, ReadInput } from "#web/api/request.ts";
import { hasStrips } from "#web/features/artwork/home-strips.tsx";
import { parseSort } from "#web/features/artwork/sort-switch.tsx";
import { toFilterQuery } from "#web/features/filters/filter-address.ts";
import { toSearchQuery, toTagQuery } from "#web/features/filters/list-query.ts";
import { parseProfileList } from "#web/features/profile/profile-lists.tsx";
import { toNameQuery } from "#web/features/search/named-artist.ts";
import { parseSearchAddress } from "#web/features/search/search-address.ts";

/** A read that a page needs for its first rendering, with the cache key that its hook uses. */
export interface PageRead {
  readonly route: Route;
  readonly input: LooseInput;
  readonly key: string;
  readonly isList: boolean;
  /** A list whose page exists only while it has items. */
  readonly isNeverEmpty?: boolean;
}

/** The address of a requested page: its route's parameter and its query. */
export interface PageAddress {
  readonly id: string;
  readonly search: URLSearchParams;
}

const read = <R extends Route>(route: R, input: ReadInput<R>, isList = false): PageRead => ({
  route,
  input: input as LooseInput,
  key: buildCacheKey(route, input),
  isList,
});

const list = <R extends Route>(route: R, input: ReadInput<R>) => read(route, input, true);

const readNothing = () => [];

/**
 * API reads of each rendered page, by its path, with the same routes and inputs as its hooks. A page exists only if all
 * of them succeed and no list marked as never empty is empty.
 */
export const PAGE_READS: Readonly<Record<RenderedPath, (at: PageAddress) => readonly PageRead[]>> = {
  "/": ({ search: address }) => [
    list(listArtwork, { query: { sort: parseSort(address), ...toFilterQuery(address) } }),
    ...(hasStrips(address) ? [read(listCurated, {}), read(listPopularThisWeek, {}), read(listCategories, {})] : []),
  ],

  "/artwork/:id": ({ id }) => {
    const params = { artworkId: id as ArtworkId };
    return [read(readArtwork, { params }), list(listComments, { params }), list(listReviews, { params })];
  },

  "/user/:id": ({ id, search: address }) => {
    const params = { username: id };
    return [read(readUser, { params }), list(parseProfileList(address).route, { params })];
  },

  "/collection/:id": ({ id }) => [list(readCollection, { params: { collectionId: id as CollectionId } })],
  "/tag/:id": ({ id, search: address }) => {
    const filters = toFilterQuery(address);
    return [
      {
        ...list(listArtwork, { query: toTagQuery(normalizeTag(id), address) }),
        isNeverEmpty: Object.keys(filters).length === 0,
      },
    ];
  },

  "/search": ({ search: address }) => {
    const asked = parseSearchAddress(address);
    if (!asked.query) return [];
    return [
      list(search, { query: toSearchQuery(asked, address) }),
      ...(asked.type === "artwork" ? [read(search, toNameQuery(asked.query))] : []),
    ];
  },

  "/how_it_works": readNothing,
  "/start_selling": readNothing,
  "/start_buying": readNothing,
  "/license_information": readNothing,
  "/about": readNothing,
  "/faq": readNothing,
  "/privacy_policy": readNothing,
  "/terms_of_service": readNothing,
  "/verifier": readNothing,
};
