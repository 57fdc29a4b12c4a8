import { chakra, Heading } from "@chakra-ui/react";
import { useParams, useSearchParams } from "react-router-dom";
import { listArtwork } from "#shared/contract/artwork.ts";
import { isTag, normalizeTag } from "#shared/rules/tags.ts";
import { useReadPages } from "#web/api/use-read.ts";
import { ArtworkList } from "#web/features/artwork/artwork-list.tsx";
import { parseSort, SortSwitch } from "#web/features/artwork/sort-switch.tsx";
import { tagTitle } from "#web/features/artwork/tag-links.tsx";
import { toFilterQuery } from "#web/features/filters/filter-address.ts";
import { FilterBar, findTotal } from "#web/features/filters/filter-bar.tsx";
import { toTagQuery } from "#web/features/filters/list-query.ts";
import { NoMatches } from "#web/features/filters/no-matches.tsx";
import { NotFoundRedirect } from "#web/ui/not-found-redirect.tsx";
import { PageContainer } from "#web/ui/page-container.tsx";
import { TitleRow } from "#web/ui/title-row.tsx";

function TagPage({ tag }: { readonly tag: string }) {
  const [search] = useSearchParams();
  const sort = parseSort(search);
  const filters = toFilterQuery(search);
  const isNarrowed = Object.keys(filters).length > 0;
  const pages = useReadPages(listArtwork, { query: toTagQuery(tag, search) });
  const title = tagTitle(tag);
  return (
    <PageContainer title={title} width="large" pt={{ base: "4", md: "6" }}>
      <TitleRow>
        <Heading as="h1" size="2xl" overflowWrap="anywhere">
          {title}
        </Heading>
        <chakra.div display="flex" flexWrap="wrap" gap="3" alignItems="center">
          <SortSwitch sort={sort} />
          <FilterBar total={isNarrowed ? findTotal(pages.first) : undefined} />
        </chakra.div>
      </TitleRow>
      <ArtworkList
        pages={pages}
        label={`Artwork tagged ${tag}`}
        whenEmpty={isNarrowed ? <NoMatches /> : <NotFoundRedirect />}
      />
    </PageContainer>
  );
}

/** All visible artwork with a tag; an unused tag gets the 404 page. */
export default function Tag() {
  const { id = "" } = useParams();
  const tag = normalizeTag(id);
  return isTag(tag) ? <TagPage key={tag} tag={tag} /> : <NotFoundRedirect />;
}
