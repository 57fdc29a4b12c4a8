import { chakra, Flex, Heading } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router-dom";
import { countSearchMiss } from "#shared/contract/audience.ts";
import { search } from "#shared/contract/search.ts";
import { useRead, useReadPages } from "#web/api/use-read.ts";
import { ArtworkList } from "#web/features/artwork/artwork-list.tsx";
import { parseSearchSort, SEARCH_SORTS, SortSwitch } from "#web/features/artwork/sort-switch.tsx";
import { TagLinks } from "#web/features/artwork/tag-links.tsx";
import { TrendingStrip } from "#web/features/artwork/trending-strip.tsx";
import { useCountView } from "#web/features/audience/use-count-view.ts";
import { toFilterQuery } from "#web/features/filters/filter-address.ts";
import { FilterBar, findTotal } from "#web/features/filters/filter-bar.tsx";
import { FilterColumn } from "#web/features/filters/filter-column.tsx";
import { toSearchQuery } from "#web/features/filters/list-query.ts";
import { NoMatches } from "#web/features/filters/no-matches.tsx";
import { isNamed, toNameQuery } from "#web/features/search/named-artist.ts";
import { type SearchAddress, searchPath, useSearchAddress } from "#web/features/search/search-address.ts";
import { isCard, isUser } from "#web/features/search/suggestion.ts";
import { UserList, UserRow } from "#web/features/search/user-list.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageContainer } from "#web/ui/page-container.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";
import { TitleRow } from "#web/ui/title-row.tsx";

/** Links to explore without a query. */
function NextSteps() {
  return (
    <Flex wrap="wrap" justify="center" gap="3">
      <ButtonLink to="/" variant="outline" colorPalette="neutral">
        See the newest
      </ButtonLink>
      <ButtonLink to="/?sort=popular" variant="outline" colorPalette="neutral">
        See what's popular
      </ButtonLink>
    </Flex>
  );
}

/** No results: suggests tags, the other type and popular artwork. */
function NoResults({ query, type, tags }: SearchAddress & { readonly tags: readonly string[] }) {
  const other = type === "artwork" ? "users" : "artwork";
  return (
    <>
      <EmptyState
        title={type === "artwork" ? `No results for “${query}”` : "No users found with that name"}
        text={`Check the spelling, or ${tags.length > 0 ? "try one of these tags" : "try other words"}.`}
        action={
          <Flex direction="column" align="center" gap="6">
            <TagLinks tags={tags} label="Tags to try" isCentered />
            <ButtonLink to={searchPath({ query, type: other })} variant="outline" colorPalette="neutral">
              {`Search ${other} instead`}
            </ButtonLink>
          </Flex>
        }
      />
      <TrendingStrip />
    </>
  );
}

/** Shown when the page is opened without a query. */
const NoQuery = () => (
  <EmptyState
    title="What would you like to see?"
    text="Type a title, a word from a description or an artist's name into the search box at the top."
    action={<NextSteps />}
  />
);

/** Fields of the first page of results besides its items. */
interface AboutResults {
  readonly leftOut?: readonly string[];
  readonly relatedTags?: readonly string[];
}

interface LeftOutProps {
  readonly words: readonly string[];
  readonly isNarrowed: boolean;
}

/** Names the query's words that even the first result lacks. */
const LeftOut = ({ words, isNarrowed }: LeftOutProps) => (
  <chakra.p color="fg.muted" marginBottom={{ base: "5", md: "6" }} overflowWrap="anywhere">
    {`No artwork ${isNarrowed ? "with these filters " : ""}has every word. Left out: ${words.map((word) => `“${word}”`).join(", ")}`}
  </chakra.p>
);

const Columns = chakra("div", {
  base: {
    display: "grid",
    gridTemplateColumns: { base: "minmax(0, 1fr)", lg: "14rem minmax(0, 1fr)" },
    columnGap: { lg: "10" },
    alignItems: "start",
  },
});

/** An artist whose name has every word of the query, above the works. */
function NamedArtist({ query }: { readonly query: string }) {
  const { data } = useRead(search, toNameQuery(query));
  const [first] = data?.items.filter(isUser) ?? [];
  if (!first || !isNamed(first, query)) return null;
  return (
    <chakra.div maxWidth="24rem" marginBottom="5">
      <UserRow user={first} />
    </chakra.div>
  );
}

function UserResults({ query, type }: SearchAddress) {
  const pages = useReadPages(search, { query: toSearchQuery({ query, type }, new URLSearchParams()) });
  return (
    <>
      <Title query={query} />
      <UserList
        pages={{ ...pages, items: pages.items.filter(isUser) }}
        label={`Results for ${query}`}
        whenEmpty={<NoResults query={query} type={type} tags={[]} />}
      />
    </>
  );
}

function ArtworkResults(address: SearchAddress) {
  const { query } = address;
  const [parameters] = useSearchParams();
  const isNarrowed = Object.keys(toFilterQuery(parameters)).length > 0;
  const pages = useReadPages(search, { query: toSearchQuery(address, parameters) });
  const isMissed = pages.first?.items.length === 0 && !isNarrowed;
  useCountView(isMissed ? `${countSearchMiss.path}?q=${encodeURIComponent(query)}` : null);
  const { leftOut, relatedTags = [] } = (pages.first ?? {}) as AboutResults;
  return (
    <Columns>
      <FilterColumn />
      <div>
        <Title query={query}>
          <SortSwitch sort={parseSearchSort(parameters)} sorts={SEARCH_SORTS} />
          <FilterBar total={findTotal(pages.first)} isBesideColumn />
        </Title>
        <NamedArtist query={query} />
        {pages.items.length > 0 && relatedTags.length > 0 && (
          <chakra.div marginBottom={{ base: "5", md: "6" }}>
            <TagLinks tags={relatedTags} label="Related tags" isRow />
          </chakra.div>
        )}
        {leftOut && <LeftOut words={leftOut} isNarrowed={isNarrowed} />}
        <ArtworkList
          pages={{ ...pages, items: pages.items.filter(isCard) }}
          label={`Results for ${query}`}
          whenEmpty={isNarrowed ? <NoMatches /> : <NoResults {...address} tags={relatedTags} />}
        />
      </div>
    </Columns>
  );
}

function Title({ query, children }: { readonly query: string; readonly children?: ReactNode }) {
  return (
    <TitleRow marginBottom="4">
      <Heading as="h1" size="2xl" overflowWrap="anywhere" minWidth="0">
        {query ? `“${query}”` : "Search"}
      </Heading>
      {children && (
        <chakra.div display="flex" flexWrap="wrap" gap="3" alignItems="center">
          {children}
        </chakra.div>
      )}
    </TitleRow>
  );
}

/** Search results: artwork or users, as the header's search box says. */
export default function Search() {
  const address = useSearchAddress();
  const { query, type } = address;
  const Results = type === "users" ? UserResults : ArtworkResults;
  return (
    <PageContainer title={query ? `${query} · Search` : "Search"} width="large" pt={{ base: "4", md: "6" }}>
      {query ? (
        <Results key={`${type} ${query}`} {...address} />
      ) : (
        <>
          <Title query="" />
          <NoQuery />
        </>
      )}
    </PageContainer>
  );
}
