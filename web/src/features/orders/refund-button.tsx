import { Button } from "@chakra-ui/react";
import { readOrder } from "#shared/contract/licenses.ts";
import { refundOrder } from "#shared/contract/orders.ts";
import type { Order } from "#shared/model/order.ts";
import { send } from "#web/api/send.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { useInvalidateLicenses } from "#web/features/licenses/own-licenses.ts";
import { Confirm } from "#web/ui/confirm.tsx";
import { moneyLabel } from "#web/ui/money-lines.tsx";

/** Refunds the rest of the order after the seller's confirmation. */
export function RefundButton({
  order: { orderId, artwork, license, orderEarned = 0, orderReturned = 0 },
  onRefunded,
}: {
  readonly order: Order;
  /** Runs after the attempt. */
  readonly onRefunded?: () => void;
}) {
  const changed = useInvalidateLicenses();
  const invalidate = useInvalidate();
  const params = { orderId };

  /** Runs after failures too, because a dispute or another tab may have changed the order. */
  const reread = () => Promise.all([invalidate(readOrder, params), changed(artwork.id)]);

  async function refund() {
    try {
      await send(refundOrder, { params }, { errorMessage: "The order couldn't be refunded" });
    } finally {
      await reread();
      onRefunded?.();
    }
  }

  return (
    <Confirm
      title="Refund this order?"
      text={`The buyer is refunded in full, and ${moneyLabel(orderEarned - orderReturned)} is deducted from your balance. The buyer may no longer use the artwork, nor download it.${license.licenseExclusive ? " Its exclusivity ends." : ""} This can't be undone.`}
      action="Refund order"
      onConfirm={refund}
      trigger={
        <Button variant="outline" colorPalette="red">
          Refund…
        </Button>
      }
    />
  );
}
