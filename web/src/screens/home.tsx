import { chakra, Heading } from "@chakra-ui/react";
import { listArtwork } from "#shared/contract/artwork.ts";
import { useReadPages } from "#web/api/use-read.ts";
import { ArtworkList } from "#web/features/artwork/artwork-list.tsx";
import { SortSwitch, useSort } from "#web/features/artwork/sort-switch.tsx";
import { useReturnPage } from "#web/session/return-page.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PageContainer } from "#web/ui/page-container.tsx";
import { ButtonLink, SiteLink } from "#web/ui/site-link.tsx";
import { useIsHydrated } from "#web/ui/use-is-hydrated.ts";

/** After a log-in: the way back to the page that asked for it. A server knows nothing of that. */
function ReturnLine() {
  const page = useReturnPage();
  if (!useIsHydrated() || !page) return null;
  return (
    <Notice>
      You are logged in. <SiteLink to={page.path}>{`Go on to ${page.name ?? "the page where you were"}`}</SiteLink>
    </Notice>
  );
}

/** The home page: all visible artwork. */
export default function Home() {
  const sort = useSort();
  const pages = useReadPages(listArtwork, { query: { sort } });
  return (
    <PageContainer title={null} width="large" pt={{ base: "4", md: "6" }}>
      <ReturnLine />
      <chakra.header
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        justifyContent="space-between"
        gap="3"
        marginBottom={{ base: "5", md: "6" }}
      >
        <Heading as="h1" size="2xl">
          Art, straight from the artist
        </Heading>
        <SortSwitch sort={sort} />
      </chakra.header>
      <ArtworkList
        pages={pages}
        label={sort === "popular" ? "Popular artwork" : "Newest artwork"}
        whenEmpty={
          <EmptyState
            title="The walls are still bare"
            text="The first picture could be yours."
            action={<ButtonLink to="/artwork/add">Upload artwork</ButtonLink>}
          />
        }
      />
    </PageContainer>
  );
}
