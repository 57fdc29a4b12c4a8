import { chakra } from "@chakra-ui/react";
import { type ReactNode, useRef } from "react";
import type { Order, OrderSide } from "#shared/model/order.ts";
import { getLicenseHolder } from "#shared/rules/license-holder.ts";
import { licensesLabel } from "#web/features/licenses/license-labels.ts";
import { useLicensedPicture } from "#web/features/licenses/licensed-previews.ts";
import { DateTime } from "#web/ui/date-time.tsx";
import { PersonName } from "#web/ui/person.tsx";
import { Thumbnail } from "#web/ui/picture/thumbnail.tsx";
import { useIsWide } from "#web/ui/responsive-table.tsx";
import { RowCard, RowCards, Table } from "#web/ui/table.tsx";
import { useNearView } from "#web/ui/use-near-view.ts";
import { OrderAmount, OrderStatusBadge, OrderTitle } from "./order-cells.tsx";
import { findCleanSource, otherParty, viewerAmount } from "./order-labels.ts";

interface OrderThumbnailProps {
  readonly order: Order;
  /** A CSS length. */
  readonly side: string;
}

/** An order's picture without a watermark; its links are requested near the viewport. */
function OrderThumbnail({ order, side }: OrderThumbnailProps) {
  const { artwork } = order;
  const source = findCleanSource(order);
  const frame = useRef<HTMLDivElement>(null);
  const isNear = useNearView(frame);
  const { picture, isWaiting, onError } = useLicensedPicture(isNear ? source : null, artwork);
  const isShown = !source || (isNear && !isWaiting);
  return (
    <div ref={frame}>
      <Thumbnail
        key={isShown ? "shown" : "waiting"}
        picture={isShown ? picture : { ...artwork, previews: [] }}
        side={side}
        onError={onError}
      />
    </div>
  );
}

interface OrderListProps {
  readonly side: OrderSide;
  readonly items: readonly Order[];
}

const COLUMNS: Readonly<Record<OrderSide, readonly string[]>> = {
  purchases: ["Artwork", "Artist", "License", "Date", "Status", "Paid"],
  sales: ["Artwork", "Buyer", "License", "Date", "Status", "Earned"],
};

const LIST_LABELS: Readonly<Record<OrderSide, string>> = { purchases: "My purchases", sales: "My sales" };

function OtherParty({ order }: { readonly order: Order }): ReactNode {
  const person = otherParty(order);
  return person ? <PersonName person={person} /> : null;
}

function LicenseLine({ order: { license, items } }: { readonly order: Order }) {
  return (
    <>
      {licensesLabel(license.licenseType, items?.length ?? 1)}
      <chakra.span display="block" color="fg.muted" overflowWrap="anywhere">
        {getLicenseHolder(license)}
      </chakra.span>
    </>
  );
}

function Rows({ side, items }: OrderListProps) {
  return (
    <Table>
      <caption>
        <chakra.span srOnly>{LIST_LABELS[side]}</chakra.span>
      </caption>
      <thead>
        <tr>
          {COLUMNS[side].map((name, index) => (
            <chakra.th key={name} scope="col" {...(index === 5 ? { textAlign: "end!" } : {})}>
              {name}
            </chakra.th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((order) => (
          <tr key={order.orderId}>
            <td>
              <chakra.div display="flex" alignItems="center" gap="4" minWidth="14rem" maxWidth="28rem">
                <OrderThumbnail order={order} side="5rem" />
                <chakra.div minWidth="0">
                  <OrderTitle order={order} />
                </chakra.div>
              </chakra.div>
            </td>
            <td>
              <OtherParty order={order} />
            </td>
            <chakra.td textStyle="sm">
              <LicenseLine order={order} />
            </chakra.td>
            <chakra.td color="fg.muted" textStyle="sm" whiteSpace="nowrap">
              <DateTime value={order.created} />
            </chakra.td>
            <td>
              <OrderStatusBadge status={order.status} />
            </td>
            <chakra.td textAlign="end">
              <OrderAmount
                cents={viewerAmount(order)}
                returned={order.orderReturned ?? 0}
                returnedAt={order.orderReturnedAt}
                status={order.status}
                side={side}
              />
            </chakra.td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Cards({ side, items }: OrderListProps) {
  return (
    <RowCards aria-label={LIST_LABELS[side]}>
      {items.map((order) => (
        <RowCard key={order.orderId}>
          <chakra.div display="flex" flexWrap="wrap" gap="4">
            <OrderThumbnail order={order} side="6.5rem" />
            <chakra.div minWidth="0" flex="1 1 8rem" display="grid" gap="1" alignContent="center" textStyle="sm">
              <chakra.span textStyle="md">
                <OrderTitle order={order} />
              </chakra.span>
              <span>
                {side === "sales" ? "to " : "by "}
                <OtherParty order={order} />
              </span>
              <span>
                <LicenseLine order={order} />
              </span>
            </chakra.div>
          </chakra.div>
          <chakra.div display="flex" flexWrap="wrap" justifyContent="space-between" alignItems="center" gap="3">
            <chakra.span
              display="inline-flex"
              flexWrap="wrap"
              alignItems="center"
              gap="3"
              textStyle="sm"
              color="fg.muted"
            >
              <OrderStatusBadge status={order.status} />
              <DateTime value={order.created} />
            </chakra.span>
            <OrderAmount
              cents={viewerAmount(order)}
              returned={order.orderReturned ?? 0}
              returnedAt={order.orderReturnedAt}
              status={order.status}
              side={side}
            />
          </chakra.div>
        </RowCard>
      ))}
    </RowCards>
  );
}

/** The orders of one side: a table on wide screens, else cards. */
export function OrderList(props: OrderListProps) {
  const List = useIsWide() ? Rows : Cards;
  return <List {...props} />;
}
