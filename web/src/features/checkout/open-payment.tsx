import { Button, chakra, Flex } from "@chakra-ui/react";
import { useEffect } from "react";
import type { Checkout, OpenIntent } from "#shared/model/order.ts";
import { LICENSE_WORDS } from "#web/features/licenses/license-labels.ts";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { moneyLabel } from "#web/ui/money-lines.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { CardField } from "./card-field.tsx";
import { Consent } from "./checkout-form-values.ts";
import { CheckoutSection } from "./checkout-section.tsx";
import { confirmPayment, recallPayment } from "./confirm-payment.ts";
import { ConsentField } from "./consent-field.tsx";
import { HeldUntil } from "./held-until.tsx";
import { Total } from "./total.tsx";
import { useCard } from "./use-card.ts";
import { usePayment } from "./use-payment.ts";
import { useStripe } from "./use-stripe.ts";

interface OpenPaymentProps {
  readonly checkout: Checkout;
  readonly intent: OpenIntent;
  readonly onPaid: (intentId: OpenIntent["orderIntent"]) => void;
  /** Nothing can come of it any more. */
  readonly onClosed: () => Promise<unknown>;
}

/** A payment that was begun before a reload, or in another tab: to be gone on with, or given up. */
export function OpenPayment({ checkout, intent, onPaid, onClosed }: OpenPaymentProps) {
  const { orderIntent, clientSecret, breakdown, expiresAt, licenseType, licenseUsage, licenseCompany } = intent;
  const payment = usePayment(checkout.version.artworkId);
  const stripe = useStripe();
  const card = useCard(stripe.stripe);

  async function close() {
    payment.forget();
    await onClosed();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the script is here
  useEffect(() => {
    if (!stripe.stripe) return;
    void recallPayment(stripe.stripe, clientSecret).then((outcome) => {
      if (outcome?.step === "paid") onPaid(orderIntent);
      if (outcome?.step === "over") void close();
    });
  }, [stripe.stripe, clientSecret]);

  const form = useContractForm({
    schema: Consent,
    defaultValues: { consent: false as true },
    onSubmit: async () => {
      const element = card.take();
      if (!element || !stripe.stripe) return card.focus();
      const outcome = await confirmPayment(stripe.stripe, element, clientSecret, checkout.billing);
      if (outcome.step === "paid") return onPaid(orderIntent);
      if (outcome.step === "over") return close();
      card.complain(outcome.message);
      card.focus();
    },
  });

  async function cancel() {
    try {
      await payment.cancel(orderIntent);
      await onClosed();
    } catch {
      // The call has said why in a toast.
    }
  }

  return (
    <Form of={form} label="Open payment">
      <Notice>
        You have begun to pay for this artwork. Go on here, or cancel to choose anew. Nothing is charged twice.
      </Notice>
      <CheckoutSection title={LICENSE_WORDS[licenseType].name}>
        <chakra.p color="fg.muted">
          For {licenseUsage === "business" ? licenseCompany : intent.licenseAssignee || "yourself"}
        </chakra.p>
        <HeldUntil until={expiresAt} />
      </CheckoutSection>
      <CheckoutSection title="Payment">
        <CardField card={card} of={stripe} />
        <Total of={breakdown} />
        <ConsentField />
        <Flex direction="column" gap="3">
          <SubmitButton disabled={!stripe.stripe}>{`Pay ${moneyLabel(breakdown.orderSpent)}`}</SubmitButton>
          <Button type="button" size="lg" variant="outline" colorPalette="neutral" onClick={() => void cancel()}>
            Cancel this payment
          </Button>
        </Flex>
      </CheckoutSection>
    </Form>
  );
}
