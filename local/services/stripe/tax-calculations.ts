import type Stripe from "stripe";
import * as z from "zod/mini";
import { invalid } from "./errors.ts";
import { Integer, parseParameters } from "./form.ts";
import type { Call, Service } from "./service.ts";
import { newId } from "./state.ts";

/** The stand-in's platform has its head office in Germany, and is registered for VAT in these countries and for tax in California. */
const HOME = "DE";
const VAT: Readonly<Record<string, number>> = { AT: 20, DE: 19, FR: 20, NL: 21 };
const CALIFORNIA = { percent: 8.25, isThere: (zip: string) => /^9[0-6]\d{3}/.test(zip) };

const EU_VAT = /^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)[A-Z\d]{2,12}$/;

const SECONDS_A_DAY = 24 * 60 * 60;

const Address = z.object({
  line1: z.optional(z.string()),
  line2: z.optional(z.string()),
  city: z.optional(z.string()),
  postal_code: z.optional(z.string()),
  state: z.optional(z.string()),
  country: z.string(),
});

const CalculationForm = {
  currency: z.string(),
  line_items: z.array(
    z.object({
      amount: Integer,
      reference: z.optional(z.string()),
      tax_behavior: z.optional(z.enum(["exclusive", "inclusive"])),
      tax_code: z.optional(z.string()),
    }),
  ),
  customer_details: z.object({
    address: Address,
    address_source: z.enum(["billing", "shipping"]),
    tax_ids: z.optional(z.array(z.object({ type: z.string(), value: z.string() }))),
  }),
  tax_date: z.optional(Integer),
};

type Breakdown = Stripe.Tax.Calculation.TaxBreakdown;
type Rate = Pick<Breakdown, "taxability_reason"> & { readonly details: Breakdown["tax_rate_details"] };

const rate = (
  taxability_reason: Breakdown["taxability_reason"],
  percent: number,
  country: string,
  tax_type: Breakdown["tax_rate_details"]["tax_type"],
  state: string | null = null,
): Rate => ({
  taxability_reason,
  details: {
    country,
    flat_amount: null,
    percentage_decimal: percent === 0 ? "0.0" : String(percent),
    rate_type: tax_type === null ? null : "percentage",
    state,
    tax_type,
  },
});

/** The rate for a customer; nothing is collected where the platform isn't registered. */
function rateFor({ address, tax_ids = [] }: z.output<typeof CalculationForm.customer_details>): Rate {
  const { country, postal_code: zip = "" } = address;
  if (country === "US") {
    if (CALIFORNIA.isThere(zip)) return rate("standard_rated", CALIFORNIA.percent, country, "sales_tax", "CA");
    return rate("not_collecting", 0, country, null);
  }
  const percent = VAT[country];
  if (percent === undefined) return rate("not_collecting", 0, country, null);
  const isForeignBusiness = country !== HOME && tax_ids.some(({ type }) => type === "eu_vat");
  return isForeignBusiness
    ? rate("reverse_charge", 0, country, "vat")
    : rate("standard_rated", percent, country, "vat");
}

/** Stripe needs the postal code of a customer in the US, and that or the province in Canada. */
function checkLocation({ country, postal_code = "", state = "" }: z.output<typeof Address>) {
  const isValid =
    /^[A-Z]{2}$/.test(country) &&
    (country !== "US" || /^\d{5}(-\d{4})?$/.test(postal_code)) &&
    (country !== "CA" || state !== "" || /^[A-Z]\d[A-Z]/i.test(postal_code));
  if (isValid) return;
  throw invalid(
    "We could not determine the customer's tax location based on the provided customer address. Please ensure the address is valid.",
    { code: "customer_tax_location_invalid", param: "customer_details[address]" },
  );
}

type Calculation = Stripe.Tax.Calculation & { id: string };

export function calculateTax(call: Call, { state, now }: Service): object {
  const { currency, line_items, customer_details, tax_date } = parseParameters(CalculationForm, call.params);
  const { address, address_source, tax_ids = [] } = customer_details;
  checkLocation(address);
  for (const [index, { type, value }] of tax_ids.entries()) {
    const param = `customer_details[tax_ids][${index}][value]`;
    if (type === "eu_vat" && !EU_VAT.test(value))
      throw invalid("Invalid value for eu_vat.", { code: "tax_id_invalid", param });
  }
  for (const [index, { tax_code = "" }] of line_items.entries()) {
    const param = `line_items[${index}][tax_code]`;
    if (!/^txcd_\d{8}$/.test(tax_code)) throw invalid(`Invalid tax code: ${tax_code}`, { param });
  }
  const { taxability_reason, details } = rateFor(customer_details);
  const percent = Number(details.percentage_decimal);
  const items = line_items.map(({ amount, reference = newId("L", 4), tax_behavior = "exclusive", tax_code = "" }) => ({
    id: newId("tax_li"),
    object: "tax.calculation_line_item" as const,
    amount,
    amount_tax: Math.round((amount * percent) / 100),
    livemode: false,
    metadata: null,
    performance_location: null,
    product: null,
    quantity: 1,
    reference,
    tax_behavior,
    tax_code,
  }));
  const net = items.reduce((sum, { amount }) => sum + amount, 0);
  const tax = items.reduce((sum, { amount_tax }) => sum + amount_tax, 0);
  const id = newId("taxcalc");
  const calculation: Calculation = {
    id,
    object: "tax.calculation",
    amount_total: net + tax,
    currency,
    customer: null,
    customer_details: {
      address: { line2: null, line1: null, city: null, postal_code: null, state: null, ...address },
      address_source,
      ip_address: null,
      tax_ids: tax_ids as Stripe.Tax.Calculation.CustomerDetails.TaxId[],
      taxability_override: "none",
    },
    expires_at: now() + 90 * SECONDS_A_DAY,
    line_items: { object: "list", data: items, has_more: false, url: `/v1/tax/calculations/${id}/line_items` },
    livemode: false,
    ship_from_details: null,
    shipping_cost: null,
    tax_amount_exclusive: tax,
    tax_amount_inclusive: 0,
    tax_breakdown: [
      {
        amount: tax,
        inclusive: false,
        taxability_reason,
        taxable_amount: percent > 0 ? net : 0,
        tax_rate_details: details,
      },
    ],
    tax_date: tax_date ?? now(),
  };
  return withoutLines(call, state.put(calculation));
}

/** Line items come only where they are asked for. */
export function withoutLines<T extends { line_items?: unknown }>({ params }: Call, object: T): object {
  if (Array.isArray(params.expand) && params.expand.includes("line_items")) return object;
  const { line_items: _hidden, ...rest } = object;
  return rest;
}

/** Throws unless the calculation that a payment names is one that hasn't expired. */
export function checkCalculation({ state, now }: Service, id: string) {
  const calculation = state.get("tax.calculation", id, "hooks[inputs][tax][calculation]");
  if ((calculation.expires_at ?? 0) < now()) throw invalid(`The tax calculation ${id} has expired.`);
}
