import { chakra } from "@chakra-ui/react";
import { useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { formatFee, formatPrice } from "#shared/format.ts";
import { FEES, LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { ArtworkTerms } from "#shared/rules/artwork-terms.ts";
import { computeFees } from "#shared/rules/fees.ts";
import { BecomeSellerLink } from "#web/features/selling/selling-notice.tsx";
import { useFeatures } from "#web/session/features.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import { centsLabel } from "#web/ui/labels.ts";
import { Notice } from "#web/ui/notice.tsx";
import { applicableFields, offeredChoices } from "./applicable-terms.ts";
import { type ArtworkFormValues, toTerms } from "./artwork-form-values.ts";
import { AVAILABILITY_CHOICES, LICENSE_CHOICES, TYPE_CHOICES, USE_CHOICES } from "./terms-labels.ts";

/** The reason why the user can't sell; null if they can. */
function sellingObstacle(hasPayments: boolean, isOnboarded: boolean): string | null {
  if (!hasPayments) return MESSAGES.commercialUnavailable;
  if (isOnboarded) return null;
  return MESSAGES.sellerBanner;
}

const { min, max } = LIMITS.price;

const BOUNDS = `Whole dollars, ${formatPrice(LIMITS.price.min)} to ${formatPrice(LIMITS.price.max)}.`;

const commercialRule = (personal = 0) =>
  personal < min
    ? `it needs to be from ${formatPrice(min)} to ${formatPrice(max)}`
    : `it needs to be more than the personal price of ${formatPrice(personal)}, and ${formatPrice(max)} at most`;

/** Hint below a price: the seller's earnings and the buyer's total. */
function earningsHint(price: number | undefined): string {
  if (!price || !Number.isInteger(price) || price < LIMITS.price.min || price > LIMITS.price.max) return BOUNDS;
  const { orderEarned, orderSpent } = computeFees(price * 100);
  return `You earn ${centsLabel(orderEarned)} after our ${formatFee(FEES.seller)} fee; a buyer pays ${centsLabel(orderSpent)} in total.`;
}

/** Fills in a field with a single choice without making the form dirty. */
function useOnlyChoice(
  field: "artworkType" | "artworkUse",
  value: unknown,
  offered: readonly string[],
  isApplicable: boolean,
) {
  const { resetField } = useFormContext();
  const only = isApplicable && !value && offered.length === 1 ? offered[0] : undefined;
  useEffect(() => {
    if (only) resetField(field, { defaultValue: only });
  }, [field, only, resetField]);
}

const pickFrom = <T extends { value: string }>(choices: readonly T[], offered: readonly string[]) =>
  choices.filter(({ value }) => offered.includes(value));

/** Fields of an artwork's licence terms; each appears only where it applies. */
export function TermsFields({ present }: { readonly present?: ArtworkTerms }) {
  const values = useWatch() as ArtworkFormValues;
  const { payments, known } = useFeatures();
  const { onboarded } = useSignedIn();
  const obstacle = known ? sellingObstacle(payments, onboarded) : null;
  const terms = toTerms(values);
  const applicable = applicableFields(terms);
  const offered = offeredChoices(terms, obstacle === null, present);
  useOnlyChoice("artworkType", terms.artworkType, offered.artworkType, applicable.artworkType && known);
  useOnlyChoice("artworkUse", terms.artworkUse, offered.artworkUse, applicable.artworkUse && known);
  return (
    <>
      <ChoiceField name="artworkAvailability" label="Availability" options={AVAILABILITY_CHOICES} />
      {applicable.artworkType && (
        <ChoiceField name="artworkType" label="Price" options={pickFrom(TYPE_CHOICES, offered.artworkType)} />
      )}
      {applicable.artworkType && obstacle && (
        <Notice>
          {obstacle}
          {payments && <BecomeSellerLink />}
        </Notice>
      )}
      {applicable.artworkLicense && <ChoiceField name="artworkLicense" label="License" options={LICENSE_CHOICES} />}
      {applicable.artworkUse && (
        <ChoiceField name="artworkUse" label="Commercial use" options={pickFrom(USE_CHOICES, offered.artworkUse)} />
      )}
      {(applicable.artworkPersonal || applicable.artworkCommercial) && (
        <chakra.div
          display="grid"
          gap="5"
          gridTemplateColumns={{ base: "1fr", sm: "repeat(auto-fit, minmax(13rem, 1fr))" }}
        >
          {applicable.artworkPersonal && (
            <NumberField
              name="artworkPersonal"
              label={applicable.artworkCommercial ? "Personal license price" : "License price"}
              unit="$"
              hint={earningsHint(terms.artworkPersonal)}
              rule={`it needs to be from ${formatPrice(min)} to ${formatPrice(max)}`}
            />
          )}
          {applicable.artworkCommercial && (
            <NumberField
              name="artworkCommercial"
              label="Commercial license price"
              unit="$"
              hint={
                terms.artworkCommercial ? earningsHint(terms.artworkCommercial) : `${BOUNDS} Above the personal price.`
              }
              rule={commercialRule(terms.artworkPersonal)}
            />
          )}
        </chakra.div>
      )}
    </>
  );
}
