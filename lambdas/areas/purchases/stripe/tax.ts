import type { Logger } from "@aws-lambda-powertools/logger";
import type Stripe from "stripe";
import { findCountry } from "#shared/countries.ts";
import type { TaxedAddress } from "#shared/model/billing.ts";
import { counted } from "../../../platform/runtime/counted.ts";
import { fail } from "../../../platform/runtime/failure.ts";
import { CLIENT } from "./client.ts";
import type { Payments } from "./open-payments.ts";
import { isRefusal, toLogFields } from "./stripe-errors.ts";

/** Stripe's code of “Digital Finished Artwork: downloaded, without a subscription, with permanent rights”. */
const TAX_CODE = "txcd_10505001";

/** Tax on a sale in cents, with the wording for its documents. */
export interface Tax {
  readonly calculationId: string;
  readonly amount: number;
  /** Its parts, such as “VAT 19% (Germany)”. */
  readonly parts: readonly { readonly label: string; readonly amount: number }[];
  /** True if the buyer, a business, owes the tax instead of the platform. */
  readonly isReverseCharge: boolean;
}

interface Taxed {
  /** Cents that the buyer pays before tax. */
  readonly net: number;
  readonly billedTo: TaxedAddress;
  readonly vat?: string | undefined;
}

type TaxIdType = Stripe.Tax.CalculationCreateParams.CustomerDetails.TaxId.Type;

/** Stripe's types of VAT numbers outside the EU, by prefix; Stripe expects them without it. The EU's have one type. */
const TAX_ID_TYPES: Readonly<Record<string, TaxIdType>> = {
  CH: "ch_vat",
  GB: "gb_vat",
  LI: "li_vat",
  NO: "no_vat",
};
const EU_LETTERS = "AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI".split(" ");

/** The VAT number in Stripe's format; none for an unsupported type. */
function toTaxIds(vat = "") {
  const letters = vat.slice(0, 2);
  if (EU_LETTERS.includes(letters)) return [{ type: "eu_vat" as const, value: vat }];
  const type = TAX_ID_TYPES[letters];
  if (!type) return [];
  return [{ type, value: ["ch_vat", "gb_vat"].includes(type) ? vat : vat.slice(2) }];
}

const toCalculation = ({ net, billedTo, vat }: Taxed): Stripe.Tax.CalculationCreateParams => ({
  currency: "usd",
  line_items: [{ amount: net, reference: "license", tax_behavior: "exclusive", tax_code: TAX_CODE }],
  customer_details: {
    address: {
      line1: billedTo.billingAddress,
      city: billedTo.billingCity,
      postal_code: billedTo.billingZip,
      country: billedTo.billingCountry,
    },
    address_source: "billing",
    ...(toTaxIds(vat).length > 0 ? { tax_ids: toTaxIds(vat) } : {}),
  },
});

/** A type of tax in words, such as “VAT” or “Sales tax”. */
const formatTaxType = (type = "tax") =>
  type.length <= 4 && type !== "tax"
    ? type.toUpperCase()
    : type.charAt(0).toUpperCase() + type.slice(1).replaceAll("_", " ");

function toPart({ amount, tax_rate_details }: Stripe.Tax.Calculation.TaxBreakdown) {
  const { country, percentage_decimal, state, tax_type } = tax_rate_details;
  const place = [state, findCountry(country ?? "")?.name].filter(Boolean).join(", ");
  const rate = Number(percentage_decimal) > 0 ? ` ${Number(percentage_decimal)}%` : "";
  return { label: `${formatTaxType(tax_type ?? undefined)}${rate}${place ? ` (${place})` : ""}`, amount };
}

/** The tax on a sale by the platform's registrations at Stripe; a failure, which is logged, if it can't be calculated. */
export async function calculateTax({ [CLIENT]: stripe }: Payments, taxed: Taxed, log: Logger) {
  const calculate = (sale: Taxed) => stripe.tax.calculations.create(toCalculation(sale));
  try {
    const calculation = await calculate(taxed).catch((error: unknown) =>
      // Stripe validates numbers more strictly than our formats do.
      isRefusal(error) && error.code === "tax_id_invalid"
        ? calculate({ ...taxed, vat: undefined })
        : Promise.reject(error),
    );
    const { id, tax_amount_exclusive, tax_breakdown } = calculation;
    if (!id) throw new Error("A calculation of tax has no id");
    return {
      calculationId: id,
      amount: tax_amount_exclusive,
      parts: tax_breakdown.filter(({ amount }) => amount > 0).map(toPart),
      isReverseCharge: tax_breakdown.some(({ taxability_reason }) => taxability_reason === "reverse_charge"),
    } satisfies Tax;
  } catch (error) {
    if (isRefusal(error) && error.code === "customer_tax_location_invalid") return fail("tax_location_invalid");
    log.error("Tax could not be calculated", { ...counted("PaymentsNotStarted"), ...toLogFields(error) });
    return fail("tax_unavailable");
  }
}
