import { Entity } from "dynamodb-toolbox/entity";
import { boolean, item, list, map, number, record, string } from "dynamodb-toolbox/schema";
import { OPERATOR_PERMISSIONS } from "#shared/model/operator.ts";
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

/**
 * An account with its profile and settings; it expires unless its e-mail is verified. Cognito stores its password and issues
 * its tokens; its id is Cognito's username.
 */
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
    /** Epoch seconds after which an unverified account is deleted. */
    until: number().optional().savedAs("ttl"),
    /** Epoch seconds; sessions started until then are ended. Never decreases. */
    notBefore: number().optional(),
    /** The `notBefore` of the last new password, which tokens are bound to. Absent if only new passwords ended sessions. */
    passwordFrom: number().optional(),
    /** The session exempt from `notBefore`: the one that changed the password. */
    exemptSession: string().optional(),
    /** Epoch seconds until which a password reset is in progress; meanwhile the old password doesn't work. */
    resetUntil: number().optional(),
    /** Number of second factors: authenticator app and passkeys. Absent means none. */
    factors: number().optional(),
    /** Epoch seconds of when operators removed all of them at the owner's request. */
    factorsRemoved: number().optional(),
    /** Number of renewals of its recovery codes, for optimistic locking. */
    recoveryCodeSets: number().optional(),
    /** Epoch seconds of the last change of e-mail. */
    emailChanged: number().optional(),
    /** Epoch seconds: changes of e-mail between the two were undone, and their former addresses lost that right. */
    undoneFrom: number().optional(),
    undoneAt: number().optional(),
    /** The folder of the avatar's pictures, and their upload. */
    avatarKey: string().optional(),
    avatarMediaId: string().optional(),
    description: string().optional(),
    country: string().optional(),
    /** Websites, pinned artwork, and the banner's artwork. */
    links: list(string()).optional(),
    pinned: list(uuid()).optional(),
    bannerId: uuid().optional(),
    stripeId: string().optional(),
    /** The account's Stripe customer, which owns its saved cards; created at the first checkout that needs it. */
    customerId: string().optional(),
    onboarded: boolean().default(false),
    showsFavorites: boolean().default(true),
    favorites: number().default(0),
    /** Number of collections; absent means none. */
    collections: number().optional(),
    /** Numbers of followers and of followed artists; absent means none. */
    followers: number().optional(),
    following: number().optional(),
    /** Number of visible artworks. */
    shown: number().default(0),
    ratingSum: number().default(0),
    ratingCount: number().default(0),
    billing: map(billing).optional(),
    /** The company of the account's last business licence. */
    company: string().optional(),
    /** That company's VAT number, if given. */
    vat: string().optional(),
    /** A seller's postal address (in lines) and VAT number on receipts and invoices. */
    sellerAddress: string().optional(),
    sellerVat: string().optional(),
    /** Epoch seconds at which the last payment by or to the account started, and the number of disputed orders on either side. */
    lastPayment: number().optional(),
    /** Absent from accounts that are older than this count. */
    disputes: number().optional(),
    /** Notices that were switched on or off, by the names of shared/model/notifications.ts. */
    notices: record(string(), boolean()).optional(),
    /** Secret for the unsubscribe links; absent until the first mail with one. */
    unsubscribeKey: string().optional(),
    unread: number().default(0),
    /** Id of the newest notification: later ids are greater, so that polling after a cursor misses none. */
    lastNotice: string().optional(),
    /** Id of the first paid order of the account's work that it was notified of. */
    firstSale: uuid().optional(),
    /** Permissions of an operator, granted by a command alone; absent means none. */
    operatorPermissions: list(string().enum(...OPERATOR_PERMISSIONS)).optional(),
    /**
     * The last suspension, in force until it is lifted: operators keep the account from publishing, selling and buying. Reasons
     * and rule as sent to the owner; times are ISO 8601.
     */
    suspension: map({
      suspensionId: uuid(),
      at: string(),
      reason: string(),
      rule: string(),
      /** When the owner answered it. */
      answeredAt: string().optional(),
      liftedAt: string().optional(),
      liftReason: string().optional(),
    }).optional(),
    /** The operator who suspended it: somebody else decides about the owner's answer. */
    suspendedBy: uuid().optional(),
    /** ISO 8601; set while operators block log-in and visibility. */
    blockedAt: string().optional(),
    /** Reason and rule of the last block, and the reason of its end, as sent to the owner. */
    blockStatement: map({ reason: string(), rule: string(), endReason: string().optional() }).optional(),
    /** Why operators last ended its sessions, at that `notBefore`, or closed it, as sent to the owner. */
    sessionsEnded: map({ notBefore: number(), reason: string() }).optional(),
    closeReason: string().optional(),
    /** ISO 8601; set once the account is closed, which deletes everything personal but the username. */
    deactivatedAt: string().optional(),
  }),
});
