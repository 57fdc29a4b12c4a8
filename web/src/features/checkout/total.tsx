import { chakra } from "@chakra-ui/react";
import type { Breakdown } from "#shared/model/order.ts";
import { MoneyLines, moneyLabel } from "#web/ui/money-lines.tsx";

/** All that is going to be paid and of what it is made; a change of it is also said. */
export function Total({ of: { licensePrice, buyerFee, discount, orderSpent } }: { readonly of: Breakdown }) {
  return (
    <>
      <MoneyLines
        lines={[
          { label: "License price", cents: licensePrice },
          { label: "Service fee", cents: buyerFee },
          ...(discount ? [{ label: "Discount", cents: -discount }] : []),
        ]}
        total={{ label: "To pay, all in", cents: orderSpent }}
      />
      <chakra.span srOnly role="status">
        To pay: {moneyLabel(orderSpent)}
      </chakra.span>
    </>
  );
}
