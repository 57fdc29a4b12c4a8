import type { ComponentType } from "react";
import { useSearchParams } from "react-router-dom";
import { OwnCollections } from "#web/features/collections/collection-list.tsx";
import { OwnFavorites } from "#web/features/favorites/favorite-list.tsx";
import { OwnedArtwork } from "#web/features/gallery/owned-artwork.tsx";
import { PageContainer } from "#web/ui/page-container.tsx";
import { PageHeading } from "#web/ui/page-heading.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";

interface GalleryList {
  /** The URL's `tab` parameter. */
  readonly tab: string;
  readonly label: string;
  readonly List: ComponentType;
}

const owned: GalleryList = { tab: "owned", label: "Owned", List: OwnedArtwork };

/** The gallery's tabs; the first is the default. */
const GALLERY_LISTS: readonly GalleryList[] = [
  owned,
  { tab: "favorites", label: "Favorites", List: OwnFavorites },
  { tab: "collections", label: "Collections", List: OwnCollections },
];

const parseGalleryList = (search: URLSearchParams): GalleryList =>
  GALLERY_LISTS.find(({ tab }) => tab === search.get("tab")) ?? owned;

/** The artwork that the user licensed or saved, one list per tab. */
export default function Gallery() {
  const [search] = useSearchParams();
  const current = parseGalleryList(search);
  return (
    <PageContainer title="Gallery" width="large">
      <PageHeading title="Gallery" text="The artwork you have licenses to, and what you saved." />
      <TabLinks
        label="Gallery"
        tabs={[
          ...GALLERY_LISTS.map((list, index) => ({
            to: index > 0 ? `/gallery?tab=${list.tab}` : "/gallery",
            isCurrent: list === current,
            content: list.label,
          })),
          { to: "/following", isCurrent: false, content: "Following" },
        ]}
      />
      <current.List />
    </PageContainer>
  );
}
