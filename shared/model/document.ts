import * as z from "zod/mini";
import { choice } from "./primitives.ts";

/** A company gets an invoice, a person a receipt; a credit note takes a part or all of it back. */
export const DOCUMENT_KINDS = ["receipt", "invoice", "creditNote"] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** A document of an order, for both of its sides. */
export const OrderDocument = z.object({
  /** Its place among those of the order, from 1 up. */
  nth: z.number(),
  kind: choice(DOCUMENT_KINDS),
  /** Null for the moment between the payment and its number. */
  number: z.nullable(z.string()),
  /** ISO 8601; null as long. */
  issued: z.nullable(z.string()),
});
export type OrderDocument = z.output<typeof OrderDocument>;
