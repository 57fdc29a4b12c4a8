import type { ComponentType } from "react";
import { OwnFavorites } from "#web/features/favorites/favorite-list.tsx";
import { Owned } from "./owned-artwork.tsx";

interface GalleryList {
  /** Stands in the address. */
  readonly tab: string;
  readonly label: string;
  readonly List: ComponentType;
}

const owned: GalleryList = { tab: "owned", label: "Owned", List: Owned };

/** The lists of the gallery; the first is shown where the address names none. */
export const GALLERY_LISTS: readonly GalleryList[] = [
  owned,
  { tab: "favorites", label: "Favorites", List: OwnFavorites },
];

export const galleryListIn = (search: URLSearchParams): GalleryList =>
  GALLERY_LISTS.find(({ tab }) => tab === search.get("tab")) ?? owned;
