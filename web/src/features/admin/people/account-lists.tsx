import { Button, chakra, Text } from "@chakra-ui/react";
import { type ReactNode, useState } from "react";
import { listAccountArtwork, listAccountOrders, type readAccount } from "#shared/contract/admin.ts";
import { DISPLAY } from "#shared/display.ts";
import type { AccountOrder } from "#shared/model/account-record.ts";
import type { OrderSide } from "#shared/model/order.ts";
import type { RouteParams, RouteQuery } from "#shared/route.ts";
import { formatOrderNumber } from "#shared/rules/order-number.ts";
import { type Pages, useReadPages } from "#web/api/use-read.ts";
import { STATUS_LABELS } from "#web/features/orders/order-labels.ts";
import { DateTime } from "#web/ui/date-time.tsx";
import { moneyLabel } from "#web/ui/money-lines.tsx";
import { NameLink } from "#web/ui/name-link.tsx";
import { Thumbnail } from "#web/ui/picture/thumbnail.tsx";
import { ResponsiveTable } from "#web/ui/responsive-table.tsx";
import { ShowMore } from "#web/ui/show-more.tsx";
import { Part } from "../part.tsx";

export interface Look {
  readonly params: RouteParams<typeof readAccount>;
  readonly query: RouteQuery<typeof readAccount>;
}

interface OnRequestProps {
  readonly title: string;
  readonly action: string;
  readonly children: ReactNode;
}

/** A section that is read once it is asked for, since the log records each look. */
export function OnRequest({ title, action, children }: OnRequestProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Part title={title}>
      {isShown ? (
        children
      ) : (
        <Button size="sm" variant="outline" colorPalette="neutral" justifySelf="start" onClick={() => setShown(true)}>
          {action}
        </Button>
      )}
    </Part>
  );
}

interface ListProps<Item> {
  readonly pages: Pages<Item>;
  readonly noun: string;
  readonly none: string;
  readonly children: ReactNode;
}

function List<Item>({ pages, noun, none, children }: ListProps<Item>) {
  const { items, isLoading, error } = pages;
  return (
    <div>
      {isLoading && (
        <Text color="fg.muted" role="status">
          Loading {noun}…
        </Text>
      )}
      {items.length > 0 && children}
      {items.length === 0 && !isLoading && !error && <Text color="fg.muted">{none}</Text>}
      <ShowMore pages={pages} noun={noun} />
    </div>
  );
}

function Artwork({ params, query }: Look) {
  const pages = useReadPages(listAccountArtwork, { params, query }, { errorMessage: "The artwork wasn't loaded" });
  return (
    <List pages={pages} noun="artwork" none="No artwork.">
      <chakra.ul
        listStyleType="none"
        aria-label="Artwork, newest first"
        display="grid"
        gap="3"
        gridTemplateColumns={{
          base: "minmax(0, 1fr)",
          sm: "repeat(2, minmax(0, 1fr))",
          xl: "repeat(3, minmax(0, 1fr))",
        }}
      >
        {pages.items.map((card) => (
          <chakra.li
            key={card.artworkId}
            display="flex"
            alignItems="center"
            gap="4"
            padding="3"
            borderRadius="l3"
            borderWidth="1px"
            borderColor="border.muted"
          >
            <Thumbnail picture={card} side="5rem" />
            <chakra.div minWidth="0">
              <NameLink to={`/artwork/${card.artworkId}`}>{card.artworkTitle}</NameLink>
              <Text textStyle="sm" color="fg.muted">
                {card.artworkVisibility === "visible" ? "Visible" : "Hidden"} ·{" "}
                <DateTime value={card.created} pattern={DISPLAY.momentFormat} />
              </Text>
            </chakra.div>
          </chakra.li>
        ))}
      </chakra.ul>
    </List>
  );
}

/** Hidden artwork too, page by page. */
export const AccountArtworkList = ({ look }: { readonly look: Look }) => (
  <OnRequest title="Artwork" action="Show artwork">
    <Artwork {...look} />
  </OnRequest>
);

const SIDES = {
  purchases: { title: "Purchases", none: "Nothing bought.", amount: "Paid" },
  sales: { title: "Sales", none: "Nothing sold.", amount: "Earned" },
} as const satisfies Readonly<Record<OrderSide, object>>;

const toRow = ({ orderId, artworkId, title, status, placed, amount }: AccountOrder) => ({
  id: orderId,
  name: formatOrderNumber(orderId),
  cells: [
    <NameLink key="title" to={`/artwork/${artworkId}`}>
      {title}
    </NameLink>,
    <DateTime key="placed" value={placed} />,
    STATUS_LABELS[status].name,
    ...(amount === null ? [] : [moneyLabel(amount)]),
  ],
});

function Orders({ look: { params, query }, side }: { readonly look: Look; readonly side: OrderSide }) {
  const pages = useReadPages(
    listAccountOrders,
    { params, query: { ...query, side } },
    { errorMessage: "The orders weren't loaded" },
  );
  const { title, none, amount } = SIDES[side];
  const seesMoney = pages.items.some((order) => order.amount !== null);
  return (
    <List pages={pages} noun="orders" none={none}>
      <ResponsiveTable
        caption={`${title}, newest first`}
        columns={["Order", "Artwork", "Placed", "Status", ...(seesMoney ? [amount] : [])]}
        rows={pages.items.map(toRow)}
      />
    </List>
  );
}

/** One side's orders, page by page; amounts only for operators with the permission `finance`. */
export const AccountOrderList = ({ look, side }: { readonly look: Look; readonly side: OrderSide }) => (
  <OnRequest title={SIDES[side].title} action={`Show ${SIDES[side].title.toLowerCase()}`}>
    <Orders look={look} side={side} />
  </OnRequest>
);
