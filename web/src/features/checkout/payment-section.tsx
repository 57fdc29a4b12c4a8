import { Button, chakra } from "@chakra-ui/react";
import Clock from "lucide-react/icons/clock";
import { type ReactNode, useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { APP_NAME } from "#shared/brand.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { Breakdown } from "#shared/model/order.ts";
import { isDiscountCapped, isReductionCapped } from "#shared/rules/fees.ts";
import type { LicenseType } from "#shared/rules/license-options.ts";
import { LICENSE_LABELS } from "#web/features/licenses/license-labels.ts";
import { DateTime } from "#web/ui/date-time.tsx";
import { CheckField } from "#web/ui/form/check-field.tsx";
import { SubmitButton } from "#web/ui/form/form.tsx";
import { countLabel } from "#web/ui/labels.ts";
import { MoneyLines, moneyLabel, type PricedWork, priceLines } from "#web/ui/money-lines.tsx";
import { Notice } from "#web/ui/notice.tsx";
import type { PictureFacts } from "#web/ui/picture/picture.tsx";
import { Thumbnail } from "#web/ui/picture/thumbnail.tsx";
import { CheckoutSection } from "./checkout-section.tsx";
import type { TaxState } from "./tax-quote.tsx";

interface TotalProps {
  readonly breakdown: Breakdown;
  /** The works of an offer. */
  readonly works?: readonly PricedWork[] | undefined;
  /** Percentage of the applied discount code. */
  readonly percent?: number | undefined;
  /** Tax of a payment that isn't started yet, on stages that charge tax. */
  readonly tax?: TaxState | undefined;
}

/** True while the total lacks tax. */
const isBeforeTax = ({ status }: TaxState) => status !== "none" && status !== "known";

/** Explains a total before tax. */
function TaxNotice({ tax }: { readonly tax: TaxState }) {
  if (tax.status === "failed") {
    return (
      <Notice kind="error">
        {tax.message}
        {tax.retry && (
          <Button type="button" size="sm" variant="outline" colorPalette="neutral" marginStart="3" onClick={tax.retry}>
            Try again
          </Button>
        )}
      </Notice>
    );
  }
  if (!isBeforeTax(tax)) return null;
  return (
    <chakra.p textStyle="sm" color="fg.muted" role="status">
      {tax.status === "pending" ? "Calculating tax…" : "Tax is added once your billing address is complete."}
    </chakra.p>
  );
}

/** Explains why a code takes off less than its percentage; renders nothing if it doesn't. */
function CapNotice({ breakdown, percent }: Pick<TotalProps, "breakdown"> & { readonly percent: number }) {
  const { licensePrice, listPrice, discount } = breakdown;
  const isSellersCode = listPrice !== undefined;
  const isCapped = isSellersCode
    ? isReductionCapped(listPrice, percent, licensePrice)
    : isDiscountCapped(licensePrice, percent, discount);
  if (!isCapped) return null;
  return (
    <chakra.p textStyle="sm" color="fg.muted">
      {isSellersCode
        ? `This code takes ${percent}% off, but no license costs less than ${moneyLabel(licensePrice)}.`
        : `This code takes ${percent}% off, but no more than what ${APP_NAME} earns from the sale, ${moneyLabel(discount)}: the rest is the artist's.`}
    </chakra.p>
  );
}

/** The total and its items; screen readers announce changes of the total. */
export function Total({ breakdown, works, percent, tax: state = { status: "none" } }: TotalProps) {
  const { buyerFee, discount, tax, orderSpent } = breakdown;
  const isBefore = isBeforeTax(state);
  return (
    <>
      <MoneyLines
        lines={[
          ...priceLines(breakdown, "Artist's discount", works),
          { label: "Service fee", cents: buyerFee },
          ...(discount ? [{ label: "Discount", cents: -discount }] : []),
          ...(tax === undefined ? [] : [{ label: "Tax", cents: tax }]),
        ]}
        total={{ label: isBefore ? "Total before tax" : "Total", cents: orderSpent }}
      />
      <TaxNotice tax={state} />
      {percent !== undefined && <CapNotice breakdown={breakdown} percent={percent} />}
      <chakra.span srOnly role="status">
        {isBefore ? "" : `To pay: ${moneyLabel(orderSpent)}`}
      </chakra.span>
    </>
  );
}

/** EU buyers must consent to losing the right of withdrawal by immediate delivery. */
export const Consent = z.object({ consent: z.literal(true, MESSAGES.required) });

export const ConsentField = () => (
  <CheckField
    name="consent"
    label="Deliver immediately"
    text="I want the original right away, and I understand that I can't withdraw from the purchase once it is delivered."
  />
);

/** Remaining minutes that screen readers announce; every minute would interrupt too often. */
const ANNOUNCED_MINUTES = [1, 5, 10];

const minutesUntil = (moment: string) => Math.max(0, Math.ceil((Date.parse(moment) - Date.now()) / 60_000));

/** Remaining minutes, rounded up; rerenders only when they change. */
function useMinutesLeft(until: string): number {
  const [minutes, setMinutes] = useState(() => minutesUntil(until));
  useEffect(() => {
    const timer = setInterval(() => setMinutes(minutesUntil(until)), 1000);
    return () => clearInterval(timer);
  }, [until]);
  return minutes;
}

const minutesLabel = (minutes: number) => `${countLabel(minutes, "minute")} left`;

interface PaymentDeadlineProps {
  /** ISO 8601. */
  readonly until: string;
  /** Gets a new price once this one is over; undefined where a link leads to it. */
  readonly onRenew?: (() => void) | undefined;
}

/** Time until which the price is held for this payment. */
export function PaymentDeadline({ until, onRenew }: PaymentDeadlineProps) {
  const minutes = useMinutesLeft(until);
  const time = <DateTime value={until} pattern="HH:mm" />;
  const announced = ANNOUNCED_MINUTES.find((limit) => minutes <= limit);
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2" textStyle="sm" color="fg.muted">
      <chakra.span flexShrink="0" aria-hidden>
        <Clock size={18} />
      </chakra.span>
      {minutes > 0 ? (
        <span>This price is held until {time}.</span>
      ) : (
        <>
          <span>This price was held until {time}. Nothing was charged.</span>
          {onRenew && (
            <Button type="button" size="sm" variant="outline" colorPalette="neutral" onClick={onRenew}>
              Get the current price
            </Button>
          )}
        </>
      )}
      <chakra.span srOnly role="status">
        {minutes > 0 && announced ? minutesLabel(announced) : minutes === 0 ? "Your time to pay is up" : ""}
      </chakra.span>
    </chakra.div>
  );
}

interface PaymentSectionProps extends Pick<TotalProps, "works"> {
  readonly breakdownFor: (type: LicenseType) => Breakdown;
  /** Percentage of the applied discount code; undefined without one. */
  readonly percent: number | undefined;
  /** ISO 8601 expiry of the started payment; null before the start. */
  readonly expiresAt: string | null;
  readonly onRenew: () => void;
  readonly tax: TaxState;
  /** A saved card, and the button that changes it. */
  readonly summary: ReactNode;
  readonly action: ReactNode;
  readonly children: ReactNode;
}

/** The form's last section, with the total of the chosen licence. */
export function PaymentSection({
  breakdownFor,
  works,
  percent,
  expiresAt,
  onRenew,
  tax,
  summary,
  action,
  children,
}: PaymentSectionProps) {
  const breakdown = breakdownFor(useWatch({ name: "licenseType" }));
  return (
    <CheckoutSection title="Payment" summary={summary} action={action}>
      {children}
      <Total breakdown={breakdown} works={works} percent={percent} tax={tax} />
      <ConsentField />
      {expiresAt && <PaymentDeadline until={expiresAt} onRenew={onRenew} />}
    </CheckoutSection>
  );
}

const Bar = chakra("div", {
  base: {
    position: "sticky",
    bottom: 0,
    zIndex: "bar",
    display: "grid",
    gap: "3",
    paddingX: { base: "4", md: "5" },
    paddingY: { base: "3", md: "5" },
    marginX: { base: "-4", md: 0 },
    background: "bg.panel",
    borderRadius: { md: "l3" },
    borderTopWidth: "1px",
    borderWidth: { md: "1px" },
    borderColor: "border",
  },
});

interface PayBarProps {
  readonly picture: PictureFacts | null;
  /** Name of the purchase; by default the chosen licence. */
  readonly label?: string;
  readonly breakdownFor: (type: LicenseType) => Breakdown;
  /** True once the fields of the payment method are loaded. */
  readonly isReady: boolean;
  readonly tax: TaxState;
  /** True after any input in the fields of the payment method. */
  readonly hasInput: boolean;
  /** Message if the payment has to be restarted; null otherwise. */
  readonly notice: ((type: LicenseType) => string) | null;
}

/** Sticky bar with the licence, the total and the submit button. */
export function PayBar({ picture, label, breakdownFor, isReady, tax, hasInput, notice }: PayBarProps) {
  // Null after a browser's reset.
  const chosen: LicenseType | null = useWatch({ name: "licenseType" });
  const licenseType = chosen ?? "personal";
  const { orderSpent } = breakdownFor(licenseType);
  const isBefore = isBeforeTax(tax);
  return (
    <Bar data-pay-bar>
      {notice && <Notice kind="error">{notice(licenseType)}</Notice>}
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="4">
        {picture && <Thumbnail picture={picture} side="3rem" />}
        <chakra.span flex="1 1 6rem" minWidth="0" textStyle="sm" lineHeight="short">
          <chakra.span display="block" fontWeight="semibold">
            {label ?? (chosen && LICENSE_LABELS[chosen].name)}
          </chakra.span>
          <chakra.span color="fg.muted">
            {isBefore ? `${moneyLabel(orderSpent)} before tax` : `Total ${moneyLabel(orderSpent)}`}
          </chakra.span>
        </chakra.span>
        <SubmitButton width="auto" disabled={!isReady || isBefore} mayBeUnchanged={hasInput}>
          {isBefore ? "Pay" : `Pay ${moneyLabel(orderSpent)}`}
        </SubmitButton>
      </chakra.div>
      {(!isReady || isBefore) && (
        <chakra.p textStyle="sm" color="fg.muted">
          {isReady ? "You can pay once the tax is known." : "You can pay once the payment form is loaded."}
        </chakra.p>
      )}
    </Bar>
  );
}
