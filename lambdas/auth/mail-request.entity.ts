import { Entity } from "dynamodb-toolbox/entity";
import { item, number, string } from "dynamodb-toolbox/schema";
import { constantSortKey, partitionKey } from "../table/item-key.ts";
import { MarketplaceTable } from "../table/marketplace-table.ts";

/** A link that anyone may have asked for; whether an account gets one is looked up by the reader of the table's stream. */
export const MailRequestEntity = new Entity({
  name: "mailRequest",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    requestId: partitionKey("MR"),
    sk: constantSortKey("MR"),
    kind: string().enum("forgot", "resend").savedAs("k"),
    email: string().savedAs("em"),
    /** The account whose link is wanted, where whoever asks says so. */
    username: string().optional().savedAs("un"),
    /** Epoch seconds; by then it has been answered, which deletes it. */
    expires: number().savedAs("ttl"),
  }),
});
