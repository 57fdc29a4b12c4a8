import { chakra, Text } from "@chakra-ui/react";
import { useController } from "react-hook-form";
import { listMyArtwork } from "#shared/contract/users.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { OwnArtworkCard } from "#shared/model/artwork.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import { useReadPages } from "#web/api/use-read.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { ShowMore } from "#web/ui/show-more.tsx";
import { SkeletonBlocks } from "#web/ui/skeletons.tsx";
import { ArtworkCheck } from "./artwork-check.tsx";

interface ArtworkChoiceProps {
  readonly name: string;
  readonly label: string;
  /** Maximum number of chosen artworks. */
  readonly max: number;
  /** True for artwork that can be chosen; others are shown while they are chosen, so that they can be taken out. */
  readonly isOffered: (card: OwnArtworkCard) => boolean;
  readonly describe?: (card: OwnArtworkCard) => string;
  /** Shown without any such artwork. */
  readonly whenEmpty: string;
}

/** Chooses from the user's own artwork; the form's value is null while empty. */
export function ArtworkChoice({ name, label, max, isOffered, describe, whenEmpty }: ArtworkChoiceProps) {
  const { id: userId } = useSignedIn();
  const pages = useReadPages(listMyArtwork, { params: { userId } }, { errorMessage: MESSAGES.failedFetchUserArtwork });
  const { field, fieldState } = useController({ name });
  const chosen: readonly ArtworkId[] = field.value ?? [];
  const offered = pages.items.filter((card) => isOffered(card) || chosen.includes(card.artworkId));

  function toggle({ artworkId }: OwnArtworkCard) {
    const next = chosen.includes(artworkId) ? chosen.filter((one) => one !== artworkId) : [...chosen, artworkId];
    field.onChange(next.length > 0 ? next : null);
  }

  return (
    <chakra.fieldset minWidth="0">
      <chakra.legend textStyle="sm" fontWeight="medium" marginBottom="1.5">
        {label}{" "}
        <chakra.span color="fg.muted" fontWeight="normal" fontVariantNumeric="tabular-nums">
          {chosen.length} of up to {max}
        </chakra.span>
      </chakra.legend>
      {!offered.length && pages.isLoading && (
        <chakra.div role="status" aria-label="Loading your artwork" display="grid" gap="3">
          <SkeletonBlocks count={3} height="14" />
        </chakra.div>
      )}
      {!offered.length && !pages.isLoading && !pages.hasMore && !pages.error && (
        <Text color="fg.muted">{whenEmpty}</Text>
      )}
      <chakra.ul
        listStyleType="none"
        maxHeight="22rem"
        overflowY="auto"
        paddingX="4"
        borderWidth={offered.length ? "1px" : "0"}
        borderColor="border.emphasized"
        borderRadius="l2"
      >
        {offered.map((card) => (
          <ArtworkCheck
            key={card.artworkId}
            card={card}
            note={isOffered(card) ? describe?.(card) : "Can no longer be chosen"}
            isChosen={chosen.includes(card.artworkId)}
            isDisabled={chosen.length >= max && !chosen.includes(card.artworkId)}
            onToggle={() => toggle(card)}
          />
        ))}
      </chakra.ul>
      <ShowMore pages={pages} noun="artworks" />
      <chakra.p role="alert" marginTop="1.5" textStyle="sm" color="fg.error" _empty={{ display: "none" }}>
        {fieldState.error?.message}
      </chakra.p>
    </chakra.fieldset>
  );
}
