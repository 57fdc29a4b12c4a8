import { chakra, Text } from "@chakra-ui/react";
import { useId } from "react";
import { useController } from "react-hook-form";
import { listMyArtwork } from "#shared/contract/users.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { OwnArtworkCard } from "#shared/model/artwork.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import { listLicenseOptions } from "#shared/rules/license-options.ts";
import { useReadPages } from "#web/api/use-read.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { CheckBox } from "#web/ui/form/check-box.ts";
import { centsLabel } from "#web/ui/labels.ts";
import { Thumbnail } from "#web/ui/picture/thumbnail.tsx";
import { ShowMore } from "#web/ui/show-more.tsx";
import { SkeletonColumns } from "#web/ui/skeletons.tsx";

const { count } = LIMITS.discountArtwork;

/** Prices of an artwork on sale. */
const listPrices = (card: OwnArtworkCard) =>
  card.artworkVisibility === "visible"
    ? listLicenseOptions(card).flatMap(({ licensePrice }) => (licensePrice > 0 ? [licensePrice] : []))
    : [];

interface ArtworkRowProps {
  readonly card: OwnArtworkCard;
  readonly isChosen: boolean;
  readonly isFull: boolean;
  readonly onToggle: () => void;
}

function ArtworkRow({ card, isChosen, isFull, onToggle }: ArtworkRowProps) {
  const id = useId();
  return (
    <chakra.li borderTopWidth="1px" borderColor="border.muted" _first={{ borderTopWidth: "0" }}>
      <chakra.label
        htmlFor={id}
        display="flex"
        alignItems="center"
        gap="3.5"
        paddingY="2.5"
        cursor="button"
        css={{ "&:has(input:disabled)": { layerStyle: "disabled" } }}
      >
        <CheckBox id={id} cursor="inherit" checked={isChosen} disabled={isFull && !isChosen} onChange={onToggle} />
        <Thumbnail picture={card} side="3rem" />
        <chakra.span minWidth="0" flex="1">
          <chakra.span display="block" fontWeight="medium" overflowWrap="anywhere">
            {card.artworkTitle}
          </chakra.span>
          <chakra.span display="block" textStyle="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
            {listPrices(card).map(centsLabel).join(", ")}
          </chakra.span>
        </chakra.span>
      </chakra.label>
    </chakra.li>
  );
}

/** Chooses from the seller's artwork on sale; the form's value is null while empty. */
export function ArtworkChoice({ name }: { readonly name: string }) {
  const { id: userId } = useSignedIn();
  const pages = useReadPages(listMyArtwork, { params: { userId } }, { errorMessage: MESSAGES.failedFetchUserArtwork });
  const { field, fieldState } = useController({ name });
  const chosen: readonly ArtworkId[] = field.value ?? [];
  const onSale = pages.items.filter((card) => listPrices(card).length > 0);

  function toggle({ artworkId }: OwnArtworkCard) {
    const next = chosen.includes(artworkId) ? chosen.filter((one) => one !== artworkId) : [...chosen, artworkId];
    field.onChange(next.length > 0 ? next : null);
  }

  return (
    <chakra.fieldset minWidth="0">
      <chakra.legend textStyle="sm" fontWeight="medium" marginBottom="1.5">
        Chosen artwork{" "}
        <chakra.span color="fg.muted" fontWeight="normal" fontVariantNumeric="tabular-nums">
          {chosen.length} of {count} at most
        </chakra.span>
      </chakra.legend>
      {!onSale.length && pages.isLoading && <SkeletonColumns count={3} isNarrow label="Loading your artwork" />}
      {!onSale.length && !pages.isLoading && !pages.hasMore && !pages.error && (
        <Text color="fg.muted">None of your artwork is for sale.</Text>
      )}
      <chakra.ul
        listStyleType="none"
        maxHeight="22rem"
        overflowY="auto"
        paddingX="4"
        borderWidth={onSale.length ? "1px" : "0"}
        borderColor="border.emphasized"
        borderRadius="l2"
      >
        {onSale.map((card) => (
          <ArtworkRow
            key={card.artworkId}
            card={card}
            isChosen={chosen.includes(card.artworkId)}
            isFull={chosen.length >= count}
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
