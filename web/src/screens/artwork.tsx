import { chakra } from "@chakra-ui/react";
import { type ReactNode, Suspense } from "react";
import { useParams } from "react-router-dom";
import { readArtwork } from "#shared/contract/artwork.ts";
import { countArtworkView } from "#shared/contract/audience.ts";
import type { ArtworkDetail } from "#shared/model/artwork.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import { sellsCommercially } from "#shared/rules/artwork-terms.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { buildPath } from "#web/api/request.ts";
import { useRead } from "#web/api/use-read.ts";
import { ArtworkActions } from "#web/features/artwork/artwork-actions.tsx";
import { ArtworkFacts } from "#web/features/artwork/artwork-facts.tsx";
import { ArtworkHero, isPanorama } from "#web/features/artwork/artwork-hero.tsx";
import { LaterArtwork } from "#web/features/artwork/later-artwork.tsx";
import { useCountView } from "#web/features/audience/use-count-view.ts";
import { Comments } from "#web/features/comments/comments.tsx";
import { useOwnLicenses } from "#web/features/licenses/own-licenses.ts";
import { WriteButton } from "#web/features/messages/write-button.tsx";
import { Reviews } from "#web/features/reviews/reviews.tsx";
import { ShareButton } from "#web/features/sharing/share-button.tsx";
import { useUser } from "#web/session/use-session.ts";
import { PageContainer } from "#web/ui/page-container.tsx";
import { ReadResult } from "#web/ui/read-result.tsx";
import { SectionBoundary } from "#web/ui/section-boundary.tsx";
import { SkeletonPage } from "#web/ui/skeletons.tsx";

/**
 * The comments follow the picture, beside the facts and reviews, so that neither column leaves a gap. A panorama has the whole
 * width above both.
 */
const Layout = chakra("div", {
  base: {
    display: "grid",
    columnGap: { lg: "10", "2xl": "14" },
    rowGap: { base: "6", lg: "12" },
    gridTemplateColumns: { base: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 22rem", "2xl": "minmax(0, 1fr) 26rem" },
    gridTemplateRows: { lg: "auto 1fr" },
    gridTemplateAreas: {
      base: '"picture" "facts" "comments"',
      lg: '"picture facts" "comments facts"',
    },
    "&[data-panorama]": { gridTemplateAreas: { lg: '"picture picture" "comments facts"' } },
    maxWidth: "120rem",
    marginX: "auto",
    paddingBottom: "12",
    alignItems: "start",
  },
});

const Area = chakra("div", { base: { minWidth: "0" } });

/** Hydrates by itself and fails by itself. */
const Section = ({ children }: { readonly children: ReactNode }) => (
  <SectionBoundary>
    <Suspense>{children}</Suspense>
  </SectionBoundary>
);

function ArtworkPage({ detail }: { readonly detail: ArtworkDetail }) {
  const user = useUser();
  const { artwork, version, owner } = detail;
  const { artworkId, comments, rating } = artwork;
  const isOwn = user?.id === owner.id;
  useCountView(
    artwork.artworkVisibility === "visible" ? buildPath(countArtworkView.path, { artworkId }) : null,
    owner.id,
  );
  // Free artwork is shown to everyone without a watermark.
  const isGuarded = sellsCommercially(version);
  const [held] = useOwnLicenses(isOwn || !isGuarded ? null : artworkId);
  const source = isOwn && isGuarded ? { artworkId } : held ? { orderId: held.orderId } : null;
  return (
    <PageContainer title={version.artworkTitle} width="large" pt={{ base: "0", md: "6" }}>
      <Layout data-panorama={isPanorama(version) || undefined}>
        <Area gridArea="picture">
          <ArtworkHero detail={detail} source={source} />
        </Area>
        <Area gridArea="facts" display="grid" gap="12">
          <Section>
            <ArtworkFacts detail={detail} isOwn={isOwn}>
              <chakra.div display="flex" flexWrap="wrap" gap="2">
                <ArtworkActions artwork={artwork} title={version.artworkTitle} look="outline" />
                {artwork.artworkVisibility === "visible" && (
                  <ShareButton
                    isCompact
                    subject={{
                      title: version.artworkTitle,
                      path: `/artwork/${artworkId}`,
                      ...(version.mature
                        ? {}
                        : { picture: { previews: version.previews, artworkAlt: version.artworkAlt, artist: owner } }),
                    }}
                  />
                )}
                {!isOwn && owner.name !== null && (
                  <WriteButton
                    to={{ name: getDisplayName(owner), subject: "artwork", subjectId: artworkId }}
                    label="Ask the artist"
                    variant="outline"
                    colorPalette="neutral"
                    paddingX="4"
                    textStyle="sm"
                    css={{ "& svg": { hideBelow: "sm" } }}
                  />
                )}
              </chakra.div>
            </ArtworkFacts>
          </Section>
          <Section key={artworkId}>
            <Reviews artworkId={artworkId} rating={rating} />
          </Section>
        </Area>
        <Area gridArea="comments">
          <Section key={artworkId}>
            <Comments artworkId={artworkId} owner={owner} count={comments} />
          </Section>
        </Area>
      </Layout>
      {artwork.artworkVisibility === "visible" && (
        <chakra.div maxWidth="120rem" marginX="auto">
          <SectionBoundary>
            <LaterArtwork key={artworkId} artworkId={artworkId} artist={owner} />
          </SectionBoundary>
        </chakra.div>
      )}
    </PageContainer>
  );
}

/** One artwork; hidden ones are visible to their owner only, others get the 404 page. */
export default function Artwork() {
  const { id = "" } = useParams();
  return (
    <ReadResult read={useRead(readArtwork, { params: { artworkId: id as ArtworkId } })} fallback={<SkeletonPage />}>
      {(detail) => <ArtworkPage detail={detail} />}
    </ReadResult>
  );
}
