import { Button, chakra } from "@chakra-ui/react";
import Trash2 from "lucide-react/icons/trash-2";
import { useId, useRef } from "react";
import type { OwnArtworkCard } from "#shared/model/artwork.ts";
import { listLicenseOptions } from "#shared/rules/license-options.ts";
import { DateTime } from "#web/ui/date-time.tsx";
import { CheckBox } from "#web/ui/form/check-box.ts";
import { centsLabel, countLabel } from "#web/ui/labels.ts";
import { NameLink } from "#web/ui/name-link.tsx";
import { Thumbnail } from "#web/ui/picture/thumbnail.tsx";
import { useIsWide } from "#web/ui/responsive-table.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";
import { RowCard, RowCards, Table } from "#web/ui/table.tsx";
import { DeleteArtwork } from "./delete-artwork.tsx";
import { formatPriceSides, SOLD_EXCLUSIVELY } from "./price-label.ts";
import { useVisibility, VisibilitySwitch } from "./visibility-switch.tsx";

interface OwnArtworkProps {
  readonly card: OwnArtworkCard;
}

const OwnTitle = ({ card }: OwnArtworkProps) => (
  <NameLink to={`/artwork/${card.artworkId}`}>{card.artworkTitle}</NameLink>
);

/** All prices of the artwork, each with earnings and buyer's total. */
function OwnPrice({ card }: OwnArtworkProps) {
  const options = listLicenseOptions(card);
  if (card.soldExclusively) return SOLD_EXCLUSIVELY;
  if (!options.length) return "Not offered";
  return options.map(({ licenseType, licensePrice }) => (
    <chakra.span key={licenseType} display="block">
      {centsLabel(licensePrice)}
      {options.length > 1 && ` ${licenseType}`}
      <chakra.span display="block" textStyle="sm" color="fg.muted">
        {formatPriceSides(licensePrice)}
      </chakra.span>
    </chakra.span>
  ));
}

/** Sales and views. */
const formatFigures = ({ sales = 0, views = 0 }: OwnArtworkCard): string =>
  [countLabel(sales, "sale"), countLabel(views, "view")].map((count) => count.replace(" ", "\u00a0")).join(" · ");

/** Favourites, comments and reviews in one line that may break between them, but not after a number. */
function ownCounts({ favorites, comments, rating }: OwnArtworkCard): string {
  const counts = [
    countLabel(favorites, "favorite"),
    countLabel(comments, "comment"),
    countLabel(rating.count, "review"),
  ];
  return counts.map((count) => count.replace(" ", "\u00a0")).join(" · ");
}

/** Edit and delete. */
function OwnActions({ card, onDeleted }: OwnArtworkProps & { readonly onDeleted: () => void }) {
  const { artworkId, artworkTitle } = card;
  return (
    <chakra.div display="flex" gap="2" justifyContent="flex-end">
      <ButtonLink
        to={`/artwork/${artworkId}/edit`}
        variant="outline"
        colorPalette="neutral"
        aria-label={`Edit ${artworkTitle}`}
      >
        Edit
      </ButtonLink>
      <DeleteArtwork
        artworkId={artworkId}
        title={artworkTitle}
        onDeleted={onDeleted}
        trigger={
          <Button variant="ghost" colorPalette="neutral" paddingX="3" aria-label={`Delete ${artworkTitle}`}>
            <Trash2 aria-hidden />
          </Button>
        }
      />
    </chakra.div>
  );
}

/** The artworks that the bar changes. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  toggle(card: OwnArtworkCard): void;
}

function SelectBox({ card, selection }: OwnArtworkProps & { readonly selection: Selection }) {
  const id = useId();
  return (
    <chakra.label htmlFor={id} display="grid" placeItems="center" boxSize="11" cursor="button">
      <CheckBox
        id={id}
        aria-label={`Select ${card.artworkTitle}`}
        checked={selection.ids.has(card.artworkId)}
        onChange={() => selection.toggle(card)}
      />
    </chakra.label>
  );
}

interface ListProps {
  readonly items: readonly OwnArtworkCard[];
  readonly selection: Selection;
  readonly toggleFor: (card: OwnArtworkCard) => React.ReactNode;
  readonly onDeleted: () => void;
}

function Rows({ items, selection, toggleFor, onDeleted }: ListProps) {
  return (
    <Table>
      <caption>
        <chakra.span srOnly>My artwork</chakra.span>
      </caption>
      <thead>
        <tr>
          <th scope="col">
            <chakra.span srOnly>Select</chakra.span>
          </th>
          {["Artwork", "Status", "Price", "Reactions", "Sales", "Views", "Published"].map((name) => (
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
              <SelectBox card={card} selection={selection} />
            </td>
            <td>
              <chakra.div display="flex" alignItems="center" gap="4" minWidth="14rem">
                <Thumbnail picture={card} side="5rem" />
                <chakra.span minWidth="0">
                  <OwnTitle card={card} />
                </chakra.span>
              </chakra.div>
            </td>
            <td>{toggleFor(card)}</td>
            <chakra.td whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
              <OwnPrice card={card} />
            </chakra.td>
            <chakra.td color="fg.muted" textStyle="sm">
              {ownCounts(card)}
            </chakra.td>
            {[card.sales ?? 0, card.views ?? 0].map((count, at) => (
              <chakra.td key={at === 0 ? "sales" : "views"} fontVariantNumeric="tabular-nums">
                {count.toLocaleString("en-US")}
              </chakra.td>
            ))}
            <chakra.td color="fg.muted" textStyle="sm" whiteSpace="nowrap">
              <DateTime value={card.created} />
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

function Cards({ items, selection, toggleFor, onDeleted }: ListProps) {
  return (
    <RowCards aria-label="My artwork">
      {items.map((card) => (
        <RowCard key={card.artworkId}>
          <chakra.div display="flex" flexWrap="wrap" gap="4">
            <chakra.div position="relative">
              <Thumbnail picture={card} side="6.5rem" />
              <chakra.div position="absolute" top="-2" insetStart="-2">
                <SelectBox card={card} selection={selection} />
              </chakra.div>
            </chakra.div>
            <chakra.div flex="1 1 8rem" minWidth="0" display="grid" gap="1" alignContent="center">
              <OwnTitle card={card} />
              <span>
                <OwnPrice card={card} />
              </span>
              <chakra.span color="fg.muted" textStyle="sm">
                {formatFigures(card)} · {ownCounts(card)}
              </chakra.span>
              <chakra.span color="fg.muted" textStyle="sm">
                <DateTime value={card.created} />
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

/** All artwork of the user, including hidden ones: a table on wide screens, else cards. */
export function OwnArtwork({ items, selection }: Pick<ListProps, "items" | "selection">) {
  const isWide = useIsWide();
  const { toggle } = useVisibility();
  const list = useRef<HTMLElement>(null);
  const List = isWide ? Rows : Cards;
  return (
    <chakra.section ref={list} tabIndex={-1} outline="none" aria-label="My artwork">
      <List
        items={items}
        selection={selection}
        // The focused button unmounts with its row.
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
