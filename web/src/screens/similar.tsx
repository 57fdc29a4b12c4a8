import { chakra, Heading } from "@chakra-ui/react";
import { useSearchParams } from "react-router-dom";
import { COLORS } from "#shared/colors.ts";
import { searchByLook } from "#shared/contract/search.ts";
import { LIKENESS_PATTERN } from "#shared/model/artwork-filters.ts";
import { useReadPages } from "#web/api/use-read.ts";
import { ArtworkList } from "#web/features/artwork/artwork-list.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageContainer } from "#web/ui/page-container.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";

const Nothing = () => (
  <EmptyState
    title="No similar artwork"
    text="Drop another picture on the search box, or search by words."
    action={
      <ButtonLink to="/" variant="outline" colorPalette="neutral">
        See the newest
      </ButtonLink>
    }
  />
);

function Results({ likeness, color }: { readonly likeness: string; readonly color: string }) {
  const pages = useReadPages(searchByLook, { query: { likeness, ...(color ? { color } : {}) } });
  return <ArtworkList pages={pages} label="Similar to your picture" whenEmpty={<Nothing />} />;
}

/** Artwork similar to a picture that was dropped on the search box. */
export default function Similar() {
  const [search] = useSearchParams();
  const likeness = search.get("likeness") ?? "";
  const colors = (search.get("color") ?? "").split(",").filter((color) => Object.hasOwn(COLORS, color));
  return (
    <PageContainer title="Similar to your picture" width="large">
      <Heading as="h1" size="2xl">
        Similar to your picture
      </Heading>
      <chakra.p color="fg.muted" marginTop="1" marginBottom={{ base: "5", md: "6" }}>
        Matched by a summary of its colors. The picture was not uploaded.
      </chakra.p>
      {LIKENESS_PATTERN.test(likeness) ? <Results likeness={likeness} color={colors.join(",")} /> : <Nothing />}
    </PageContainer>
  );
}
