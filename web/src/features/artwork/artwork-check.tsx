import { chakra } from "@chakra-ui/react";
import { type ReactNode, useId } from "react";
import { CheckBox } from "#web/ui/form/check-box.ts";
import type { PictureFacts } from "#web/ui/picture/picture.tsx";
import { Thumbnail } from "#web/ui/picture/thumbnail.tsx";

interface ArtworkCheckProps {
  readonly card: PictureFacts & { readonly artworkTitle: string };
  /** Shown below its title. */
  readonly note?: ReactNode;
  /** Shown at the end of the row. */
  readonly price?: string | null | undefined;
  readonly isChosen: boolean;
  readonly isDisabled: boolean;
  readonly onToggle: () => void;
}

/** A row of a list in which artworks are chosen. A disabled one stays readable, because its note may be the reason. */
export function ArtworkCheck({ card, note, price, isChosen, isDisabled, onToggle }: ArtworkCheckProps) {
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
        css={{ "&:has(input:disabled)": { cursor: "default" }, "& input:disabled": { opacity: 0.4 } }}
      >
        <CheckBox id={id} cursor="inherit" checked={isChosen} disabled={isDisabled} onChange={onToggle} />
        <Thumbnail picture={card} side="3rem" />
        <chakra.span minWidth="0" flex="1" overflowWrap="anywhere">
          <chakra.span display="block" fontWeight="medium">
            {card.artworkTitle}
          </chakra.span>
          {note && (
            <chakra.span display="block" textStyle="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
              {note}
            </chakra.span>
          )}
        </chakra.span>
        {price && (
          <chakra.span textStyle="sm" flexShrink="0" fontWeight="semibold" fontVariantNumeric="tabular-nums">
            {price}
          </chakra.span>
        )}
      </chakra.label>
    </chakra.li>
  );
}
