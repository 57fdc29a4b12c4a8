import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import type { LicenseOption } from "#shared/model/artwork.ts";
import type { BillingForm } from "#shared/model/billing.ts";
import type { LicenseForm } from "#shared/model/license.ts";
import type { Breakdown, Checkout, Discount, OpenIntent } from "#shared/model/order.ts";
import { isHeldByCompany, type LicenseUsage } from "#shared/rules/license-holder.ts";
import type { LicenseType } from "#shared/rules/license-options.ts";
import { ApiError } from "#web/api/response.ts";
import { EMPTY_BILLING, splitName } from "#web/features/billing/billing-fields.tsx";
import { emptyLicense, type LicenseFormValues, licenseFormFor } from "#web/features/licenses/license-form-values.ts";
import { useFeatures } from "#web/session/features.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { Form } from "#web/ui/form/form.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { moneyLabel } from "#web/ui/money-lines.tsx";
import { BillingSection } from "./billing-section.tsx";
import { BusinessFields, type BusinessValues, CheckoutBill } from "./business-fields.tsx";
import { storeCheckoutDraft } from "./checkout-draft.ts";
import { CheckoutPanel } from "./checkout-section.tsx";
import { type AppliedDiscount, DiscountField, type DiscountFieldHandle } from "./discount-field.tsx";
import { LicenseSection } from "./license-section.tsx";
import { ChangeMethodButton, ChosenCard, PaymentMethodField, usePaymentMethod } from "./payment-method.tsx";
import { Consent, PayBar, PaymentSection } from "./payment-section.tsx";
import { TaxQuote, type TaxState } from "./tax-quote.tsx";
import { confirmPayment, usePayment } from "./use-payment.ts";

interface CheckoutFormValues extends LicenseFormValues, BillingForm, BusinessValues {
  readonly consent: boolean;
}

/** Licence, billing and consent, validated independently, so that the first submit shows the errors of all. */
const checkoutFormFor = (held: Checkout["licenses"]) =>
  z.intersection(licenseFormFor(held), z.intersection(CheckoutBill, Consent)) as z.ZodMiniType<
    LicenseForm & z.output<typeof CheckoutBill> & z.output<typeof Consent>,
    CheckoutFormValues
  >;

/** Earlier input that a restarted form begins with, without card data. */
export interface EnteredTerms {
  readonly values: Partial<Omit<CheckoutFormValues, "consent">>;
  readonly code: string | null;
}

/** The terms of an abandoned payment. */
export function toTerms(intent: OpenIntent): EnteredTerms {
  const { licenseType, licenseUsage, licenseCompany, licenseAssignee, billed, vat, reference, discountCode } = intent;
  const company = isHeldByCompany(licenseUsage)
    ? { licenseCompany, billingVat: vat ?? "", billingReference: reference ?? "" }
    : { licenseAssignee };
  return { values: { licenseType, licenseUsage, ...company, ...billed }, code: discountCode };
}

/** Initial values: earlier input, or else billing address, company and VAT number of the account's last purchase. */
const initialValues = (
  { billing, company, vat }: Checkout,
  licenseType: LicenseType,
  licenseUsage: LicenseUsage,
  { fullName, email }: { readonly fullName: string; readonly email: string },
  entered: EnteredTerms["values"] = {},
): CheckoutFormValues => ({
  ...emptyLicense(licenseType, fullName),
  licenseUsage,
  licenseCompany: company ?? "",
  ...(billing ?? { ...EMPTY_BILLING, billingEmail: email, ...splitName(fullName) }),
  billingVat: vat ?? "",
  billingReference: "",
  ...entered,
  // Consent is per payment, and the licence may no longer be offered.
  consent: false,
  licenseType,
});

/** A licence's price with the applied discount. */
function toBreakdown(
  { licenseType, licensePrice, buyerFee, total }: LicenseOption,
  discount: Discount | null,
): Breakdown {
  const discounted = discount?.amounts.find((amount) => amount.licenseType === licenseType);
  return discounted ?? { licensePrice, buyerFee, discount: 0, orderSpent: total };
}

interface CheckoutFormProps {
  readonly checkout: Checkout;
  /** The paid licences. */
  readonly options: readonly [LicenseOption, ...LicenseOption[]];
  /** Licence type and usage from the URL. */
  readonly preferredType: LicenseType;
  readonly preferredUsage: LicenseUsage;
  /** The URL's discount code; null without one. */
  readonly linkedCode: string | null;
  /** Input that a restarted form begins with; null at first. */
  readonly entered: EnteredTerms | null;
  /** Reloads the checkout; undefined on failure. */
  readonly refetch: () => Promise<Checkout | undefined>;
  /** Called if another payment for this artwork is open, with the current input. */
  readonly onOpenIntent: (intent: OpenIntent, entered: EnteredTerms) => void;
  /** Called once the started payment can be resumed with the same input. */
  readonly onStarted: () => void;
  readonly onPaid: (intentId: OpenIntent["orderIntent"]) => void;
}

/** Why the payment restarts, and its previous total. */
interface Restart {
  readonly reason: "changed" | "expired";
  readonly was: number;
}

function restartNotice({ reason, was }: Restart, now: number): string {
  const cause = reason === "expired" ? "Your time to pay ran out" : "The artwork or its price changed";
  const price = was === now ? "The price is the same" : `It was ${moneyLabel(was)}, now it is ${moneyLabel(now)}`;
  return `${cause}, and nothing was charged. ${price}: pay if you agree.`;
}

const CHANGED_CODES: readonly string[] = ["artwork_moved", "artwork_unavailable", "license_not_offered"];

/** The checkout form: licence, billing and payment method. It never charges more than the shown total. */
export function CheckoutForm({
  checkout,
  options,
  preferredType,
  preferredUsage,
  linkedCode,
  entered,
  refetch,
  onOpenIntent,
  onStarted,
  onPaid,
}: CheckoutFormProps) {
  const { version, licenses } = checkout;
  const { artworkId, versionId } = version;
  const { discounts, tax: isTaxed } = useFeatures();
  const user = useSignedIn();
  const payment = usePayment(artworkId);
  const [discount, setDiscount] = useState<AppliedDiscount | null>(null);
  const discountField = useRef<DiscountFieldHandle>(null);
  const [quoted, setQuoted] = useState<TaxState>({ status: "incomplete" });
  const tax: TaxState = isTaxed ? quoted : { status: "none" };
  /** Number of restarts; each one requests the tax again. */
  const [restarts, setRestarts] = useState(0);
  const [expiresAt, setExpiresAt] = useState<string | null>(null);
  const [restarted, setRestarted] = useState<Restart | null>(null);

  /** True if the form's own fields were valid at the last submit. */
  const isComplete = useRef(false);
  const optionFor = (type: LicenseType) => options.find(({ licenseType }) => licenseType === type) ?? options[0];
  const breakdownFor = (type: LicenseType) =>
    tax.status === "known" ? tax.breakdown : toBreakdown(optionFor(type), discount);

  async function restart(reason: Restart["reason"]) {
    const licenseType = form.form.getValues("licenseType");
    const was = breakdownFor(licenseType).orderSpent;
    payment.forget();
    setExpiresAt(null);
    const fresh = (await refetch())?.options ?? [];
    const [first] = fresh;
    if (first && !fresh.some((option) => option.licenseType === licenseType)) {
      form.form.setValue("licenseType", first.licenseType);
    }
    setRestarts((count) => count + 1);
    setRestarted({ reason, was });
  }

  /** Drops the discount and shows the reason at its field. */
  function refuseDiscount(message: string) {
    setDiscount(null);
    discountField.current?.refuse(message);
  }

  /** Handles refusals that this page can resolve; the form shows the others. */
  async function recover(error: unknown) {
    if (!(error instanceof ApiError)) throw error;
    const current = payment.current();
    if (error.code === "payment_done" && current) return onPaid(current.orderIntent);
    if (error.code === "payment_open") {
      const intent = (await refetch())?.intent;
      const { consent, ...values } = form.form.getValues();
      if (intent) return onOpenIntent(intent, { values, code: discount?.code ?? null });
    }
    if (CHANGED_CODES.includes(error.code)) await restart("changed");
    if (error.code === "discount_invalid" && discount) {
      flushSync(() => refuseDiscount(error.message));
      return discountField.current?.focus();
    }
    throw error;
  }

  const form = useContractForm({
    schema: checkoutFormFor(licenses),
    defaultValues: initialValues(
      checkout,
      optionFor(entered?.values.licenseType ?? preferredType).licenseType,
      preferredUsage,
      user,
      entered?.values,
    ),
    onSubmit: async ({ consent, ...values }) => {
      isComplete.current = true;
      if ((await discountField.current?.settle()) === false) return;
      // First, because a wallet's dialog may open only right after a click.
      const completeMethod = await method.submit();
      if (!completeMethod) return;
      setRestarted(null);
      const { licenseUsage, licenseType, licenseCompany, licenseAssignee, ...bill } = values;
      const { billingVat, billingReference, ...billing } = bill;
      const license = { licenseUsage, licenseType, licenseCompany, licenseAssignee };
      const business = { billingVat, billingReference };
      const discountId = discount?.discountId ?? null;
      const { savedCards } = completeMethod;
      const body = { artworkId, versionId, ...license, ...business, discountId, billing, savedCards };
      try {
        const intent = await payment.begin(body);
        setExpiresAt(intent.expiresAt);
        if (intent.breakdown.orderSpent !== breakdownFor(licenseType).orderSpent) {
          await payment.cancel(intent.orderIntent);
          return await restart("changed");
        }
        onStarted();
        const outcome = await confirmPayment(completeMethod, intent.clientSecret, billing);
        if (outcome.status === "paid") return onPaid(intent.orderIntent);
        if (outcome.status === "canceled") return await restart("expired");
        method.refuse(outcome.message);
      } catch (error) {
        await recover(error);
      }
    },
  });

  const code = discount?.code ?? null;
  const latestCode = useRef(code);
  latestCode.current = code;
  const { watch, getValues } = form.form;
  useEffect(() => {
    const { unsubscribe } = watch((_, { name }) => {
      const { consent, ...values } = getValues();
      if (name) storeCheckoutDraft(user.id, artworkId, { values, code: latestCode.current });
    });
    return unsubscribe;
  }, [watch, getValues, user.id, artworkId]);

  const chosenType = useWatch({ control: form.form.control, name: "licenseType" });
  const amount = breakdownFor(chosenType).orderSpent;
  const method = usePaymentMethod({ amount, payee: checkout.payee }, { asksForBilling: false, savedCards: true });

  /** Shows the card's missing fields along with the form's own errors. */
  const submit = async (event?: React.BaseSyntheticEvent) => {
    isComplete.current = false;
    await form.submit(event);
    if (!isComplete.current) method.showMissing();
  };

  return (
    <Form form={{ ...form, submit }} label="Checkout">
      <CheckoutPanel>
        <LicenseSection options={options} />
        <BillingSection>
          <BusinessFields />
          {isTaxed && (
            <TaxQuote
              key={restarts}
              priced={{ artworkId, discountId: discount?.discountId ?? null }}
              onChange={setQuoted}
              onDiscountRefused={refuseDiscount}
            />
          )}
        </BillingSection>
        <PaymentSection
          breakdownFor={breakdownFor}
          percent={discount?.percent}
          expiresAt={expiresAt}
          onRenew={() => void restart("expired")}
          tax={tax}
          summary={<ChosenCard method={method} />}
          action={<ChangeMethodButton method={method} />}
        >
          <PaymentMethodField method={method} isReturning={checkout.billing !== null} />
          {discounts && (
            <DiscountField
              ref={discountField}
              artworkId={artworkId}
              linkedCode={entered?.code ?? linkedCode}
              discount={discount}
              onChange={setDiscount}
            />
          )}
        </PaymentSection>
      </CheckoutPanel>
      <PayBar
        picture={version}
        breakdownFor={breakdownFor}
        isReady={method.stripe !== null}
        tax={tax}
        hasInput={method.hasInput}
        notice={restarted && ((type) => restartNotice(restarted, breakdownFor(type).orderSpent))}
      />
    </Form>
  );
}
