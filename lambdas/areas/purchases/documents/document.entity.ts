import { Entity, type FormattedItem } from "dynamodb-toolbox/entity";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { boolean, item, list, map, number, string } from "dynamodb-toolbox/schema";
import { DOCUMENT_KINDS } from "#shared/model/document.ts";
import { partitionKey, sortKey, uuid } from "../../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../../platform/table/marketplace-table.ts";

/** The billing address of an order, without its e-mail. */
const billed = () =>
  map({
    billingName: string(),
    billingSurname: string(),
    billingAddress: string(),
    billingZip: string(),
    billingCity: string(),
    billingCountry: string(),
  });

/** The parts of the tax on a sale, in cents. */
const taxed = () =>
  map({
    parts: list(map({ label: string(), amount: number() })),
    /** True if the buyer, a business, owes the tax instead of the platform. */
    isReverseCharge: boolean(),
  });

/** Stored when the payment starts; both sides' names are in the licence. */
export const billPins = {
  billed: billed().optional(),
  vat: string().optional(),
  reference: string().optional(),
  sellerAddress: string().optional(),
  sellerVat: string().optional(),
  /** The code of the discount. */
  code: string().optional(),
  /** Absent where the stage calculates no tax. */
  taxed: taxed().optional(),
  /** The platform's operator, if the stage names one: legal name, address and VAT number. */
  platform: map({
    name: string(),
    address: string(),
    vat: string().optional(),
  }).optional(),
};

/**
 * A receipt, invoice or credit note of an order, which never changes once numbered. What it says beside the order is in
 * the first one.
 */
export const DocumentEntity = new Entity({
  name: "document",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    orderId: partitionKey("ORDER"),
    /** From 1. */
    nth: sortKey("DOCUMENT"),
    sellerId: uuid(),
    kind: string().enum(...DOCUMENT_KINDS),
    /** In its seller's series; absent until it is issued. */
    number: number().optional(),
    /** ISO 8601. */
    issued: string().optional(),
    /** Cents: of the sale, or of the credit. */
    amount: number(),
    ...billPins,
    /** Index keys: each side's documents of a year. */
    ofBuyer: string().optional().savedAs("byOwnerPk"),
    ofSeller: string().optional().savedAs("shownByOwnerPk"),
  }),
});

/** The partitions of one side's documents of a year: a buyer's in the index `byOwner`, a seller's in `shownByOwner`. */
export const buildBoughtDocumentsPartition = (buyerId: string, year: string | number) => `DOCUMENTS#${buyerId}#${year}`;
export const buildSoldDocumentsPartition = (sellerId: string, year: string | number) => `DOCUMENTS#${sellerId}#${year}`;

/** The last number of a seller's receipts and invoices, or of their credit notes. */
export const DocumentSeriesEntity = new Entity({
  name: "documentSeries",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    sellerId: partitionKey("DOCUMENT_SERIES"),
    series: sortKey("SERIES"),
    last: number(),
    /** ISO 8601; when the last one was issued. */
    issued: string(),
  }),
});

type Pins = Pick<FormattedItem<typeof DocumentEntity>, keyof typeof billPins>;

interface Draft extends Pins {
  readonly orderId: string;
  readonly sellerId: string;
  readonly kind: "receipt" | "invoice";
  /** Cents. */
  readonly amount: number;
}

/** Writes the first, unnumbered document of a paid order, in the order's transaction. */
export const draftDocument = ({ orderId, sellerId, kind, amount, ...pinned }: Draft) => {
  const { billed: address, vat, reference, sellerAddress, sellerVat, code, taxed: tax, platform } = pinned;
  const pins = { billed: address, vat, reference, sellerAddress, sellerVat, code, taxed: tax, platform };
  return DocumentEntity.build(PutTransaction).item({ orderId, nth: "1", sellerId, kind, amount, ...pins });
};
