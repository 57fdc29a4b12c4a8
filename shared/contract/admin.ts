import * as z from "zod/mini";
import {
  AccountAction,
  AccountArtwork,
  AccountCases,
  AccountErasure,
  AccountMailDraft,
  AccountMails,
  AccountOrder,
  AccountOrdersLook,
  AccountPageLook,
  AccountRecord,
  FactorsRemoval,
  FoundPeople,
  RuledAccountAction,
} from "../model/account-record.ts";
import {
  ArtworkDecisionForm,
  ArtworkPreviewForm,
  ArtworkQuery,
  ArtworkRecord,
  Case,
  CaseDecisionForm,
  CaseDetail,
  CaseMessage,
  CaseMessagesQuery,
  CasePreviewForm,
  CaseQuery,
  MailPreviews,
  OrderDecisionForm,
  OrderPreviewForm,
  ReopenForm,
  ReviewedArtwork,
} from "../model/case.ts";
import { AskedDays } from "../model/day.ts";
import { DiscountCode, PlatformCodeForm } from "../model/discount-code.ts";
import { HomePage, HomePageChange } from "../model/home-page.ts";
import { ArtworkId, DiscountId, OrderId, UserId } from "../model/ids.ts";
import { Numbers, YearQuery, YearReport } from "../model/numbers.ts";
import { CaseId, LogEntry, LogQuery, Look, LookSearch, OperatorAccount, OperatorReason } from "../model/operator.ts";
import { FoundOrders, OrderLedger, OrderRecord } from "../model/order-record.ts";
import { pageQuery, pageSchema, queriedNumber, ToastMessage } from "../model/primitives.ts";
import { SearchWords, SynonymsChange } from "../model/search-words.ts";
import { route } from "../route.ts";

/** The caller's permissions, which decide what the administration shows. */
export const readOperator = route({
  method: "GET",
  path: "/api/admin/me",
  access: "operator",
  status: 200,
  returns: OperatorAccount,
});

/**
 * Entries of the audit log, newest first; those of the last 30 days by default, of 366 at most. For those who work with people
 * or money. A read is a look.
 */
export const listLog = route({
  method: "GET",
  path: "/api/admin/log",
  access: "operator",
  permission: { anyOf: ["moderation", "support", "finance"] },
  audit: "log.read",
  query: LogQuery,
  status: 200,
  returns: pageSchema(LogEntry),
});

/**
 * The queue: open cases by what is due first, or closed ones, the latest first. Operators see the kinds of their permissions;
 * a case of any other kind answers as if there were none.
 */
export const listCases = route({
  method: "GET",
  path: "/api/admin/cases",
  access: "operator",
  query: CaseQuery,
  status: 200,
  returns: pageSchema(Case),
});

const caseParams = z.object({ caseId: CaseId });

export const readCase = route({
  method: "GET",
  path: "/api/admin/cases/{caseId}",
  access: "operator",
  audit: "case.read",
  params: caseParams,
  status: 200,
  returns: CaseDetail,
  fails: ["case_not_found"],
});

/** The messages of a reported conversation, newest first; `reason` is the case itself. */
export const readCaseMessages = route({
  method: "GET",
  path: "/api/admin/cases/{caseId}/messages",
  access: "operator",
  permission: "moderation",
  audit: "thread.read",
  params: caseParams,
  query: CaseMessagesQuery,
  status: 200,
  returns: pageSchema(CaseMessage),
  fails: ["case_not_found", "thread_not_found"],
});

/** Takes a case for 30 minutes, so that two operators don't work on the same. */
export const takeCase = route({
  method: "POST",
  path: "/api/admin/cases/{caseId}/take",
  access: "operator",
  audit: "case.take",
  params: caseParams,
  status: 200,
  returns: CaseDetail,
  fails: ["case_not_found", "case_taken", "case_closed"],
});

/** Gives a case back; nothing happens if the caller doesn't have it. */
export const releaseCase = route({
  method: "DELETE",
  path: "/api/admin/cases/{caseId}/take",
  access: "operator",
  audit: "case.release",
  params: caseParams,
  status: 204,
  fails: ["case_not_found"],
});

/** The mails that an action would send; it has no effect. */
export const previewCaseMails = route({
  method: "POST",
  path: "/api/admin/cases/{caseId}/mails",
  access: "operator",
  params: caseParams,
  body: CasePreviewForm,
  status: 200,
  returns: MailPreviews,
  fails: ["case_not_found"],
});

/** Failures of an action on an order. */
const ORDER_REFUSALS = [
  "order_own",
  "order_changed",
  "order_disputed",
  "order_already_refunded",
  "order_refund_pending",
  "order_seller_closed",
  "order_not_refundable",
  "seller_uncovered",
  "evidence_not_awaited",
  "evidence_files_refused",
] as const;

/** Decides a case and closes it. It is taken for the caller, unless another operator has it. */
export const decideCase = route({
  method: "POST",
  path: "/api/admin/cases/{caseId}/actions",
  access: "operator",
  effects: ["operating"],
  audit: "case.decide",
  params: caseParams,
  body: CaseDecisionForm,
  status: 200,
  returns: CaseDetail,
  fails: [
    "case_not_found",
    "case_taken",
    "case_closed",
    "case_artwork_deleted",
    "case_own",
    "appeal_of_own_decision",
    "restore_too_early",
    "artwork_owner_blocked",
    ...ORDER_REFUSALS,
  ],
});

/** Undoes a decision that can be undone, and reopens the case for the caller. */
export const reopenCase = route({
  method: "POST",
  path: "/api/admin/cases/{caseId}/reopen",
  access: "operator",
  effects: ["operating"],
  audit: "case.reopen",
  params: caseParams,
  body: ReopenForm,
  status: 200,
  returns: CaseDetail,
  fails: [
    "case_not_found",
    "case_taken",
    "case_closed",
    "case_not_undoable",
    "case_own",
    "case_artwork_deleted",
    "case_shares_takedown",
    "artwork_owner_blocked",
  ],
});

/** Artwork by its link or id, hidden ones included, or visible artwork by words of its title. */
export const findReviewedArtwork = route({
  method: "GET",
  path: "/api/admin/artwork",
  access: "operator",
  permission: "moderation",
  query: ArtworkQuery,
  status: 200,
  returns: pageSchema(ReviewedArtwork),
  fails: ["search_waking"],
});

const artworkParams = z.object({ artworkId: ArtworkId });

export const readReviewedArtwork = route({
  method: "GET",
  path: "/api/admin/artwork/{artworkId}",
  access: "operator",
  permission: "moderation",
  params: artworkParams,
  status: 200,
  returns: ArtworkRecord,
  fails: ["artwork_not_found"],
});

/** The mails that an action would send; it has no effect. */
export const previewArtworkMails = route({
  method: "POST",
  path: "/api/admin/artwork/{artworkId}/mails",
  access: "operator",
  permission: "moderation",
  params: artworkParams,
  body: ArtworkPreviewForm,
  status: 200,
  returns: MailPreviews,
  fails: ["artwork_not_found"],
});

/** Decides about an artwork that need not be reported. Safe to repeat. */
export const decideArtwork = route({
  method: "POST",
  path: "/api/admin/artwork/{artworkId}/actions",
  access: "operator",
  permission: "moderation",
  effects: ["operating"],
  audit: "artwork.decide",
  params: artworkParams,
  body: ArtworkDecisionForm,
  status: 200,
  returns: ArtworkRecord,
  fails: [
    "artwork_not_found",
    "case_own",
    "artwork_not_taken_down",
    "artwork_answer_recorded",
    "artwork_owner_blocked",
    "appeal_of_own_decision",
    "restore_too_early",
  ],
});

/** By number, id, link or Stripe's id of the payment; in the body, because addresses of calls are logged. */
export const searchOrders = route({
  method: "POST",
  path: "/api/admin/orders/search",
  access: "operator",
  permission: "finance",
  effects: ["operating"],
  audit: "order.search",
  body: LookSearch,
  status: 200,
  returns: FoundOrders,
});

const orderParams = z.object({ orderId: OrderId });

export const readOrderRecord = route({
  method: "GET",
  path: "/api/admin/orders/{orderId}",
  access: "operator",
  permission: "finance",
  audit: "order.read",
  params: orderParams,
  query: Look,
  status: 200,
  returns: OrderRecord,
  fails: ["order_not_found"],
});

/** Compares an order with its payment at Stripe, as the command `ledger` does with all of them. */
export const readOrderLedger = route({
  method: "GET",
  path: "/api/admin/orders/{orderId}/ledger",
  access: "operator",
  permission: "finance",
  audit: "order.read_ledger",
  params: orderParams,
  query: Look,
  status: 200,
  returns: OrderLedger,
  fails: ["order_not_found"],
});

/** A receipt, invoice or credit note. */
export const readOrderRecordDocument = route({
  method: "GET",
  path: "/api/admin/orders/{orderId}/documents/{nth}",
  access: "operator",
  permission: "finance",
  audit: "order.read_document",
  params: z.extend(orderParams, { nth: queriedNumber() }),
  query: Look,
  status: 200,
  produces: "application/pdf",
  returns: z.instanceof(Uint8Array),
  fails: ["document_not_found"],
});

/** The mails that an action would send; it has no effect. Asks for the state that only a look at the order gives. */
export const previewOrderMails = route({
  method: "POST",
  path: "/api/admin/orders/{orderId}/mails",
  access: "operator",
  permission: "finance",
  params: orderParams,
  body: OrderPreviewForm,
  status: 200,
  returns: MailPreviews,
  fails: ["order_not_found", "order_changed"],
});

/** Refunds an order or answers its dispute on the seller's behalf. Repeating one's own refund succeeds. */
export const decideOrder = route({
  method: "POST",
  path: "/api/admin/orders/{orderId}/actions",
  access: "operator",
  permission: "finance",
  effects: ["operating"],
  audit: "order.decide",
  params: orderParams,
  body: OrderDecisionForm,
  status: 200,
  returns: OrderRecord,
  fails: ["order_not_found", ...ORDER_REFUSALS],
});

/** The curated row with its days, and the categories with their covers. */
export const readHomePage = route({
  method: "GET",
  path: "/api/admin/home",
  access: "operator",
  permission: "curation",
  status: 200,
  returns: HomePage,
});

/** Replaces the curated row, changes categories' covers, or both; refused if the home page changed since it was read. */
export const changeHomePage = route({
  method: "PATCH",
  path: "/api/admin/home",
  access: "operator",
  permission: "curation",
  effects: ["operating"],
  audit: "home.curate",
  body: HomePageChange,
  status: 200,
  returns: HomePage,
  fails: ["home_page_changed", "artwork_unavailable"],
});

/** Groups of synonyms, and searches of the last 30 days that found nothing. */
export const readSearchWords = route({
  method: "GET",
  path: "/api/admin/words",
  access: "operator",
  permission: "curation",
  status: 200,
  returns: SearchWords,
});

/** Adds a group of synonyms, removes one, or both, which changes it. Searches follow within a second. */
export const changeSynonyms = route({
  method: "PATCH",
  path: "/api/admin/words",
  access: "operator",
  permission: "curation",
  effects: ["operating"],
  audit: "search.synonyms",
  body: SynonymsChange,
  status: 200,
  returns: z.pick(SearchWords, { groups: true }),
  fails: ["synonyms_changed"],
});

/** Codes that the platform pays for, newest first, including ended ones. */
export const listPlatformCodes = route({
  method: "GET",
  path: "/api/admin/discounts",
  access: "operator",
  permission: "finance",
  feature: "discounts",
  query: pageQuery(),
  status: 200,
  returns: pageSchema(DiscountCode),
});

/** Creates a code for every artist's work, which lowers what the platform earns. */
export const createPlatformCode = route({
  method: "POST",
  path: "/api/admin/discounts",
  access: "operator",
  permission: "finance",
  effects: ["operating"],
  audit: "discount.create",
  feature: "discounts",
  body: PlatformCodeForm,
  status: 201,
  returns: DiscountCode,
  fails: ["discount_taken"],
});

/** Ends a code of the platform for good; payments that have started keep it. Safe to repeat. */
export const endPlatformCode = route({
  method: "DELETE",
  path: "/api/admin/discounts/{discountId}",
  access: "operator",
  permission: "finance",
  effects: ["operating"],
  audit: "discount.end",
  feature: "discounts",
  params: z.object({ discountId: DiscountId }),
  body: z.object({ reason: OperatorReason }),
  status: 204,
  fails: ["discount_not_found"],
});

/** The marketplace's figures by day; those of the last 30 days by default, of 366 at most. */
export const readNumbers = route({
  method: "GET",
  path: "/api/admin/numbers",
  access: "operator",
  query: AskedDays,
  status: 200,
  returns: Numbers,
});

/** A year's numbers of decisions, to be published. */
export const readYearReport = route({
  method: "GET",
  path: "/api/admin/year_report",
  access: "operator",
  query: YearQuery,
  status: 200,
  returns: YearReport,
});

const personParams = z.object({ userId: UserId });
const READS_PEOPLE = { anyOf: ["support", "moderation"] } as const;
const REFUSED = [
  "user_not_found",
  "operator_self",
  "operator_account",
  "account_unverified",
  "account_changed",
  "account_closed",
] as const;

/**
 * People by exactly their username, e-mail address or id, or by an order's number or id: then both its sides. In the body,
 * because addresses of calls are logged.
 */
export const searchPeople = route({
  method: "POST",
  path: "/api/admin/people/search",
  access: "operator",
  permission: READS_PEOPLE,
  effects: ["operating"],
  audit: "account.search",
  body: LookSearch,
  status: 200,
  returns: FoundPeople,
});

export const readAccount = route({
  method: "GET",
  path: "/api/admin/people/{userId}",
  access: "operator",
  permission: READS_PEOPLE,
  audit: "account.read",
  params: personParams,
  query: Look,
  status: 200,
  returns: AccountRecord,
  fails: ["user_not_found"],
});

/** Everything of theirs that isn't deleted, hidden artwork included, newest first. */
export const listAccountArtwork = route({
  method: "GET",
  path: "/api/admin/people/{userId}/artwork",
  access: "operator",
  permission: READS_PEOPLE,
  audit: "account.read_artwork",
  params: personParams,
  query: AccountPageLook,
  status: 200,
  returns: pageSchema(AccountArtwork),
});

/** Their purchases or sales, newest first. */
export const listAccountOrders = route({
  method: "GET",
  path: "/api/admin/people/{userId}/orders",
  access: "operator",
  permission: READS_PEOPLE,
  audit: "account.read_orders",
  params: personParams,
  query: AccountOrdersLook,
  status: 200,
  returns: pageSchema(AccountOrder),
});

/** Mails and notifications of the last 30 days, without their texts. */
export const readAccountMails = route({
  method: "GET",
  path: "/api/admin/people/{userId}/mails",
  access: "operator",
  permission: READS_PEOPLE,
  audit: "account.read_mails",
  params: personParams,
  query: Look,
  status: 200,
  returns: AccountMails,
});

/** Reports and questions by the account, and reports of its conversations and of its newest artwork. */
export const readAccountCases = route({
  method: "GET",
  path: "/api/admin/people/{userId}/cases",
  access: "operator",
  permission: READS_PEOPLE,
  audit: "account.read_cases",
  params: personParams,
  query: Look,
  status: 200,
  returns: AccountCases,
});

export const endAccountSessions = route({
  method: "POST",
  path: "/api/admin/people/{userId}/end_sessions",
  access: "operator",
  permission: READS_PEOPLE,
  effects: ["operating"],
  audit: "session.end_all",
  params: personParams,
  body: AccountAction,
  status: 200,
  returns: ToastMessage,
  fails: [...REFUSED, "account_is_blocked"],
});

/** Takes two permissions, so that whoever has one can't open an account whose password they know. */
export const removeAccountFactors = route({
  method: "POST",
  path: "/api/admin/people/{userId}/remove_factors",
  access: "operator",
  permission: { allOf: ["support", "moderation"] },
  effects: ["operating"],
  audit: "factor.remove_all",
  params: personParams,
  body: FactorsRemoval,
  status: 200,
  returns: ToastMessage,
  fails: [...REFUSED, "account_is_blocked", "account_without_factor", "account_password_unproven"],
});

/** Blocks the account and its artwork; repeated, it continues a block that was interrupted. */
export const blockAccount = route({
  method: "POST",
  path: "/api/admin/people/{userId}/block",
  access: "operator",
  permission: "moderation",
  effects: ["operating"],
  audit: "account.block",
  params: personParams,
  body: RuledAccountAction,
  status: 200,
  returns: ToastMessage,
  fails: [...REFUSED],
});

export const unblockAccount = route({
  method: "POST",
  path: "/api/admin/people/{userId}/unblock",
  access: "operator",
  permission: "moderation",
  effects: ["operating"],
  audit: "account.unblock",
  params: personParams,
  body: AccountAction,
  status: 200,
  returns: ToastMessage,
  fails: [...REFUSED, "account_not_blocked"],
});

/**
 * Keeps the account from publishing, selling, buying and writing; its owner can answer. Payments that have started can be
 * finished.
 */
export const suspendAccount = route({
  method: "POST",
  path: "/api/admin/people/{userId}/suspend",
  access: "operator",
  permission: "moderation",
  effects: ["operating"],
  audit: "account.suspend",
  params: personParams,
  body: RuledAccountAction,
  status: 200,
  returns: ToastMessage,
  fails: [...REFUSED, "account_is_blocked", "account_is_suspended"],
});

/** Once its owner has answered, somebody else than who suspended the account has to lift it. */
export const liftSuspension = route({
  method: "POST",
  path: "/api/admin/people/{userId}/lift_suspension",
  access: "operator",
  permission: "moderation",
  effects: ["operating"],
  audit: "account.lift_suspension",
  params: personParams,
  body: AccountAction,
  status: 200,
  returns: ToastMessage,
  fails: [...REFUSED, "account_is_not_suspended", "appeal_of_own_decision"],
});

/** The mail that an action would send; it has no effect. */
export const previewAccountMails = route({
  method: "POST",
  path: "/api/admin/people/{userId}/mails",
  access: "operator",
  permission: READS_PEOPLE,
  params: personParams,
  body: AccountMailDraft,
  status: 200,
  returns: MailPreviews,
  fails: ["user_not_found"],
});

/** Starts the export that the person can start in their settings, where they alone download it. */
export const startAccountExport = route({
  method: "POST",
  path: "/api/admin/people/{userId}/export",
  access: "operator",
  permission: "support",
  effects: ["operating"],
  audit: "account.export",
  params: personParams,
  body: AccountAction,
  status: 200,
  returns: ToastMessage,
  fails: [...REFUSED, "account_is_blocked", "account_exported"],
});

/** Closes the account for good and deletes its data; of a closed one it deletes what is left. */
export const eraseAccount = route({
  method: "POST",
  path: "/api/admin/people/{userId}/erase",
  access: "operator",
  permission: "support",
  effects: ["operating"],
  audit: "account.erase",
  params: personParams,
  body: AccountErasure,
  status: 200,
  returns: ToastMessage,
  fails: [...REFUSED, "account_is_blocked", "account_has_open_payments"],
});
