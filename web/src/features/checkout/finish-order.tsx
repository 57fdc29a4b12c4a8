import { Button, Flex, Heading, Spinner, Text } from "@chakra-ui/react";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { placeOrder } from "#shared/contract/orders.ts";
import type { FailureCode } from "#shared/failures.ts";
import type { ArtworkId, OfferId } from "#shared/model/ids.ts";
import type { OpenIntent, Order } from "#shared/model/order.ts";
import { forgetIdempotencyKey } from "#web/api/idempotency-key.ts";
import { ApiError } from "#web/api/response.ts";
import { send } from "#web/api/send.ts";
import { useInvalidateLicenses } from "#web/features/licenses/own-licenses.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import type { LocationMessage } from "#web/ui/location-message.ts";
import { removeCheckoutDraft } from "./checkout-draft.ts";
import { paymentSubject } from "./use-payment.ts";

interface FinishOrderProps {
  /** The artwork or the offer that was paid. */
  readonly subjectId: ArtworkId | OfferId;
  readonly orderIntent: OpenIntent["orderIntent"];
  /**
   * Called if the payment can't become an order; without it that is an ordinary failure. With it, the payment's success isn't
   * confirmed yet.
   */
  readonly onUnpaid?: () => void;
  /** Called instead of opening the order's page. */
  readonly onPlaced?: ((order: Order) => void) | undefined;
}

const thank = (count: number): LocationMessage => ({
  message:
    count > 1
      ? "Thank you! The licenses are yours, and the originals are ready to download."
      : "Thank you! The license is yours, and the original is ready to download.",
});

const PAID = {
  title: "Your payment went through",
  waiting: "Your order is being created.",
  failed: "Your order isn't ready yet. It will appear within a few minutes, or you can check again now.",
};
const RETURNED = {
  title: "Checking your payment",
  waiting: "This takes a moment.",
  failed:
    "The payment couldn't be checked. If you paid, your order will appear within a few minutes, or you can check again now.",
};

/** Codes for a payment that waits for another method or isn't the caller's. */
const UNPAID: readonly FailureCode[] = ["payment_pending", "intent_invalid"];

/** After a payment, places the order or finds the existing one, and opens its page. */
export function FinishOrder({ subjectId, orderIntent, onUnpaid, onPlaced }: FinishOrderProps) {
  const [hasFailed, setFailed] = useState(false);
  const { id: userId } = useSignedIn();
  const navigate = useNavigate();
  const changed = useInvalidateLicenses();
  const texts = onUnpaid ? RETURNED : PAID;
  const card = useRef<HTMLDivElement>(null);

  async function finish() {
    setFailed(false);
    try {
      const order = await send(placeOrder, { body: { orderIntent } }, onUnpaid && { inPlace: UNPAID });
      const { orderId, artwork, items } = order;
      forgetIdempotencyKey(paymentSubject(userId, subjectId));
      removeCheckoutDraft(userId, subjectId);
      const bought = items ?? [{ artwork }];
      for (const item of bought) void changed(item.artwork.id);
      if (onPlaced) onPlaced(order);
      else void navigate(`/orders/${orderId}`, { replace: true, state: thank(bought.length) });
    } catch (error) {
      if (onUnpaid && error instanceof ApiError && UNPAID.some((code) => code === error.code)) onUnpaid();
      else setFailed(true);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once; the button runs it again
  useEffect(() => {
    // The replaced form was longer, so that a phone would show the footer.
    card.current?.scrollIntoView({ block: "center" });
    void finish();
  }, []);

  return (
    <Flex
      ref={card}
      role="status"
      direction="column"
      align="center"
      textAlign="center"
      gap="4"
      px="5"
      py="20"
      borderRadius="l3"
      bg="bg.panel"
      borderWidth="1px"
      borderColor="border.muted"
    >
      <Heading as="h2" size="2xl">
        {texts.title}
      </Heading>
      <Text color="fg.muted" maxW="text">
        {hasFailed ? texts.failed : texts.waiting}
      </Text>
      {hasFailed ? <Button onClick={() => void finish()}>Check again</Button> : <Spinner size="lg" />}
    </Flex>
  );
}
