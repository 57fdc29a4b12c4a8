import { chakra, Dialog, Input, Text } from "@chakra-ui/react";
import { useState } from "react";
import { readArtwork } from "#shared/contract/artwork.ts";
import { search } from "#shared/contract/search.ts";
import { LIMITS } from "#shared/limits.ts";
import type { ArtworkCard, ArtworkDetail } from "#shared/model/artwork.ts";
import { ArtworkId } from "#shared/model/ids.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { useRead } from "#web/api/use-read.ts";
import { isCard } from "#web/features/search/suggestion.ts";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { FieldLayout } from "#web/ui/form/labelled-field.tsx";
import { ModalDialog } from "#web/ui/modal-dialog.tsx";
import type { PictureFacts } from "#web/ui/picture/picture.tsx";
import { Thumbnail } from "#web/ui/picture/thumbnail.tsx";
import { useDebounced } from "#web/ui/use-debounced.ts";

/** An artwork that an operator picked. */
export interface PickedArtwork {
  readonly artworkId: ArtworkId;
  readonly title: string;
  /** Name of its artist. */
  readonly artist: string;
  readonly picture: PictureFacts;
}

export const toPicked = (card: ArtworkCard): PickedArtwork => ({
  artworkId: card.artworkId,
  title: card.artworkTitle,
  artist: getDisplayName(card.owner),
  picture: card,
});

const toPickedDetail = ({ artwork, version, owner }: ArtworkDetail): PickedArtwork => ({
  artworkId: artwork.artworkId,
  title: version.artworkTitle,
  artist: getDisplayName(owner),
  picture: version,
});

const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;

/** The id in a link or text. */
const findId = (typed: string) => ArtworkId.safeParse(ID.exec(typed)?.[0]).data;

const TYPING_MS = 250;

/** Works found by link, id or words; `undefined` while they are loaded. */
function useFound(typed: string): readonly PickedArtwork[] | undefined {
  const words = useDebounced(typed.trim(), TYPING_MS);
  const artworkId = findId(words);
  const detail = useRead(readArtwork, artworkId ? { params: { artworkId } } : null, { inPlace: ["artwork_not_found"] });
  const page = useRead(search, words && !artworkId ? { query: { q: words } } : null, { keepPreviousData: true });
  if (words !== typed.trim()) return undefined;
  if (!words) return [];
  if (artworkId) return detail.error ? [] : detail.data && [toPickedDetail(detail.data)];
  return page.error ? [] : page.data?.items.filter(isCard).map(toPicked);
}

const Choice = chakra("button", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "3.5",
    width: "full",
    padding: "2",
    borderRadius: "l2",
    textAlign: "start",
    cursor: "button",
    _hover: { background: "bg.muted" },
    _disabled: { layerStyle: "disabled" },
    focusVisibleRing: "inside",
  },
});

interface ArtworkPickerProps {
  readonly title: string;
  /** Works that can't be picked again. */
  readonly takenIds?: ReadonlySet<string>;
  readonly onPick: (artwork: PickedArtwork) => void;
  readonly onClose: () => void;
}

/** Finds an artwork that visitors can see by its link, its id or words. */
export function ArtworkPicker({ title, takenIds, onPick, onClose }: ArtworkPickerProps) {
  const [typed, setTyped] = useState("");
  const found = useFound(typed);
  return (
    <ModalDialog onClose={onClose}>
      <Dialog.Title>{title}</Dialog.Title>
      <FieldLayout label="Artwork" hint="Words, a link or an id">
        <Input
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          maxLength={LIMITS.searchQuery.max}
          autoComplete="off"
          enterKeyHint="search"
        />
      </FieldLayout>
      <chakra.ul
        listStyleType="none"
        height="20rem"
        overflowY="auto"
        marginTop="3"
        aria-label="Artwork found"
        aria-busy={!found}
      >
        {found?.map((artwork) => (
          <li key={artwork.artworkId}>
            <Choice type="button" disabled={takenIds?.has(artwork.artworkId)} onClick={() => onPick(artwork)}>
              <Thumbnail picture={artwork.picture} side="3rem" />
              <chakra.span minWidth="0">
                <chakra.span display="block" fontWeight="medium" lineClamp="1">
                  {artwork.title}
                </chakra.span>
                <chakra.span display="block" textStyle="sm" color="fg.muted" lineClamp="1">
                  {takenIds?.has(artwork.artworkId) ? "Already in the row" : artwork.artist}
                </chakra.span>
              </chakra.span>
            </Choice>
          </li>
        ))}
      </chakra.ul>
      <Text role="status" color="fg.muted" textStyle="sm">
        {typed.trim() && !found && "Searching…"}
        {typed.trim() && found?.length === 0 && "Visitors can't see any such artwork."}
      </Text>
      <DialogButtons />
    </ModalDialog>
  );
}
