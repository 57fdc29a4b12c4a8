import { Entity, type FormattedItem } from "dynamodb-toolbox/entity";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { boolean, item, list, map, number, string } from "dynamodb-toolbox/schema";
import { DOCUMENT_KINDS } from "#shared/model/document.ts";
import { compactId, partitionKey, sortKey } from "../../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../../platform/table/marketplace-table.ts";

/** The billing address of an order, without its e-mail. */
const billed = () =>
  map({
    billingName: string().savedAs("n"),
    billingSurname: string().savedAs("s"),
    billingAddress: string().savedAs("a"),
    billingZip: string().savedAs("z"),
    billingCity: string().savedAs("c"),
    billingCountry: string().savedAs("co"),
  });

/** The tax on a sale in its parts, in cents. */
const taxed = () =>
  map({
    parts: list(map({ label: string().savedAs("l"), amount: number().savedAs("a") })).savedAs("p"),
    /** The buyer, a business, owes it in the place of the platform. */
    isReverseCharge: boolean().savedAs("r"),
  });

/** Pinned as the payment begins; the names of both sides are the licence's. */
export const billPins = {
  billed: billed().optional().savedAs("bl"),
  vat: string().optional().savedAs("vt"),
  reference: string().optional().savedAs("rf"),
  sellerAddress: string().optional().savedAs("sa"),
  sellerVat: string().optional().savedAs("sv"),
  /** The code by which a discount was granted. */
  code: string().optional().savedAs("cd"),
  /** Absent where the stage calculates no tax. */
  taxed: taxed().optional().savedAs("tx"),
  /** Who runs the platform, where the stage says so: legal name, address and VAT number. */
  platform: map({
    name: string().savedAs("n"),
    address: string().savedAs("a"),
    vat: string().optional().savedAs("v"),
  })
    .optional()
    .savedAs("pf"),
};

/**
 * A receipt, an invoice or a credit note of an order, which never changes once it has its number; what it says beside the
 * order is in the first one. Four attributes have names that both indexes of orders hold, so that a list is one query.
 */
export const DocumentEntity = new Entity({
  name: "document",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    orderId: partitionKey("O"),
    /** From 1 up. */
    nth: sortKey("D"),
    sellerId: compactId().savedAs("a"),
    kind: string()
      .enum(...DOCUMENT_KINDS)
      .savedAs("st"),
    /** Among those of its seller's series; absent until it is issued. */
    number: number().optional().savedAs("f"),
    /** ISO 8601. */
    issued: string().optional().savedAs("t"),
    /** Cents: of the sale, or of what a credit note takes back. */
    amount: number().savedAs("am"),
    ...billPins,
    /** Keys of the indexes: the documents of a year on each side. */
    ofBuyer: string().optional().savedAs("o"),
    ofSeller: string().optional().savedAs("s"),
  }),
});

/** The partitions of one side's documents of a year: a buyer's in the index `byOwner`, a seller's in `shownByOwner`. */
export const boughtDocumentsOf = (buyerId: string, year: string | number) => `DB#${buyerId}#${year}`;
export const soldDocumentsOf = (sellerId: string, year: string | number) => `DS#${sellerId}#${year}`;

/** How far a seller's series have come: receipts and invoices are one, credit notes the other. */
export const DocumentSeriesEntity = new Entity({
  name: "documentSeries",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    sellerId: partitionKey("DS"),
    series: sortKey("DS"),
    last: number().savedAs("l"),
    /** When the last one was issued (ISO 8601). */
    issued: string().savedAs("t"),
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
