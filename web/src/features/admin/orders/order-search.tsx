import { chakra } from "@chakra-ui/react";
import { useLocation, useNavigate } from "react-router-dom";
import { searchOrders } from "#shared/contract/admin.ts";
import { DISPLAY } from "#shared/display.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { LookReason, OperatorAccount } from "#shared/model/operator.ts";
import { type FoundOrder, OrderSearch as OrderSearchForm } from "#shared/model/order-record.ts";
import { formatOrderNumber } from "#shared/rules/order-number.ts";
import { send } from "#web/api/send.ts";
import { STATUS_LABELS } from "#web/features/orders/order-labels.ts";
import { DateTime } from "#web/ui/date-time.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { moneyLabel } from "#web/ui/money-lines.tsx";
import { NameLink } from "#web/ui/name-link.tsx";
import { PersonText } from "#web/ui/person.tsx";
import { Thumbnail } from "#web/ui/picture/thumbnail.tsx";
import { LookReasonField } from "../people/look-reason-field.tsx";
import { keepLookReason } from "../people/look-reasons.ts";

/** The results stay in the history, so that Back from an order shows them again. */
interface Found {
  readonly reason: LookReason;
  readonly orders: readonly FoundOrder[];
}

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

/** Finds orders by exactly what is typed; a single one is opened at once. */
export function OrderSearch({ operator }: { readonly operator: OperatorAccount }) {
  const navigate = useNavigate();
  const found = useLocation().state as Found | null;
  const open = ({ orderId }: FoundOrder, reason: LookReason) => keepLookReason(operator.name, orderId, reason);
  const form = useContractForm({
    schema: OrderSearchForm,
    defaultValues: { q: "" },
    onSubmit: async (body) => {
      const { items } = await send(searchOrders, { body }, { errorMessage: MESSAGES.failedSearchOrders });
      form.form.reset(body, { keepValues: true });
      await navigate("/admin/orders", {
        replace: true,
        preventScrollReset: true,
        state: { reason: body.reason, orders: items } satisfies Found,
      });
      const [order, ...others] = items;
      if (!order || others.length > 0) return;
      open(order, body.reason);
      await navigate(`/admin/orders/${order.orderId}`);
    },
  });
  return (
    <>
      <chakra.div maxWidth="42rem">
        <Form form={form} label="Search orders">
          <TextField
            name="q"
            label="Order number, link, ID or payment ID"
            hint="Such as 4F7K9-2QMXB. Stripe's payment ID begins with pi_."
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
          />
          <LookReasonField />
          <SubmitButton size="md" width={{ base: "full", sm: "auto" }} alignSelf="flex-start" mayBeUnchanged>
            Search
          </SubmitButton>
        </Form>
      </chakra.div>
      <div role="status">
        {found?.orders.length === 0 && (
          <EmptyState title="No order found" text="Check the spelling. Numbers and IDs have to be complete." />
        )}
      </div>
      {found && found.orders.length > 0 && (
        <Results orders={found.orders} onOpen={(order) => open(order, found.reason)} />
      )}
    </>
  );
}
