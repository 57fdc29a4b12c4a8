import type { ComponentType } from "react";
import { OwnFavorites } from "#web/features/favorites/favorite-list.tsx";
import { OwnedArtwork } from "./owned-artwork.tsx";

interface GalleryList {
  /** The URL's `tab` parameter. */
  readonly tab: string;
  readonly label: string;
  readonly List: ComponentType;
}

const owned: GalleryList = { tab: "owned", label: "Owned", List: OwnedArtwork };

/** The gallery's tabs; the first is shown when the URL names none. */
export const GALLERY_LISTS: readonly GalleryList[] = [
  owned,
  { tab: "favorites", label: "Favorites", List: OwnFavorites },
];

export const galleryListIn = (search: URLSearchParams): GalleryList =>
  GALLERY_LISTS.find(({ tab }) => tab === search.get("tab")) ?? owned;
