import { Heading } from "@chakra-ui/react";
import { useSearchParams } from "react-router-dom";
import { GALLERY_LISTS, galleryListIn } from "#web/features/gallery/gallery-lists.ts";
import { PageContainer } from "#web/ui/page-container.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";

/** The artwork that the signed-in user licensed or keeps, a list in each tab. */
export default function Gallery() {
  const [search] = useSearchParams();
  const current = galleryListIn(search);
  return (
    <PageContainer title="Gallery" width="large">
      <Heading as="h1" size="4xl" marginBottom={{ base: "4", md: "6" }}>
        Gallery
      </Heading>
      <TabLinks
        label="Gallery"
        tabs={GALLERY_LISTS.map((list, index) => ({
          to: index > 0 ? `/gallery?tab=${list.tab}` : "/gallery",
          isCurrent: list === current,
          content: list.label,
        }))}
      />
      <current.List />
    </PageContainer>
  );
}
