import { Entity } from "dynamodb-toolbox/entity";
import { boolean, item, list, map, number, record, string } from "dynamodb-toolbox/schema";
import { constantSortKey, partitionKey, uuid } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

const billing = {
  billingName: string(),
  billingSurname: string(),
  billingEmail: string(),
  billingAddress: string(),
  billingZip: string(),
  billingCity: string(),
  billingCountry: string(),
};

/** An account. Its password and its tokens are the identity provider's; its id is the provider's username. */
export const UserEntity = new Entity({
  name: "user",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    userId: partitionKey("USER"),
    sk: constantSortKey("USER"),
    /** The username as chosen; comparisons go through its claim. */
    name: string(),
    fullName: string(),
    email: string(),
    /** True once the link in the sign-up mail was opened. */
    verified: boolean().default(false),
    /** Epoch seconds after which an account whose link was never opened is forgotten. */
    until: number().optional().savedAs("ttl"),
    /** Epoch seconds up to which sessions that began are over; it only grows. */
    notBefore: number().optional(),
    /** The `notBefore` of the last new password, which tokens are bound to. Absent where sessions ended by new passwords alone. */
    passwordFrom: number().optional(),
    /** The session that began then and continues: the one that changed the password. */
    exemptSession: string().optional(),
    /** Epoch seconds until which a password set by mail is under way: meanwhile the former one opens nothing. */
    resetUntil: number().optional(),
    /** How many second factors the account has: its authenticator app and its passkeys. Absent means none. */
    factors: number().optional(),
    /** Epoch seconds of when operators removed all of them at the owner's request. */
    factorsRemoved: number().optional(),
    /** How often its recovery codes were renewed, so that of two calls at once one alone does. */
    recoveryCodeSets: number().optional(),
    /** Epoch seconds of the last change of e-mail. */
    emailChanged: number().optional(),
    /** Epoch seconds: changes of e-mail made between the two were taken back, and their former addresses lost that right. */
    undoneFrom: number().optional(),
    undoneAt: number().optional(),
    /** The folder of the avatar's pictures, and the upload that they came from. */
    avatarKey: string().optional(),
    avatarMediaId: string().optional(),
    description: string().optional(),
    country: string().optional(),
    /** Websites, own artwork that the profile shows first, and the one that its banner shows. */
    links: list(string()).optional(),
    pinned: list(uuid()).optional(),
    bannerId: uuid().optional(),
    stripeId: string().optional(),
    /** The account's customer at the payment provider, to which saved cards belong; made when a checkout first asks. */
    customerId: string().optional(),
    onboarded: boolean().default(false),
    showsFavorites: boolean().default(true),
    favorites: number().default(0),
    /** How many collections the account has; absent means none. */
    collections: number().optional(),
    /** How many follow the account, and how many it follows; absent means none. */
    followers: number().optional(),
    following: number().optional(),
    /** How many artworks visitors see. */
    shown: number().default(0),
    ratingSum: number().default(0),
    ratingCount: number().default(0),
    billing: map(billing).optional(),
    /** The company that the account last bought a licence for. */
    company: string().optional(),
    /** That company's VAT number, where the last purchase named one. */
    vat: string().optional(),
    /** A seller's own on receipts and invoices: address in lines, VAT number. */
    sellerAddress: string().optional(),
    sellerVat: string().optional(),
    /** When a payment by or to the account last began, in epoch seconds, and how many orders of either side are disputed. */
    lastPayment: number().optional(),
    /** Absent from accounts that are older than this count. */
    disputes: number().optional(),
    /** Notices that were switched on or off, by the names of shared/model/notifications.ts. */
    notices: record(string(), boolean()).optional(),
    /** From which the addresses follow that switch each kind of mail off; absent until the first such mail. */
    unsubscribeKey: string().optional(),
    unread: number().default(0),
    /** Id of the newest notification: the next one's is greater, so that who asks for what came after misses nothing. */
    lastNotice: string().optional(),
    /** ISO 8601; set while operators keep the account from logging in and from being shown. */
    blockedAt: string().optional(),
    /** ISO 8601; set once the account is closed, which takes everything personal but the username away. */
    deactivatedAt: string().optional(),
  }),
});
