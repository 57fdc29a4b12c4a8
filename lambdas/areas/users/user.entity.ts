import { Entity } from "dynamodb-toolbox/entity";
import { boolean, item, list, map, number, record, string } from "dynamodb-toolbox/schema";
import { compactId, constantSortKey, partitionKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

const billing = {
  billingName: string().savedAs("n"),
  billingSurname: string().savedAs("s"),
  billingEmail: string().savedAs("e"),
  billingAddress: string().savedAs("a"),
  billingZip: string().savedAs("z"),
  billingCity: string().savedAs("c"),
  billingCountry: string().savedAs("co"),
};

/** An account. Its password and its tokens are the identity provider's; its id is the provider's username. */
export const UserEntity = new Entity({
  name: "user",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    userId: partitionKey("U"),
    sk: constantSortKey("U"),
    /** The username as chosen; comparisons go through its claim. */
    name: string().savedAs("un"),
    fullName: string().savedAs("fn"),
    email: string().savedAs("em"),
    /** True once the link in the sign-up mail was opened. */
    verified: boolean().savedAs("ve").default(false),
    /** Epoch seconds after which an account whose link was never opened is forgotten. */
    until: number().optional().savedAs("ttl"),
    /** Epoch seconds up to which sessions that began are over; it only grows. */
    notBefore: number().optional().savedAs("nb"),
    /** The `notBefore` of the last new password, which tokens are bound to. Absent where sessions ended by new passwords alone. */
    passwordFrom: number().optional().savedAs("pf"),
    /** The session that began then and continues: the one that changed the password. */
    exemptSession: string().optional().savedAs("ks"),
    /** Epoch seconds until which a password set by mail is under way: meanwhile the former one opens nothing. */
    resetUntil: number().optional().savedAs("ru"),
    /** How many second factors the account has: its authenticator app and its passkeys. Absent means none. */
    factors: number().optional().savedAs("2f"),
    /** Epoch seconds of when operators removed all of them at the owner's request. */
    factorsRemoved: number().optional().savedAs("fr"),
    /** How often its recovery codes were renewed, so that of two calls at once one alone does. */
    recoveryCodeSets: number().optional().savedAs("rn"),
    /** Epoch seconds of the last change of e-mail. */
    emailChanged: number().optional().savedAs("ec"),
    /** Epoch seconds: changes of e-mail made between the two were taken back, and their former addresses lost that right. */
    undoneFrom: number().optional().savedAs("uf"),
    undoneAt: number().optional().savedAs("ua2"),
    /** The folder of the avatar's pictures, and the upload that they came from. */
    avatarKey: string().optional().savedAs("ua"),
    avatarMediaId: string().optional().savedAs("am"),
    description: string().optional().savedAs("d"),
    country: string().optional().savedAs("co"),
    /** Websites, own artwork that the profile shows first, and the one that its banner shows. */
    links: list(string()).optional().savedAs("li"),
    pinned: list(compactId()).optional().savedAs("pi"),
    bannerId: compactId().optional().savedAs("ba"),
    stripeId: string().optional().savedAs("st"),
    /** The account's customer at the payment provider, to which saved cards belong; made when a checkout first asks. */
    customerId: string().optional().savedAs("cu"),
    onboarded: boolean().savedAs("ob").default(false),
    showsFavorites: boolean().savedAs("sf").default(true),
    favorites: number().savedAs("f").default(0),
    /** How many collections the account has; absent means none. */
    collections: number().optional().savedAs("cl"),
    /** How many follow the account, and how many it follows; absent means none. */
    followers: number().optional().savedAs("fo"),
    following: number().optional().savedAs("fg"),
    /** How many artworks visitors see. */
    shown: number().savedAs("sh").default(0),
    ratingSum: number().savedAs("rs").default(0),
    ratingCount: number().savedAs("rc").default(0),
    billing: map(billing).optional().savedAs("bi"),
    /** The company that the account last bought a licence for. */
    company: string().optional().savedAs("cy"),
    /** That company's VAT number, where the last purchase named one. */
    vat: string().optional().savedAs("vt"),
    /** A seller's own on receipts and invoices: address in lines, VAT number. */
    sellerAddress: string().optional().savedAs("sa"),
    sellerVat: string().optional().savedAs("sv"),
    /** When a payment by or to the account last began, in epoch seconds, and how many orders of either side are disputed. */
    lastPayment: number().optional().savedAs("lp"),
    /** Absent from accounts that are older than this count. */
    disputes: number().optional().savedAs("dp"),
    /** Notices that were switched on or off, by the names of shared/model/notice-switches.ts. */
    notices: record(string(), boolean()).optional().savedAs("nc"),
    /** From which the addresses follow that switch each kind of mail off; absent until the first such mail. */
    unsubscribeKey: string().optional().savedAs("uk"),
    unread: number().savedAs("ur").default(0),
    /** Id of the newest notification: the next one's is greater, so that who asks for what came after misses nothing. */
    lastNotice: string().optional().savedAs("ln"),
    /** ISO 8601; set while operators keep the account from logging in and from being shown. */
    blockedAt: string().optional().savedAs("bk"),
    /** ISO 8601; set once the account is closed, which takes everything personal but the username away. */
    deactivatedAt: string().optional().savedAs("x"),
  }),
});
