import { Button, chakra, Flex } from "@chakra-ui/react";
import { useEffect } from "react";
import { countryOf } from "#shared/countries.ts";
import type { BillingForm } from "#shared/model/billing.ts";
import type { Checkout, OpenIntent } from "#shared/model/order.ts";
import { isHeldByCompany } from "#shared/rules/license-holder.ts";
import { LICENSE_LABELS } from "#web/features/licenses/license-labels.ts";
import { Facts } from "#web/ui/facts.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { moneyLabel } from "#web/ui/money-lines.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { SiteLink } from "#web/ui/site-link.tsx";
import { PaymentMethodField, usePaymentMethod } from "./payment-method.tsx";
import { CheckoutSection, Consent, ConsentField, PaymentDeadline, Total } from "./payment-section.tsx";
import { confirmPayment, readPaymentOutcome, usePayment } from "./use-payment.ts";

/** Billing details, shown for review before the payment. */
function BilledTo({ billing }: { readonly billing: BillingForm }) {
  const { billingName, billingSurname, billingEmail, billingAddress, billingZip, billingCity, billingCountry } =
    billing;
  const country = countryOf(billingCountry)?.name ?? billingCountry;
  return (
    <>
      <Facts>
        <div>
          <dt>Name</dt>
          <dd>{`${billingName} ${billingSurname}`}</dd>
        </div>
        <div>
          <dt>Billing email</dt>
          <dd>{billingEmail}</dd>
        </div>
        <div>
          <dt>Address</dt>
          <dd>{`${billingAddress}, ${billingZip} ${billingCity}, ${country}`}</dd>
        </div>
      </Facts>
      <chakra.p textStyle="sm" color="fg.muted">
        Not right? <SiteLink to="/settings#billing">Change it in your settings</SiteLink> before you pay.
      </chakra.p>
    </>
  );
}

interface ResumePaymentProps {
  readonly checkout: Checkout;
  readonly intent: OpenIntent;
  /** True after the page of a payment method said that the payment failed there. */
  readonly wasRefused: boolean;
  readonly onPaid: (intentId: OpenIntent["orderIntent"]) => void;
  /** Called when the payment can't be completed any more. */
  readonly onClosed: () => Promise<unknown>;
}

/** Completes or cancels a payment that was started before a reload or in another tab. */
export function ResumePayment({ checkout, intent, wasRefused, onPaid, onClosed }: ResumePaymentProps) {
  const { orderIntent, clientSecret, breakdown, expiresAt, licenseType, licenseUsage, licenseCompany } = intent;
  const payment = usePayment(checkout.version.artworkId);
  const method = usePaymentMethod({ clientSecret }, { asksForBilling: !checkout.billing });
  const { stripe } = method;

  async function close() {
    payment.forget();
    await onClosed();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when Stripe.js is loaded
  useEffect(() => {
    if (!stripe) return;
    void readPaymentOutcome(stripe, clientSecret).then((outcome) => {
      if (outcome?.status === "paid") onPaid(orderIntent);
      if (outcome?.status === "canceled") void close();
    });
  }, [stripe, clientSecret]);

  const form = useContractForm({
    schema: Consent,
    defaultValues: { consent: false as true },
    onSubmit: async () => {
      const completeMethod = await method.submit();
      if (!completeMethod) return;
      const outcome = await confirmPayment(completeMethod, clientSecret, checkout.billing);
      if (outcome.status === "paid") return onPaid(orderIntent);
      if (outcome.status === "canceled") return close();
      method.refuse(outcome.message);
    },
  });

  async function cancel() {
    try {
      await payment.cancel(orderIntent);
      await onClosed();
    } catch {
      // The API client shows the failure in a toast.
    }
  }

  return (
    <Form form={form} label="Open payment">
      {wasRefused ? (
        <Notice kind="error">
          The payment wasn't completed, and nothing was charged. Choose another way to pay, or cancel to start over.
        </Notice>
      ) : (
        <Notice>
          You started paying for this artwork. Continue here, or cancel to start over. You won't be charged twice.
        </Notice>
      )}
      <CheckoutSection title={LICENSE_LABELS[licenseType].name}>
        <chakra.p color="fg.muted">
          For {isHeldByCompany(licenseUsage) ? licenseCompany : intent.licenseAssignee || "yourself"}
        </chakra.p>
        <PaymentDeadline until={expiresAt} />
      </CheckoutSection>
      {checkout.billing && (
        <CheckoutSection title="Billing">
          <BilledTo billing={checkout.billing} />
        </CheckoutSection>
      )}
      <CheckoutSection title="Payment">
        <PaymentMethodField method={method} />
        <Total breakdown={breakdown} />
        <ConsentField />
        <Flex direction="column" gap="3">
          <SubmitButton disabled={!stripe} mayBeUnchanged={method.hasInput}>
            {`Pay ${moneyLabel(breakdown.orderSpent)}`}
          </SubmitButton>
          <Button type="button" size="lg" variant="outline" colorPalette="neutral" onClick={() => void cancel()}>
            Cancel this payment
          </Button>
        </Flex>
      </CheckoutSection>
    </Form>
  );
}
