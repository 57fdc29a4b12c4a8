import { chakra, Heading } from "@chakra-ui/react";
import { search } from "#shared/contract/search.ts";
import { useReadPages } from "#web/api/use-read.ts";
import { ArtworkList } from "#web/features/artwork/artwork-list.tsx";
import { NothingAsked, NothingFound } from "#web/features/search/nothing-found.tsx";
import { type SearchAddress, useSearchAddress } from "#web/features/search/search-address.ts";
import { isCard, isUser } from "#web/features/search/suggestion.ts";
import { TypeLinks } from "#web/features/search/type-links.tsx";
import { UserList } from "#web/features/search/user-list.tsx";
import { PageContainer } from "#web/ui/page-container.tsx";

function Results(address: SearchAddress) {
  const { query, type } = address;
  const pages = useReadPages(search, { query: { q: query, t: type } });
  const whenEmpty = <NothingFound {...address} />;
  const label = `Results for ${query}`;
  return type === "users" ? (
    <UserList pages={{ ...pages, items: pages.items.filter(isUser) }} label={label} whenEmpty={whenEmpty} />
  ) : (
    <ArtworkList pages={{ ...pages, items: pages.items.filter(isCard) }} label={label} whenEmpty={whenEmpty} />
  );
}

/** What a query finds, among artwork or among users. */
export default function Search() {
  const address = useSearchAddress();
  const { query, type } = address;
  return (
    <PageContainer title={query ? `${query} · Search` : "Search"} width="large">
      <chakra.header
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        justifyContent="space-between"
        gap="3"
        marginBottom={{ base: "5", md: "6" }}
      >
        <Heading as="h1" size="2xl" overflowWrap="anywhere" minWidth="0">
          {query ? `“${query}”` : "Search"}
        </Heading>
        {query && <TypeLinks {...address} />}
      </chakra.header>
      {query ? <Results key={`${type} ${query}`} {...address} /> : <NothingAsked />}
    </PageContainer>
  );
}
