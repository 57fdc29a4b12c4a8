import { chakra, Flex, Heading } from "@chakra-ui/react";
import { useSearchParams } from "react-router-dom";
import { listPopularThisWeek } from "#shared/contract/artwork.ts";
import { search } from "#shared/contract/search.ts";
import { SEARCH_TYPES } from "#shared/search-types.ts";
import { useRead, useReadPages } from "#web/api/use-read.ts";
import { ArtworkList } from "#web/features/artwork/artwork-list.tsx";
import { ArtworkStrip } from "#web/features/artwork/artwork-strip.tsx";
import { parseSearchSort, SEARCH_SORTS, SortSwitch } from "#web/features/artwork/sort-switch.tsx";
import { TagLinks } from "#web/features/artwork/tag-links.tsx";
import { toFilterQuery } from "#web/features/filters/filter-address.ts";
import { FilterBar, findTotal } from "#web/features/filters/filter-bar.tsx";
import { toSearchQuery } from "#web/features/filters/list-query.ts";
import { NoMatches } from "#web/features/filters/no-matches.tsx";
import { type SearchAddress, searchPath, useSearchAddress } from "#web/features/search/search-address.ts";
import { isCard, isUser } from "#web/features/search/suggestion.ts";
import { TYPE_NAMES } from "#web/features/search/type-toggle.tsx";
import { UserList } from "#web/features/search/user-list.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageContainer } from "#web/ui/page-container.tsx";
import { SegmentLink, SegmentLinks } from "#web/ui/segment-links.tsx";
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
        title={type === "artwork" ? `No results for “${query}”` : "Nobody found by that name"}
        text={`Check the spelling, or ${tags.length > 0 ? "look around from here" : "try other words"}.`}
        action={
          <Flex direction="column" align="center" gap="6">
            <TagLinks tags={tags} label="Tags to try" isCentered />
            <ButtonLink to={searchPath({ query, type: other })} variant="outline" colorPalette="neutral">
              {`Search ${other} instead`}
            </ButtonLink>
          </Flex>
        }
      />
      <Popular />
    </>
  );
}

function Popular() {
  const { data, error } = useRead(listPopularThisWeek, {});
  return <ArtworkStrip title="Trending" cards={error ? [] : data?.items} />;
}

/** Shown when the page is opened without a query. */
const NoQuery = () => (
  <EmptyState
    title="What would you like to see?"
    text="Type a title, a word of a description or an artist's name into the box at the top."
    action={<NextSteps />}
  />
);

/** Links to the same query among artwork or users. */
function TypeLinks({ query, type }: SearchAddress) {
  return (
    <SegmentLinks aria-label="Search for">
      {SEARCH_TYPES.map((choice) => (
        <SegmentLink key={choice} to={searchPath({ query, type: choice })} isCurrent={choice === type} replace>
          {TYPE_NAMES[choice]}
        </SegmentLink>
      ))}
    </SegmentLinks>
  );
}

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

function Results(address: SearchAddress) {
  const { query, type } = address;
  const [parameters] = useSearchParams();
  const isNarrowed = type === "artwork" && Object.keys(toFilterQuery(parameters)).length > 0;
  const sort = parseSearchSort(parameters);
  const pages = useReadPages(search, { query: toSearchQuery(address, parameters) });
  const { leftOut, relatedTags = [] } = (pages.first ?? {}) as AboutResults;
  const whenEmpty = isNarrowed ? <NoMatches /> : <NoResults {...address} tags={relatedTags} />;
  const label = `Results for ${query}`;
  return type === "users" ? (
    <UserList pages={{ ...pages, items: pages.items.filter(isUser) }} label={label} whenEmpty={whenEmpty} />
  ) : (
    <>
      <chakra.div display="flex" flexWrap="wrap" gap="3" alignItems="center" marginBottom={{ base: "5", md: "6" }}>
        <SortSwitch sort={sort} sorts={SEARCH_SORTS} />
        <FilterBar total={findTotal(pages.first)} />
      </chakra.div>
      {pages.items.length > 0 && relatedTags.length > 0 && (
        <chakra.div marginBottom={{ base: "5", md: "6" }}>
          <TagLinks tags={relatedTags} label="Related tags" isRow />
        </chakra.div>
      )}
      {leftOut && <LeftOut words={leftOut} isNarrowed={isNarrowed} />}
      <ArtworkList pages={{ ...pages, items: pages.items.filter(isCard) }} label={label} whenEmpty={whenEmpty} />
    </>
  );
}

/** Search results: artwork or users. */
export default function Search() {
  const address = useSearchAddress();
  const { query, type } = address;
  return (
    <PageContainer title={query ? `${query} · Search` : "Search"} width="large">
      <TitleRow>
        <Heading as="h1" size="2xl" overflowWrap="anywhere" minWidth="0">
          {query ? `“${query}”` : "Search"}
        </Heading>
        {query && <TypeLinks {...address} />}
      </TitleRow>
      {query ? <Results key={`${type} ${query}`} {...address} /> : <NoQuery />}
    </PageContainer>
  );
}
