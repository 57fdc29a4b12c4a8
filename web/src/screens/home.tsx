import { chakra, Heading } from "@chakra-ui/react";
import { useSearchParams } from "react-router-dom";
import { listArtwork } from "#shared/contract/artwork.ts";
import { useReadPages } from "#web/api/use-read.ts";
import { ArtworkList } from "#web/features/artwork/artwork-list.tsx";
import { useHighlights, withoutHighlights } from "#web/features/artwork/home-strips.tsx";
import { LeadPicture } from "#web/features/artwork/lead-picture.tsx";
import { SortSwitch, useSort } from "#web/features/artwork/sort-switch.tsx";
import { toFilterQuery } from "#web/features/filters/filter-address.ts";
import { FilterBar, findTotal } from "#web/features/filters/filter-bar.tsx";
import { NoMatches } from "#web/features/filters/no-matches.tsx";
import { LicenseSteps } from "#web/features/welcome/license-steps.tsx";
import { isNewAccount } from "#web/features/welcome/new-account.ts";
import { Opening } from "#web/features/welcome/opening.tsx";
import { useReturnPage } from "#web/session/return-page.ts";
import { useUser } from "#web/session/use-session.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PageContainer } from "#web/ui/page-container.tsx";
import { SectionBoundary } from "#web/ui/section-boundary.tsx";
import { ButtonLink, SiteLink } from "#web/ui/site-link.tsx";
import { TitleRow } from "#web/ui/title-row.tsx";
import { useIsHydrated } from "#web/ui/use-is-hydrated.ts";

const NextStepCard = lazyPart(() => import("#web/features/welcome/next-step-card.tsx"));

/** After log-in, links back to the page that required it; not rendered by the server. */
function ReturnLine() {
  const page = useReturnPage();
  if (!useIsHydrated() || !page) return null;
  return (
    <Notice>
      You are logged in. <SiteLink to={page.path}>{`Continue to ${page.name ?? "the page where you were"}`}</SiteLink>
    </Notice>
  );
}

const LABELS = { newest: "Newest artwork", popular: "Popular artwork", price: "Artwork by price" } as const;

const TITLE = "Art, straight from the artist";
const LIST_ID = "all-artwork";

/** The lead picture, for visitors with the site's introduction beside it or, on narrow screens, below. */
const Beginning = chakra("div", {
  base: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr)",
    "&:has(> [data-introduction])": { gridTemplateColumns: { lg: "minmax(0, 1fr) 20rem" } },
    "[data-returning] &": { gridTemplateColumns: "minmax(0, 1fr)" },
    alignItems: "center",
    columnGap: "10",
    rowGap: "6",
    "& > :only-child": { gridColumn: "1 / -1" },
    "&:has(> figure)": { marginTop: { base: "-4", md: "0" } },
    marginBottom: { base: "8", md: "10" },
  },
});

/** The home page: highlights, then all visible artwork. */
export default function Home() {
  const sort = useSort();
  const [search] = useSearchParams();
  const filters = toFilterQuery(search);
  const pages = useReadPages(listArtwork, { query: { sort, ...filters } });
  const highlights = useHighlights(search, pages.items);
  const [first, ...others] = highlights?.strips ?? [];
  const user = useUser();
  return (
    <PageContainer title={null} width="large" pt={{ base: "4", md: "6" }}>
      <ReturnLine />
      {highlights && (
        <>
          <Beginning>
            {highlights.lead !== null && (
              <SectionBoundary>
                <LeadPicture card={highlights.lead} />
              </SectionBoundary>
            )}
            <Opening title={TITLE} listId={LIST_ID} />
          </Beginning>
          <SectionBoundary>{first}</SectionBoundary>
          <LicenseSteps />
          <SectionBoundary>{others}</SectionBoundary>
        </>
      )}
      <TitleRow id={LIST_ID} scrollMarginTop="20">
        {highlights ? (
          <Heading as="h2" size="lg">
            All artwork
          </Heading>
        ) : (
          <Heading as="h1" size="2xl">
            {TITLE}
          </Heading>
        )}
        <chakra.div display="flex" flexWrap="wrap" gap="3" alignItems="center">
          <SortSwitch sort={sort} />
          <FilterBar total={findTotal(pages.first)} />
        </chakra.div>
      </TitleRow>
      <ArtworkList
        pages={highlights ? withoutHighlights(pages, highlights) : pages}
        label={LABELS[sort]}
        isBelow={highlights !== null}
        whenEmpty={
          Object.keys(filters).length > 0 ? (
            <NoMatches />
          ) : (
            <EmptyState
              title="The walls are still bare"
              text="The first picture could be yours."
              action={<ButtonLink to="/artwork/add">Upload artwork</ButtonLink>}
            />
          )
        }
      />
      {user && isNewAccount(user) && <NextStepCard user={user} />}
    </PageContainer>
  );
}
