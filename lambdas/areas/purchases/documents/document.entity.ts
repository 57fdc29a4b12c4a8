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

/** The tax on a sale in its parts, in cents. */
const taxed = () =>
  map({
    parts: list(map({ label: string(), amount: number() })),
    /** The buyer, a business, owes it in the place of the platform. */
    isReverseCharge: boolean(),
  });

/** Pinned as the payment begins; the names of both sides are the licence's. */
export const billPins = {
  billed: billed().optional(),
  vat: string().optional(),
  reference: string().optional(),
  sellerAddress: string().optional(),
  sellerVat: string().optional(),
  /** The code by which a discount was granted. */
  code: string().optional(),
  /** Absent where the stage calculates no tax. */
  taxed: taxed().optional(),
  /** Who runs the platform, where the stage says so: legal name, address and VAT number. */
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
    /** From 1 up. */
    nth: sortKey("DOCUMENT"),
    sellerId: uuid(),
    kind: string().enum(...DOCUMENT_KINDS),
    /** Among those of its seller's series; absent until it is issued. */
    number: number().optional(),
    /** ISO 8601. */
    issued: string().optional(),
    /** Cents: of the sale, or of what a credit note takes back. */
    amount: number(),
    ...billPins,
    /** Keys of the indexes: the documents of a year on each side. */
    ofBuyer: string().optional().savedAs("byOwnerPk"),
    ofSeller: string().optional().savedAs("shownByOwnerPk"),
  }),
});

/** The partitions of one side's documents of a year: a buyer's in the index `byOwner`, a seller's in `shownByOwner`. */
export const boughtDocumentsPartition = (buyerId: string, year: string | number) => `DOCUMENTS#${buyerId}#${year}`;
export const soldDocumentsPartition = (sellerId: string, year: string | number) => `DOCUMENTS#${sellerId}#${year}`;

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
    /** When the last one was issued (ISO 8601). */
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

/** Writes the first document of a paid order, which has no number yet, in the order's own transaction. */
export const draftDocument = ({ orderId, sellerId, kind, amount, ...pinned }: Draft) => {
  const { billed: address, vat, reference, sellerAddress, sellerVat, code, taxed: tax, platform } = pinned;
  const pins = { billed: address, vat, reference, sellerAddress, sellerVat, code, taxed: tax, platform };
  return DocumentEntity.build(PutTransaction).item({ orderId, nth: "1", sellerId, kind, amount, ...pins });
};
