import { Button, chakra } from "@chakra-ui/react";
import { useState } from "react";
import type { HomePage } from "#shared/model/home-page.ts";
import { tagTitle } from "#web/features/artwork/tag-links.tsx";
import { countLabel } from "#web/ui/labels.ts";
import { Thumbnail } from "#web/ui/picture/thumbnail.tsx";
import { ArtworkPicker, type PickedArtwork } from "./artwork-picker.tsx";

/** Covers by tag: an artwork, or null for the one that the category chooses by itself. */
export type CoverChanges = ReadonlyMap<string, PickedArtwork | null>;

const Row = chakra("li", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "3",
    padding: "2",
    borderRadius: "l2",
    borderWidth: "1px",
    borderColor: "border",
    background: "bg.panel",
  },
});

interface CategoryCoversProps {
  readonly categories: HomePage["categories"];
  readonly changes: CoverChanges;
  readonly onChange: (tag: string, cover: PickedArtwork | null) => void;
}

/** The home page's categories with their covers, to choose others. */
export function CategoryCovers({ categories, changes, onChange }: CategoryCoversProps) {
  const [picksFor, setPicksFor] = useState<string | null>(null);
  return (
    <>
      <chakra.ul listStyleType="none" display="grid" gap="2" aria-label="Categories">
        {categories.map(({ tag, count, artwork, isChosen }) => {
          const change = changes.get(tag);
          const isOwn = change === undefined ? isChosen : change !== null;
          return (
            <Row key={tag}>
              <Thumbnail picture={change?.picture ?? artwork} side="4rem" />
              <chakra.span flex="1" minWidth="7rem">
                <chakra.span display="block" fontWeight="medium">
                  {tagTitle(tag)}
                </chakra.span>
                <chakra.span display="block" textStyle="sm" color="fg.muted">
                  {countLabel(count, "artwork")} · {isOwn ? "chosen cover" : "automatic cover"}
                </chakra.span>
              </chakra.span>
              <chakra.span display="flex" flexWrap="wrap" gap="2">
                {isOwn && (
                  <Button
                    size="sm"
                    variant="ghost"
                    colorPalette="neutral"
                    aria-label={`Remove cover of ${tagTitle(tag)}`}
                    onClick={() => onChange(tag, null)}
                  >
                    Remove cover
                  </Button>
                )}
                <Button
                  size="sm"
                  variant="outline"
                  colorPalette="neutral"
                  aria-label={`Choose cover… for ${tagTitle(tag)}`}
                  onClick={() => setPicksFor(tag)}
                >
                  Choose cover…
                </Button>
              </chakra.span>
            </Row>
          );
        })}
      </chakra.ul>
      {picksFor !== null && (
        <ArtworkPicker
          title={`Cover of ${tagTitle(picksFor)}`}
          onPick={(artwork) => {
            onChange(picksFor, artwork);
            setPicksFor(null);
          }}
          onClose={() => setPicksFor(null)}
        />
      )}
    </>
  );
}
