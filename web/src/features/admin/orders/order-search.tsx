import { chakra } from "@chakra-ui/react";
import { searchOrders } from "#shared/contract/admin.ts";
import { DISPLAY } from "#shared/display.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { OperatorAccount } from "#shared/model/operator.ts";
import type { FoundOrder } from "#shared/model/order-record.ts";
import { formatOrderNumber } from "#shared/rules/order-number.ts";
import { send } from "#web/api/send.ts";
import { STATUS_LABELS } from "#web/features/orders/order-labels.ts";
import { DateTime } from "#web/ui/date-time.tsx";
import { moneyLabel } from "#web/ui/money-lines.tsx";
import { NameLink } from "#web/ui/name-link.tsx";
import { PersonText } from "#web/ui/person.tsx";
import { Thumbnail } from "#web/ui/picture/thumbnail.tsx";
import { LookSearch } from "../looks/look-search.tsx";

interface ResultsProps {
  readonly orders: readonly FoundOrder[];
  readonly onOpen: (order: FoundOrder) => void;
}

const Results = ({ orders, onOpen }: ResultsProps) => (
  <chakra.ul listStyleType="none" aria-label="Orders found" marginTop="8" display="grid" gap="3">
    {orders.map((order) => (
      <chakra.li
        key={order.orderId}
        display="flex"
        alignItems="center"
        gap="4"
        padding="4"
        borderRadius="l3"
        borderWidth="1px"
        borderColor="border.muted"
        bg="bg.panel"
      >
        <Thumbnail picture={order.picture} side="5rem" />
        <chakra.div flex="1" minWidth="0">
          <NameLink to={`/admin/orders/${order.orderId}`} onClick={() => onOpen(order)}>
            {formatOrderNumber(order.orderId)}
          </NameLink>
          <chakra.div overflowWrap="anywhere">{order.title}</chakra.div>
          <chakra.div textStyle="sm" color="fg.muted">
            <PersonText person={order.buyer} /> bought it from <PersonText person={order.seller} /> for{" "}
            {moneyLabel(order.spent)} · {STATUS_LABELS[order.status].name} ·{" "}
            <DateTime value={order.placed} pattern={DISPLAY.shortDayFormat} />
          </chakra.div>
        </chakra.div>
      </chakra.li>
    ))}
  </chakra.ul>
);

/** Finds orders. */
export const OrderSearch = ({ operator }: { readonly operator: OperatorAccount }) => (
  <LookSearch
    operator={operator}
    place="/admin/orders"
    name="Search orders"
    label="Order number, link, ID or payment ID"
    hint="Such as 4F7K9-2QMXB. Stripe's payment ID begins with pi_."
    empty={{ title: "No order found", text: "Check the spelling. Numbers and IDs have to be complete." }}
    find={async (body) => (await send(searchOrders, { body }, { errorMessage: MESSAGES.failedSearchOrders })).items}
    getId={({ orderId }: FoundOrder) => orderId}
  >
    {(orders, onOpen) => <Results orders={orders} onOpen={onOpen} />}
  </LookSearch>
);
