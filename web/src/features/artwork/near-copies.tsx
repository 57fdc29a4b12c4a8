import { Button, chakra, Heading } from "@chakra-ui/react";
import ExternalLink from "lucide-react/icons/external-link";
import type { RefObject } from "react";
import { readNearCopies } from "#shared/contract/artwork.ts";
import type { ArtworkCard } from "#shared/model/artwork.ts";
import { getPictureAlt } from "#shared/rules/picture-alt.ts";
import { useRead } from "#web/api/use-read.ts";
import type { UploadState } from "#web/features/upload/upload-state.ts";
import { PersonText } from "#web/ui/person.tsx";
import { Picture } from "#web/ui/picture/picture.tsx";
import { SideBySide } from "#web/ui/picture/side-by-side.tsx";
import { SiteLink } from "#web/ui/site-link.tsx";
import { AlsoLooksLike } from "./also-looks-like.tsx";

const NONE: readonly ArtworkCard[] = [];

/** No toast, because publishing doesn't depend on it. */
const QUIET = { revalidateIfStale: false, inPlace: ["too_many_requests"] } as const;

/** Works of others that a finished upload resembles; empty on failure. */
export function useNearCopies(state: UploadState): readonly ArtworkCard[] {
  const read = useRead(
    readNearCopies,
    state.step === "ready" ? { params: { mediaId: state.media.mediaId } } : null,
    QUIET,
  );
  return read.data?.items ?? NONE;
}

/** Opens a new tab, because leaving the form would lose its picture. */
function WorkLink({ work: { artworkId, artworkTitle, owner } }: { readonly work: ArtworkCard }) {
  return (
    <SiteLink to={`/artwork/${artworkId}`} target="_blank" textDecoration="underline" display="inline">
      “{artworkTitle}” by <PersonText person={owner} />
      <chakra.span srOnly> (opens in a new tab)</chakra.span>
      <chakra.span display="inline-block" marginStart="1" verticalAlign="-0.125em" aria-hidden>
        <ExternalLink size={14} />
      </chakra.span>
    </SiteLink>
  );
}

/** Scrolls to the two pictures. */
export function CompareHint({ onCompare }: { readonly onCompare: () => void }) {
  return (
    <chakra.p textStyle="sm">
      Your picture looks like another artwork.{" "}
      <Button variant="plain" size="sm" onClick={onCompare}>
        Compare the two
      </Button>
    </chakra.p>
  );
}

interface NearCopiesProps {
  readonly works: readonly ArtworkCard[];
  /** URL of the uploaded picture. */
  readonly ownUrl: string;
  readonly panel: RefObject<HTMLElement | null>;
}

/** Shows an uploaded picture beside the work of another artist that it resembles. */
export function NearCopies({ works, ownUrl, panel }: NearCopiesProps) {
  const [work, ...others] = works;
  if (!work) return null;
  return (
    <chakra.section
      ref={panel}
      tabIndex={-1}
      aria-labelledby="near-copies"
      display="grid"
      gap="4"
      marginTop="6"
      padding={{ base: "4", md: "5" }}
      borderRadius="l3"
      bg="bg.panel"
      focusVisibleRing="outside"
    >
      <Heading as="h2" size="lg" id="near-copies" overflowWrap="anywhere">
        Your picture looks like “{work.artworkTitle}” by <PersonText person={work.owner} />
      </Heading>
      <SideBySide>
        <figure>
          <img src={ownUrl} alt="Yours" />
          <figcaption>Yours</figcaption>
        </figure>
        <figure>
          <div>
            <Picture picture={work} alt={getPictureAlt(work)} sizes="(min-width: 1024px) 20rem, 45vw" reveals />
          </div>
          <figcaption>
            <WorkLink work={work} />
          </figcaption>
        </figure>
      </SideBySide>
      <AlsoLooksLike works={others} link={WorkLink} />
      <chakra.p textStyle="sm">
        This may be a coincidence, or the picture may be your own, and you are free to publish it. If you do, our team
        is notified and compares the two.
      </chakra.p>
    </chakra.section>
  );
}
