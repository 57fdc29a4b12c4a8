import { listArtwork, readArtwork } from "#shared/contract/artwork.ts";
import { listComments, listReviews } from "#shared/contract/community.ts";
import { search } from "#shared/contract/search.ts";
import { readUser } from "#shared/contract/users.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import type { RenderedPath } from "#shared/pages.ts";
import type { Route } from "#shared/route.ts";
import { keyOf } from "#web/api/key.ts";
import type { LooseInput, ReadInput } from "#web/api/request.ts";
import { sortIn } from "#web/features/artwork/sort-switch.tsx";
import { profileListIn } from "#web/features/profile/profile-lists.tsx";
import { searchAddressIn } from "#web/features/search/search-address.ts";

/** Something that a page shows first, under the key by which its hook finds it. */
export interface FirstRead {
  readonly route: Route;
  readonly input: LooseInput;
  readonly key: string;
  readonly isList: boolean;
}

/** Where a page was asked for: the parameters of its route and what stands behind the question mark. */
export interface PageAddress {
  readonly id: string;
  readonly search: URLSearchParams;
}

const read = <R extends Route>(route: R, input: ReadInput<R>, isList = false): FirstRead => ({
  route,
  input: input as LooseInput,
  key: keyOf(route, input),
  isList,
});

const list = <R extends Route>(route: R, input: ReadInput<R>) => read(route, input, true);

/**
 * What each rendered page reads, by its path: the same routes and inputs as its hooks.
 * Without an answer to every one of them there is no such page.
 */
export const FIRST_READS: Readonly<Record<RenderedPath, (at: PageAddress) => readonly FirstRead[]>> = {
  "/": ({ search: address }) => [list(listArtwork, { query: { sort: sortIn(address) } })],

  "/artwork/:id": ({ id }) => {
    const params = { artworkId: id as ArtworkId };
    return [read(readArtwork, { params }), list(listComments, { params }), list(listReviews, { params })];
  },

  "/user/:id": ({ id, search: address }) => {
    const params = { username: id };
    return [read(readUser, { params }), list(profileListIn(address).route, { params })];
  },

  "/search": ({ search: address }) => {
    const { query, type } = searchAddressIn(address);
    return query ? [list(search, { query: { q: query, t: type } })] : [];
  },
};
