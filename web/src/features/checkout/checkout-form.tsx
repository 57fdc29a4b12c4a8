import { useState } from "react";
import type { LicenseOption } from "#shared/model/artwork.ts";
import type { Checkout, Discount, OpenIntent } from "#shared/model/order.ts";
import type { LicenseType } from "#shared/rules/license-options.ts";
import { ApiError } from "#web/api/response.ts";
import { BillingFields } from "#web/features/billing/billing-fields.tsx";
import { LicenseFields } from "#web/features/licenses/license-fields.tsx";
import { useFeatures } from "#web/session/features.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { Form } from "#web/ui/form/form.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { Notice } from "#web/ui/notice.tsx";
import { CardField } from "./card-field.tsx";
import { checkoutFormFor, startingValues } from "./checkout-form-values.ts";
import { CheckoutSection } from "./checkout-section.tsx";
import { confirmPayment } from "./confirm-payment.ts";
import { DiscountField } from "./discount-field.tsx";
import { breakdownOf, PaySection } from "./pay-section.tsx";
import { useCard } from "./use-card.ts";
import type { Reread } from "./use-checkout.ts";
import { usePayment } from "./use-payment.ts";
import { useStripe } from "./use-stripe.ts";

interface CheckoutFormProps {
  readonly checkout: Checkout;
  /** Those that cost something. */
  readonly options: readonly [LicenseOption, ...LicenseOption[]];
  /** The licence that the person came for. */
  readonly wanted: LicenseType;
  readonly reread: Reread;
  /** Another payment for this artwork is under way. */
  readonly onOpen: (intent: OpenIntent) => void;
  readonly onPaid: (intentId: OpenIntent["orderIntent"]) => void;
}

const NOTICES = {
  moved: "The artwork or its price changed meanwhile, and nothing was charged. This is what it costs now.",
  over: "The time to pay ran out, and nothing was charged. Pay again to go on.",
} as const;

const MOVED: readonly string[] = ["artwork_moved", "artwork_unavailable", "license_not_offered"];

/** Everything that is asked before a payment, and the payment. Nothing is charged beyond the total that is shown. */
export function CheckoutForm({ checkout, options, wanted, reread, onOpen, onPaid }: CheckoutFormProps) {
  const { version, licenses } = checkout;
  const { artworkId, versionId } = version;
  const { discounts } = useFeatures();
  const user = useSignedIn();
  const payment = usePayment(artworkId);
  const stripe = useStripe();
  const card = useCard(stripe.stripe);
  const [discount, setDiscount] = useState<Discount | null>(null);
  const [heldUntil, setHeldUntil] = useState<string | null>(null);
  const [notice, setNotice] = useState<keyof typeof NOTICES | null>(null);

  const optionOf = (type: LicenseType) => options.find(({ licenseType }) => licenseType === type) ?? options[0];
  const breakdownFor = (type: LicenseType) => breakdownOf(optionOf(type), discount);

  async function startAnew(why: keyof typeof NOTICES) {
    payment.forget();
    setHeldUntil(null);
    await reread();
    setNotice(why);
  }

  /** What the API refuses that this page can mend by itself; the rest stands in the form. */
  async function recover(error: unknown) {
    if (!(error instanceof ApiError)) throw error;
    const begun = payment.begun();
    if (error.code === "payment_done" && begun) return onPaid(begun.orderIntent);
    if (error.code === "payment_open") {
      const intent = (await reread())?.intent;
      if (intent) return onOpen(intent);
    }
    if (MOVED.includes(error.code)) await startAnew("moved");
    if (error.code === "discount_invalid") setDiscount(null);
    throw error;
  }

  const form = useContractForm({
    schema: checkoutFormFor(licenses),
    defaultValues: startingValues(checkout, optionOf(wanted).licenseType, user),
    onSubmit: async ({ consent, ...values }) => {
      const element = card.take();
      if (!element || !stripe.stripe) return card.focus();
      setNotice(null);
      const { licenseUsage, licenseType, licenseCompany, licenseAssignee, ...billing } = values;
      const license = { licenseUsage, licenseType, licenseCompany, licenseAssignee };
      const body = { artworkId, versionId, ...license, discountId: discount?.discountId ?? null, billing };
      try {
        const intent = await payment.begin(body);
        setHeldUntil(intent.expiresAt);
        if (intent.breakdown.orderSpent !== breakdownFor(licenseType).orderSpent) {
          await payment.cancel(intent.orderIntent);
          return await startAnew("moved");
        }
        const outcome = await confirmPayment(stripe.stripe, element, intent.clientSecret, billing);
        if (outcome.step === "paid") return onPaid(intent.orderIntent);
        if (outcome.step === "over") return await startAnew("over");
        card.complain(outcome.message);
        card.focus();
      } catch (error) {
        await recover(error);
      }
    },
  });

  const submit = async (event?: React.BaseSyntheticEvent) => {
    card.take();
    await form.submit(event);
  };

  return (
    <Form of={{ ...form, submit }} label="Checkout">
      {notice && <Notice kind="error">{NOTICES[notice]}</Notice>}
      <CheckoutSection title="License">
        <LicenseFields options={options} />
      </CheckoutSection>
      <CheckoutSection title="Billing">
        <BillingFields />
      </CheckoutSection>
      <PaySection breakdownFor={breakdownFor} heldUntil={heldUntil} isReady={stripe.stripe !== null}>
        <CardField card={card} of={stripe} />
        {discounts && <DiscountField artworkId={artworkId} discount={discount} onChange={setDiscount} />}
      </PaySection>
    </Form>
  );
}
