import { Box, Button, chakra, Flex, Input } from "@chakra-ui/react";
import type { FormEvent } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router-dom";
import { findReviewedArtwork } from "#shared/contract/admin.ts";
import { LIMITS } from "#shared/limits.ts";
import { ArtworkId } from "#shared/model/ids.ts";
import { useReadPages } from "#web/api/use-read.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { FieldLayout } from "#web/ui/form/labelled-field.tsx";
import { NotFoundRedirect } from "#web/ui/not-found-redirect.tsx";
import { SectionBoundary } from "#web/ui/section-boundary.tsx";
import { SkeletonBlocks } from "#web/ui/skeletons.tsx";
import { ArtworkRecordView } from "./artwork-record.tsx";
import { ReviewedArtworkFigure } from "./reviewed-artwork.tsx";

function SearchForm({ query }: { readonly query: string }) {
  const navigate = useNavigate();
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get("q") ?? "").trim();
    if (typed) void navigate(`/admin/artwork?${new URLSearchParams({ q: typed })}`);
  }
  return (
    <chakra.form onSubmit={submit} role="search" aria-label="Find an artwork" marginBottom="8">
      <Flex gap="3" align="end" wrap="wrap">
        <Box flex="1" minW="14rem">
          <FieldLayout label="Link, id or title">
            <Input name="q" key={query} defaultValue={query} maxLength={LIMITS.lookedUp.max} autoCapitalize="none" />
          </FieldLayout>
        </Box>
        <Button type="submit">Find</Button>
      </Flex>
    </chakra.form>
  );
}

function Found({ query }: { readonly query: string }) {
  const { items, isLoading, error } = useReadPages(
    findReviewedArtwork,
    { query: { q: query } },
    { errorMessage: "The artwork wasn't found" },
  );
  if (isLoading) return <SkeletonBlocks count={3} />;
  if (items.length === 0)
    return error ? null : (
      <EmptyState
        title="No artwork found"
        text="Titles find visible artwork only. Hidden artwork is found by its link or id."
      />
    );
  return (
    <chakra.ul
      listStyleType="none"
      aria-label="Artwork found"
      display="grid"
      gap="6"
      gridTemplateColumns={{ base: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))", lg: "repeat(4, minmax(0, 1fr))" }}
    >
      {items.map((artwork) => (
        <li key={artwork.card.artworkId}>
          <ReviewedArtworkFigure artwork={artwork} sizes="(min-width: 62em) 18rem, 92vw" />
        </li>
      ))}
    </chakra.ul>
  );
}

/** Finds an artwork, or shows everything known about the one in the address. */
export default function Artwork() {
  const [, id] = (useParams()["*"] ?? "").split("/");
  const [params] = useSearchParams();
  const artworkId = id ? ArtworkId.safeParse(id) : undefined;
  if (artworkId && !artworkId.success) return <NotFoundRedirect />;
  const query = params.get("q") ?? "";
  return (
    <>
      <SearchForm query={query} />
      <SectionBoundary>
        {artworkId?.data ? (
          <ArtworkRecordView key={artworkId.data} artworkId={artworkId.data} />
        ) : (
          query && <Found query={query} />
        )}
      </SectionBoundary>
    </>
  );
}
