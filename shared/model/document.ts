import * as z from "zod/mini";
import { choice } from "./primitives.ts";

/** Invoices are for companies, receipts for people; a credit note reverses all or part of either. */
export const DOCUMENT_KINDS = ["receipt", "invoice", "creditNote"] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** A document of an order, for both of its sides. */
export const OrderDocument = z.object({
  /** Position within the order, from 1. */
  nth: z.number(),
  kind: choice(DOCUMENT_KINDS),
  /** Null briefly after the payment, until it is numbered. */
  number: z.nullable(z.string()),
  /** ISO 8601; null until then. */
  issued: z.nullable(z.string()),
});
export type OrderDocument = z.output<typeof OrderDocument>;
