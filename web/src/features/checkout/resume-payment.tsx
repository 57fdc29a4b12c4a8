import { Button, chakra, Flex } from "@chakra-ui/react";
import { type ReactNode, useEffect } from "react";
import type { BillingForm } from "#shared/model/billing.ts";
import type { ArtworkId, OfferId } from "#shared/model/ids.ts";
import type { OpenIntent } from "#shared/model/order.ts";
import { isHeldByCompany } from "#shared/rules/license-holder.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { ownerProof } from "#web/session/owner-proof.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { Facts } from "#web/ui/facts.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { moneyLabel, type PricedWork } from "#web/ui/money-lines.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { formatAddress } from "./billing-section.tsx";
import { CheckoutPanel, CheckoutSection } from "./checkout-section.tsx";
import { ChangeMethodButton, ChosenCard, PaymentMethodField, usePaymentMethod } from "./payment-method.tsx";
import { Consent, ConsentField, PaymentDeadline, Total } from "./payment-section.tsx";
import { confirmPayment, readPaymentOutcome, usePayment } from "./use-payment.ts";

interface BilledToProps extends Pick<OpenIntent, "vat" | "reference"> {
  readonly billing: BillingForm;
}

/** Billing details, shown for review before the payment. */
function BilledTo({ billing, vat, reference }: BilledToProps) {
  const { billingName, billingSurname, billingEmail } = billing;
  const facts = [
    ["Name", `${billingName} ${billingSurname}`],
    ["Billing email", billingEmail],
    ["Address", formatAddress(billing)],
    ["VAT number", vat],
    ["Your reference", reference],
  ] as const;
  return (
    <>
      <Facts>
        {facts.map(
          ([label, text]) =>
            text && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            ),
        )}
      </Facts>
      <chakra.p textStyle="sm" color="fg.muted">
        Not right? Cancel this payment and start over: billing details can't be changed later.
      </chakra.p>
    </>
  );
}

interface ResumePaymentProps {
  /** The artwork or the offer that is paid. */
  readonly subject: { readonly id: ArtworkId | OfferId; readonly noun: "artwork" | "offer"; readonly license: string };
  /** The account's billing address. */
  readonly billing: BillingForm | null;
  readonly intent: OpenIntent;
  /** The works of an offer, and the details of its licenses. */
  readonly works?: readonly PricedWork[];
  readonly children?: ReactNode;
  /** True after the payment failed on a payment method's page. */
  readonly wasRefused: boolean;
  readonly onPaid: (intentId: OpenIntent["orderIntent"]) => void;
  /** Called if the payment can no longer be completed. */
  readonly onClosed: () => Promise<unknown>;
  /** Called after the required proof of the owner. */
  readonly onProven: () => Promise<unknown>;
}

/** Cancels a payment; the API client shows a failure in a toast. */
function CancelPayment({ subject, intent, onClosed }: Pick<ResumePaymentProps, "subject" | "intent" | "onClosed">) {
  const payment = usePayment(subject.id);
  const cancel = () => payment.cancel(intent.orderIntent).then(onClosed, () => undefined);
  return (
    <Button type="button" size="lg" variant="outline" colorPalette="neutral" onClick={() => void cancel()}>
      Cancel this payment
    </Button>
  );
}

/** Completes or cancels a payment that was started before a reload or in another tab. */
export function ResumePayment(props: ResumePaymentProps) {
  const { clientSecret } = props.intent;
  if (clientSecret) return <OpenPaymentForm {...props} clientSecret={clientSecret} />;
  const prove = async () => (await ownerProof.ask()) && props.onProven();
  return (
    <chakra.div display="grid" gap="5">
      <Notice>
        You started paying for this {props.subject.noun} and chose to use your saved cards. Confirm that it's you to
        continue, or cancel to start over.
      </Notice>
      <Flex direction="column" gap="3">
        <Button size="lg" onClick={() => void prove()}>
          Continue…
        </Button>
        <CancelPayment {...props} />
      </Flex>
    </chakra.div>
  );
}

interface OpenPaymentFormProps extends ResumePaymentProps {
  readonly clientSecret: string;
}

function OpenPaymentForm({
  subject,
  billing: own,
  intent,
  clientSecret,
  works,
  children,
  wasRefused,
  onPaid,
  onClosed,
}: OpenPaymentFormProps) {
  const { orderIntent, breakdown, expiresAt, licenseUsage, licenseCompany, savedCards } = intent;
  const payment = usePayment(subject.id);
  const user = useSignedIn();
  const billing = own && { ...own, ...intent.billed };
  const method = usePaymentMethod({ clientSecret }, { asksForBilling: !billing, savedCards });
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
      const outcome = await confirmPayment(completeMethod, clientSecret, billing);
      if (outcome.status === "paid") return onPaid(orderIntent);
      if (outcome.status === "canceled") return close();
      method.refuse(outcome.message);
    },
  });

  return (
    <Form form={form} label="Open payment">
      {wasRefused ? (
        <Notice kind="error">
          The payment wasn't completed, and nothing was charged. Choose another way to pay, or cancel to start over.
        </Notice>
      ) : (
        <Notice>
          You started paying for this {subject.noun}. Continue here, or cancel to start over. You won't be charged
          twice.
        </Notice>
      )}
      <CheckoutPanel>
        <CheckoutSection title={subject.license}>
          {children}
          <chakra.p color="fg.muted">
            In the name of{" "}
            {isHeldByCompany(licenseUsage) ? licenseCompany : intent.licenseAssignee || getDisplayName(user)}
          </chakra.p>
          <PaymentDeadline until={expiresAt} onRenew={() => void close()} />
        </CheckoutSection>
        {billing && (
          <CheckoutSection title="Billing">
            <BilledTo billing={billing} vat={intent.vat} reference={intent.reference} />
          </CheckoutSection>
        )}
        <CheckoutSection
          title="Payment"
          summary={<ChosenCard method={method} />}
          action={<ChangeMethodButton method={method} />}
        >
          <PaymentMethodField method={method} isReturning={own !== null} />
          <Total breakdown={breakdown} works={works} />
          <ConsentField />
          <Flex direction="column" gap="3">
            <SubmitButton disabled={!stripe} mayBeUnchanged={method.hasInput}>
              {`Pay ${moneyLabel(breakdown.orderSpent)}`}
            </SubmitButton>
            <CancelPayment subject={subject} intent={intent} onClosed={onClosed} />
          </Flex>
        </CheckoutSection>
      </CheckoutPanel>
    </Form>
  );
}
