import { chakra } from "@chakra-ui/react";
import { useState } from "react";
import { listMyArtwork } from "#shared/contract/users.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { OwnArtworkCard } from "#shared/model/artwork.ts";
import { type Pages, useReadPages } from "#web/api/use-read.ts";
import { BulkBar } from "#web/features/artwork/bulk-bar.tsx";
import { OwnArtwork } from "#web/features/artwork/own-artwork.tsx";
import { OwnArtworkTools, useOwnArtworkQuery } from "#web/features/artwork/own-artwork-tools.tsx";
import { useBulkChanges } from "#web/features/artwork/use-bulk-changes.ts";
import { SellingNotice } from "#web/features/selling/selling-notice.tsx";
import { useSignedIn } from "#web/session/use-session.ts";
import { EmptyFrameIllustration } from "#web/ui/empty-frame-illustration.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorPage } from "#web/ui/error-page.tsx";
import { CheckBox } from "#web/ui/form/check-box.ts";
import { LoadMore } from "#web/ui/load-more.tsx";
import { PageContainer } from "#web/ui/page-container.tsx";
import { PageHeading } from "#web/ui/page-heading.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";
import { SkeletonColumns } from "#web/ui/skeletons.tsx";

const NO_IDS: ReadonlySet<string> = new Set();

interface ContentProps {
  readonly pages: Pages<OwnArtworkCard>;
  /** The words that the list is searched for. */
  readonly q: string;
}

function Content({ pages, q }: ContentProps) {
  const { items, error, isLoading, reload } = pages;
  const [ids, setIds] = useState(NO_IDS);
  const bulk = useBulkChanges((failed) => setIds(new Set(failed.map(({ card }) => card.artworkId))));
  const shown = items.filter(({ artworkId }) => !bulk.leavingIds.has(artworkId));
  const selected = shown.filter(({ artworkId }) => ids.has(artworkId));
  const isAll = shown.length > 0 && selected.length === shown.length;
  function toggle({ artworkId }: OwnArtworkCard) {
    const next = new Set(ids);
    if (!next.delete(artworkId)) next.add(artworkId);
    setIds(next);
  }
  function renderList() {
    if (!items.length && error) return <ErrorPage onRetry={reload} />;
    if (!items.length && isLoading) return <SkeletonColumns count={6} />;
    if (!items.length && q)
      return <EmptyState title="Nothing found" text={`None of your artwork has “${q}” in its title.`} />;
    if (!items.length) {
      return (
        <EmptyState
          illustration={<EmptyFrameIllustration isSmall />}
          title="Your wall is waiting"
          text="Upload your first picture. You decide who sees it, and whether it is free."
          action={<ButtonLink to="/artwork/add">Upload artwork</ButtonLink>}
        />
      );
    }
    return (
      <>
        <chakra.label
          htmlFor="select-all"
          display="inline-flex"
          alignItems="center"
          gap="2.5"
          minHeight="11"
          marginTop="3"
          cursor="button"
          textStyle="sm"
        >
          <CheckBox
            id="select-all"
            checked={isAll}
            onChange={() => setIds(isAll ? NO_IDS : new Set(shown.map(({ artworkId }) => artworkId)))}
          />
          {pages.hasMore ? `Select these ${shown.length}` : "Select all"}
        </chakra.label>
        <OwnArtwork items={shown} selection={{ ids, toggle }} />
        <LoadMore pages={pages} />
      </>
    );
  }
  return (
    <>
      {renderList()}
      <BulkBar selected={selected} bulk={bulk} onClear={() => setIds(NO_IDS)} />
    </>
  );
}

/** The signed-in user's artwork, to manage it. */
export default function MyArtwork() {
  const { id: userId } = useSignedIn();
  const { sort, q } = useOwnArtworkQuery();
  const query = { ...(sort === "newest" ? {} : { sort }), ...(q ? { q } : {}) };
  const pages = useReadPages(
    listMyArtwork,
    { params: { userId }, query },
    { errorMessage: MESSAGES.failedFetchUserArtwork },
  );
  const hasArtwork = pages.items.length > 0 || q !== "" || sort !== "newest";
  return (
    <PageContainer title="My artwork" width="large">
      <chakra.div maxWidth="90rem" marginX="auto">
        <chakra.header
          display="flex"
          flexWrap="wrap"
          alignItems="center"
          justifyContent="space-between"
          gap="4"
          marginBottom={{ base: "6", md: "8" }}
        >
          <PageHeading title="My artwork" text="What you uploaded: who sees it, what it costs and how it's doing." />
          {hasArtwork && <ButtonLink to="/artwork/add">Upload artwork</ButtonLink>}
        </chakra.header>
        <SellingNotice />
        {(hasArtwork || pages.isLoading) && <OwnArtworkTools />}
        <Content pages={pages} q={q} />
      </chakra.div>
    </PageContainer>
  );
}
