import { chakra } from "@chakra-ui/react";
import { useState } from "react";
import * as z from "zod/mini";
import type { BillingForm } from "#shared/model/billing.ts";
import { HolderForm } from "#shared/model/license.ts";
import type { OfferCheckout } from "#shared/model/offer.ts";
import type { OpenIntent } from "#shared/model/order.ts";
import { FURTHER_USAGE, isHeldByCompany, type LicenseUsage, OWN_USAGE } from "#shared/rules/license-holder.ts";
import { ApiError } from "#web/api/response.ts";
import { EMPTY_BILLING, splitName } from "#web/features/billing/billing-fields.tsx";
import { LicenseAssigneeField, LicenseCompanyField } from "#web/features/licenses/license-holder-fields.tsx";
import { LICENSE_LABELS, licensesLabel } from "#web/features/licenses/license-labels.ts";
import { LicenseLimits } from "#web/features/licenses/license-limits.tsx";
import { AgreedTerms } from "#web/features/offers/agreed-terms.tsx";
import { OfferItems } from "#web/features/offers/offer-items.tsx";
import { useFeatures } from "#web/session/features.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { Form } from "#web/ui/form/form.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { countLabel } from "#web/ui/labels.ts";
import { Notice } from "#web/ui/notice.tsx";
import { BillingSection } from "./billing-section.tsx";
import { BusinessFields, type BusinessValues, CheckoutBill } from "./business-fields.tsx";
import { CheckoutPanel, CheckoutSection } from "./checkout-section.tsx";
import { ChangeMethodButton, ChosenCard, PaymentMethodField, usePaymentMethod } from "./payment-method.tsx";
import { Consent, PayBar, PaymentSection } from "./payment-section.tsx";
import { TaxQuote, type TaxState } from "./tax-quote.tsx";
import { confirmPayment, usePayment } from "./use-payment.ts";

interface OfferValues extends BillingForm, BusinessValues {
  readonly licenseUsage: LicenseUsage;
  readonly licenseCompany: string;
  readonly licenseAssignee: string;
  readonly consent: boolean;
}

const Schema = z.intersection(HolderForm, z.intersection(CheckoutBill, Consent)) as z.ZodMiniType<
  z.output<typeof HolderForm> & z.output<typeof CheckoutBill> & z.output<typeof Consent>,
  OfferValues
>;

export const offerLabel = ({ items }: OfferCheckout["offer"]) =>
  licensesLabel(items[0]?.licenseType ?? "commercial", items.length);

/** Licenses that stay in force beside an exclusive one, which the buyer should know before paying. */
function ExistingLicenses({ offer: { licensesSold = [], items } }: Pick<OfferCheckout, "offer">) {
  const sold = licensesSold.filter(({ count }) => count > 0);
  if (sold.length === 0) return null;
  const titles = new Map(items.map(({ artworkId, artworkTitle }) => [artworkId, artworkTitle]));
  return (
    <Notice>
      {sold.map(({ artworkId, count }) => (
        <chakra.p key={artworkId}>
          {countLabel(count, "license")} to “{titles.get(artworkId)}” {count === 1 ? "was" : "were"} sold before and{" "}
          {count === 1 ? "stays" : "stay"} in force.
        </chakra.p>
      ))}
    </Notice>
  );
}

/** The licenses of an offer, and on which terms. */
export function OfferLicenses({ offer }: Pick<OfferCheckout, "offer">) {
  const { items, terms, exclusive } = offer;
  const types = [...new Set(items.map(({ licenseType }) => licenseType))];
  return (
    <>
      <OfferItems items={items} side="3.5rem" />
      <AgreedTerms terms={terms} exclusive={exclusive} />
      <ExistingLicenses offer={offer} />
      {types.map((type) => (
        <LicenseLimits key={type} type={type}>
          {types.length > 1 ? `${LICENSE_LABELS[type].name}:` : null}
        </LicenseLimits>
      ))}
    </>
  );
}

interface OfferCheckoutFormProps {
  readonly checkout: OfferCheckout;
  /** Reloads the checkout; undefined on failure. */
  readonly refetch: () => Promise<OfferCheckout | undefined>;
  readonly onOpenIntent: (intent: OpenIntent) => void;
  /** Called once the started payment can be resumed. */
  readonly onStarted: () => void;
  readonly onPaid: (intentId: OpenIntent["orderIntent"]) => void;
}

/** Failures after which the page shows the offer's state. */
const ENDED: readonly string[] = ["offer_ended", "offer_bought", "artwork_unavailable"];

/** The checkout form of an offer: its licenses and terms, who they are for, billing and payment method. */
export function OfferCheckoutForm({ checkout, refetch, onOpenIntent, onStarted, onPaid }: OfferCheckoutFormProps) {
  const { offer, billing, company, vat, payee } = checkout;
  const { offerId, items } = offer;
  const { tax: isTaxed } = useFeatures();
  const user = useSignedIn();
  const payment = usePayment(offerId);
  const [quoted, setQuoted] = useState<TaxState>({ status: "incomplete" });
  const [expiresAt, setExpiresAt] = useState<string | null>(null);
  const [hasExpired, setExpired] = useState(false);
  const tax: TaxState = isTaxed ? quoted : { status: "none" };
  const breakdown = tax.status === "known" ? tax.breakdown : offer.breakdown;
  const breakdownFor = () => breakdown;
  const licenseUsage = items.some((item) => isHeldByCompany(item.licenseUsage)) ? FURTHER_USAGE : OWN_USAGE;

  function renew() {
    payment.forget();
    setExpiresAt(null);
    setExpired(true);
    void refetch();
  }

  /** Handles refusals that this page can resolve; the form shows the others. */
  async function recover(error: unknown) {
    if (!(error instanceof ApiError)) throw error;
    const current = payment.current();
    if (error.code === "payment_done" && current) return onPaid(current.orderIntent);
    const fresh = error.code === "payment_open" || ENDED.includes(error.code) ? await refetch() : undefined;
    if (error.code === "payment_open" && fresh?.intent) return onOpenIntent(fresh.intent);
    throw error;
  }

  const form = useContractForm({
    schema: Schema,
    defaultValues: {
      licenseUsage,
      licenseCompany: isHeldByCompany(licenseUsage) ? (company ?? "") : "",
      licenseAssignee: user.fullName,
      ...(billing ?? { ...EMPTY_BILLING, billingEmail: user.email, ...splitName(user.fullName) }),
      billingVat: vat ?? "",
      billingReference: "",
      consent: false,
    },
    onSubmit: async ({ consent, licenseUsage: _usage, licenseCompany, licenseAssignee, ...bill }) => {
      // First, because a wallet's dialog may open only right after a click.
      const completeMethod = await method.submit();
      if (!completeMethod) return;
      setExpired(false);
      const { billingVat, billingReference, ...billedTo } = bill;
      const business = { billingVat, billingReference };
      const holder = isHeldByCompany(licenseUsage) ? { licenseCompany, licenseAssignee } : { licenseAssignee };
      const { savedCards } = completeMethod;
      try {
        const intent = await payment.begin({ offerId, ...holder, ...business, billing: billedTo, savedCards });
        setExpiresAt(intent.expiresAt);
        if (intent.breakdown.orderSpent !== breakdown.orderSpent) {
          await payment.cancel(intent.orderIntent);
          return renew();
        }
        onStarted();
        const outcome = await confirmPayment(completeMethod, intent.clientSecret, billedTo);
        if (outcome.status === "paid") return onPaid(intent.orderIntent);
        if (outcome.status === "canceled") return renew();
        method.refuse(outcome.message);
      } catch (error) {
        await recover(error);
      }
    },
  });
  const method = usePaymentMethod({ amount: breakdown.orderSpent, payee }, { asksForBilling: false, savedCards: true });

  return (
    <Form form={form} label="Checkout">
      <CheckoutPanel>
        <CheckoutSection title={offerLabel(offer)}>
          <OfferLicenses offer={offer} />
          <LicenseCompanyField licenseUsage={licenseUsage} />
          <LicenseAssigneeField licenseUsage={licenseUsage} />
        </CheckoutSection>
        <BillingSection>
          <BusinessFields />
          {isTaxed && <TaxQuote priced={{ offerId }} onChange={setQuoted} onDiscountRefused={() => {}} />}
        </BillingSection>
        <PaymentSection
          breakdownFor={breakdownFor}
          works={items}
          percent={undefined}
          expiresAt={expiresAt}
          onRenew={renew}
          tax={tax}
          summary={<ChosenCard method={method} />}
          action={<ChangeMethodButton method={method} />}
        >
          <PaymentMethodField method={method} isReturning={billing !== null} />
        </PaymentSection>
      </CheckoutPanel>
      <PayBar
        picture={items[0]?.picture ?? null}
        label={offerLabel(offer)}
        breakdownFor={breakdownFor}
        isReady={method.stripe !== null}
        tax={tax}
        hasInput={method.hasInput}
        notice={hasExpired ? () => "Your time to pay ran out, and nothing was charged. Pay again if you agree." : null}
      />
    </Form>
  );
}
