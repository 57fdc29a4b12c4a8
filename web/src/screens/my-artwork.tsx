import { chakra } from "@chakra-ui/react";
import { listMyArtwork } from "#shared/contract/users.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { OwnArtworkCard } from "#shared/model/artwork.ts";
import { type Pages, useReadPages } from "#web/api/use-read.ts";
import { OwnArtwork } from "#web/features/artwork/own-artwork.tsx";
import { SellingNotice } from "#web/features/selling/selling-notice.tsx";
import { useSignedIn } from "#web/session/use-session.ts";
import { EmptyFrameIllustration } from "#web/ui/empty-frame-illustration.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorPage } from "#web/ui/error-page.tsx";
import { LoadMore } from "#web/ui/load-more.tsx";
import { PageContainer } from "#web/ui/page-container.tsx";
import { PageHeading } from "#web/ui/page-heading.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";
import { SkeletonColumns } from "#web/ui/skeletons.tsx";

function Content({ pages }: { readonly pages: Pages<OwnArtworkCard> }) {
  const { items, error, isLoading, reload } = pages;
  if (!items.length && error) return <ErrorPage onRetry={reload} />;
  if (!items.length && isLoading) return <SkeletonColumns count={6} />;
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
      <OwnArtwork items={items} />
      <LoadMore pages={pages} />
    </>
  );
}

/** The signed-in user's artwork, to manage it. */
export default function MyArtwork() {
  const { id: userId } = useSignedIn();
  const pages = useReadPages(listMyArtwork, { params: { userId } }, { errorMessage: MESSAGES.failedFetchUserArtwork });
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
          <PageHeading title="My artwork" text="What you uploaded: who sees it, what it costs, and how it does." />
          {pages.items.length > 0 && <ButtonLink to="/artwork/add">Upload artwork</ButtonLink>}
        </chakra.header>
        <SellingNotice />
        <Content pages={pages} />
      </chakra.div>
    </PageContainer>
  );
}
