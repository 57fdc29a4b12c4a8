import { chakra } from "@chakra-ui/react";
import { useRef } from "react";
import { formatDate } from "#shared/format.ts";
import type { OwnArtworkCard } from "#shared/model/artwork.ts";
import { Thumbnail } from "#web/ui/picture/thumbnail.tsx";
import { useIsWide } from "#web/ui/responsive-table.tsx";
import { RowCard, RowCards, Table } from "#web/ui/table.tsx";
import { OwnActions, OwnTitle, ownCounts, ownPrice } from "./own-artwork-parts.tsx";
import { useVisibility } from "./use-visibility.ts";
import { VisibilitySwitch } from "./visibility-switch.tsx";

interface ListProps {
  readonly items: readonly OwnArtworkCard[];
  readonly toggleFor: (card: OwnArtworkCard) => React.ReactNode;
  readonly onDeleted: () => void;
}

function Rows({ items, toggleFor, onDeleted }: ListProps) {
  return (
    <Table>
      <caption>
        <chakra.span srOnly>My artwork</chakra.span>
      </caption>
      <thead>
        <tr>
          {["Artwork", "Status", "Price", "Response", "Published"].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          <th scope="col">
            <chakra.span srOnly>Edit or delete</chakra.span>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((card) => (
          <tr key={card.artworkId}>
            <td>
              <chakra.div display="flex" alignItems="center" gap="4" minWidth="14rem">
                <Thumbnail picture={card} side="5rem" />
                <OwnTitle card={card} />
              </chakra.div>
            </td>
            <td>{toggleFor(card)}</td>
            <chakra.td whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
              {ownPrice(card)}
            </chakra.td>
            <chakra.td color="fg.muted" textStyle="sm">
              {ownCounts(card)}
            </chakra.td>
            <chakra.td color="fg.muted" textStyle="sm" whiteSpace="nowrap">
              {formatDate(card.created)}
            </chakra.td>
            <td>
              <OwnActions card={card} onDeleted={onDeleted} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Cards({ items, toggleFor, onDeleted }: ListProps) {
  return (
    <RowCards aria-label="My artwork">
      {items.map((card) => (
        <RowCard key={card.artworkId}>
          <chakra.div display="flex" flexWrap="wrap" gap="4">
            <Thumbnail picture={card} side="6.5rem" />
            <chakra.div flex="1 1 8rem" minWidth="0" display="grid" gap="1" alignContent="center">
              <OwnTitle card={card} />
              <span>{ownPrice(card)}</span>
              <chakra.span color="fg.muted" textStyle="sm">
                {ownCounts(card)}
              </chakra.span>
              <chakra.span color="fg.muted" textStyle="sm">
                {formatDate(card.created)}
              </chakra.span>
            </chakra.div>
          </chakra.div>
          <chakra.div display="flex" flexWrap="wrap" justifyContent="space-between" alignItems="center" gap="3">
            {toggleFor(card)}
            <OwnActions card={card} onDeleted={onDeleted} />
          </chakra.div>
        </RowCard>
      ))}
    </RowCards>
  );
}

/** Everything of one's own, also what nobody else sees: rows where they fit, else cards. */
export function OwnArtwork({ items }: { readonly items: readonly OwnArtworkCard[] }) {
  const isWide = useIsWide();
  const { toggle } = useVisibility();
  const list = useRef<HTMLElement>(null);
  const List = isWide ? Rows : Cards;
  return (
    <chakra.section ref={list} tabIndex={-1} outline="none" aria-label="My artwork">
      <List
        items={items}
        // The button that had the focus is gone with its row.
        onDeleted={() => list.current?.focus()}
        toggleFor={(card) => (
          <VisibilitySwitch
            isVisible={card.artworkVisibility === "visible"}
            title={card.artworkTitle}
            onToggle={() => void toggle(card)}
          />
        )}
      />
    </chakra.section>
  );
}
