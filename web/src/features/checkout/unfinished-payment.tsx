import { Button, chakra } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { cancelIntent } from "#shared/contract/orders.ts";
import type { UnfinishedPayment } from "#shared/model/order.ts";
import { forgetIdempotencyKey } from "#web/api/idempotency-key.ts";
import { send } from "#web/api/send.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { Notice } from "#web/ui/notice.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";
import { PaymentDeadline } from "./payment-section.tsx";
import { paymentSubject } from "./use-payment.ts";

interface UnfinishedPaymentNoticeProps {
  readonly payment: Pick<UnfinishedPayment, "orderIntent" | "artworkId" | "offerId" | "expiresAt">;
  /** Distinguishes it from others on the page. */
  readonly title?: string;
  readonly onCanceled: () => void;
  /** The item and the amount. */
  readonly children: ReactNode;
}

/** An unfinished payment, with buttons to resume and to cancel it. */
export function UnfinishedPaymentNotice({ payment, title, onCanceled, children }: UnfinishedPaymentNoticeProps) {
  const { id: userId } = useSignedIn();
  const { orderIntent, artworkId, offerId, expiresAt } = payment;
  const getLabelProps = (action: string) => (title ? { "aria-label": `${action} for ${title}` } : {});

  async function cancel() {
    const params = { userId, intentId: orderIntent };
    try {
      await send(cancelIntent, { params }, { errorMessage: "The payment couldn't be canceled" });
      forgetIdempotencyKey(paymentSubject(userId, offerId ?? artworkId));
      onCanceled();
    } catch {
      // The API client shows the failure in a toast.
    }
  }

  return (
    <Notice>
      <chakra.div display="grid" gap="3">
        <chakra.p overflowWrap="anywhere">{children}</chakra.p>
        <PaymentDeadline until={expiresAt} />
        <chakra.div display="flex" flexWrap="wrap" gap="3">
          <ButtonLink
            to={offerId ? `/checkout/offers/${offerId}` : `/checkout/${artworkId}`}
            size="sm"
            {...getLabelProps("Continue payment")}
          >
            Continue payment
          </ButtonLink>
          <Button
            size="sm"
            variant="outline"
            colorPalette="neutral"
            {...getLabelProps("Cancel this payment")}
            onClick={() => void cancel()}
          >
            Cancel this payment
          </Button>
        </chakra.div>
      </chakra.div>
    </Notice>
  );
}
