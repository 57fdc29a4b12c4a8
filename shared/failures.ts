import { MESSAGES } from "./messages.ts";

interface FailureDefinition {
  /** HTTP status. */
  readonly status: number;
  readonly message: string;
  /** The form field that the failure belongs to; the message is then repeated in `fields`. */
  readonly field?: string;
  /** True if the site shows the message as a toast. */
  readonly expose?: boolean;
}

/** Every failure of a call: its code, status and text. */
export const FAILURES = {
  invalid_request: { status: 400, message: MESSAGES.invalid },
  block_self: { status: 400, message: MESSAGES.blockSelf, expose: true },
  follow_self: { status: 400, message: MESSAGES.followSelf, expose: true },
  not_json: { status: 400, message: MESSAGES.notJson },
  unauthenticated: { status: 401, message: MESSAGES.unauthenticated },
  wrong_credentials: { status: 401, message: MESSAGES.wrongCredentials, expose: true },
  session_expired: { status: 401, message: MESSAGES.unauthenticated },
  forbidden: { status: 403, message: MESSAGES.forbidden },
  account_blocked: { status: 403, message: MESSAGES.accountBlocked, expose: true },
  account_suspended: { status: 403, message: MESSAGES.accountSuspended, expose: true },
  unverified: { status: 403, message: MESSAGES.unverified, expose: true },
  /** The password was right; the cookie identifies the log-in to complete. */
  second_factor_required: { status: 403, message: MESSAGES.secondFactorRequired, expose: true },
  /** The operator's account has no second factor. */
  second_factor_missing: { status: 403, message: MESSAGES.secondFactorMissing },
  /** Allowed once the session's user has proven to be the owner. */
  proof_required: { status: 403, message: MESSAGES.proofRequired, expose: true },
  operator_self: { status: 403, message: MESSAGES.operatorSelf, expose: true },
  case_own: { status: 403, message: MESSAGES.caseOwn, expose: true },
  order_own: { status: 403, message: MESSAGES.orderOwn, expose: true },
  operator_account: { status: 403, message: MESSAGES.operatorAccount, expose: true },
  entry_not_added: { status: 403, message: MESSAGES.entryNotAdded, expose: true },
  offer_not_own: { status: 403, message: MESSAGES.offerNotOwn, field: "offerItems", expose: true },
  offer_not_asked: { status: 403, message: MESSAGES.offerNotAsked, expose: true },
  review_needs_order: { status: 403, message: MESSAGES.reviewNeedsOrder, expose: true },
  not_found: { status: 404, message: MESSAGES.notFound },
  user_not_found: { status: 404, message: MESSAGES.userNotFound },
  artwork_not_found: { status: 404, message: MESSAGES.artworkNotFound },
  media_not_found: { status: 404, message: MESSAGES.mediaNotFound },
  collection_not_found: { status: 404, message: MESSAGES.collectionNotFound },
  comment_not_found: { status: 404, message: MESSAGES.commentNotFound },
  review_not_found: { status: 404, message: MESSAGES.reviewNotFound },
  notification_not_found: { status: 404, message: MESSAGES.notificationNotFound },
  follow_not_found: { status: 404, message: MESSAGES.followNotFound },
  offer_not_found: { status: 404, message: MESSAGES.offerNotFound, expose: true },
  thread_not_found: { status: 404, message: MESSAGES.threadNotFound },
  case_not_found: { status: 404, message: MESSAGES.caseNotFound },
  announcement_not_found: { status: 404, message: MESSAGES.announcementNotFound },
  order_not_found: { status: 404, message: MESSAGES.orderNotFound },
  document_not_found: { status: 404, message: MESSAGES.documentNotFound },
  license_not_found: { status: 404, message: MESSAGES.licenseNotFound },
  export_not_found: { status: 404, message: MESSAGES.exportNotFound, expose: true },
  factor_not_found: { status: 404, message: MESSAGES.factorNotFound },
  discount_not_found: { status: 404, message: MESSAGES.discountNotFound, expose: true },
  payment_method_not_found: { status: 404, message: MESSAGES.paymentMethodNotFound },
  intent_not_found: { status: 404, message: MESSAGES.intentInvalid },
  signature_invalid: { status: 400, message: MESSAGES.signatureInvalid },
  method_not_allowed: { status: 405, message: MESSAGES.methodNotAllowed },
  username_taken: { status: 409, message: MESSAGES.usernameTaken, field: "userUsername", expose: true },
  email_taken: { status: 409, message: MESSAGES.emailTaken, field: "userEmail", expose: true },
  artwork_moved: { status: 409, message: MESSAGES.artworkMoved, expose: true },
  case_taken: { status: 409, message: MESSAGES.caseTaken, expose: true },
  case_closed: { status: 409, message: MESSAGES.caseClosed, expose: true },
  case_not_undoable: { status: 409, message: MESSAGES.caseNotUndoable, expose: true },
  case_artwork_deleted: { status: 409, message: MESSAGES.caseArtworkDeleted, expose: true },
  case_shares_takedown: { status: 409, message: MESSAGES.caseSharesTakedown, expose: true },
  appeal_of_own_decision: { status: 409, message: MESSAGES.appealOfOwnDecision, expose: true },
  restore_too_early: { status: 409, message: MESSAGES.restoreTooEarly, expose: true },
  artwork_not_taken_down: { status: 409, message: MESSAGES.artworkNotTakenDown, expose: true },
  artwork_answer_recorded: { status: 409, message: MESSAGES.artworkAnswerRecorded, expose: true },
  artwork_owner_blocked: { status: 409, message: MESSAGES.artworkOwnerBlocked, expose: true },
  artwork_blocked: { status: 409, message: MESSAGES.artworkBlocked, expose: true },
  artwork_has_open_payment: { status: 409, message: MESSAGES.artworkHasOpenPayment, expose: true },
  member_not_found: { status: 404, message: MESSAGES.userNotFound, field: "username", expose: true },
  member_self: { status: 409, message: MESSAGES.memberSelf, field: "username", expose: true },
  member_refused: { status: 409, message: MESSAGES.memberRefused, field: "username", expose: true },
  too_many_members: { status: 409, message: MESSAGES.tooManyMembers, field: "username", expose: true },
  too_many_collections: { status: 409, message: MESSAGES.tooManyCollections, expose: true },
  collection_full: { status: 409, message: MESSAGES.collectionFull, expose: true },
  message_refused: { status: 409, message: MESSAGES.messageRefused, expose: true },
  message_unanswered: { status: 409, message: MESSAGES.messageUnanswered, expose: true },
  thread_moved: { status: 409, message: MESSAGES.threadMoved, expose: true },
  refund_not_possible: { status: 409, message: MESSAGES.refundNotPossible, expose: true },
  refund_not_asked: { status: 409, message: MESSAGES.refundNotAsked, expose: true },
  review_exists: { status: 409, message: MESSAGES.reviewExists, expose: true },
  license_company_exists: {
    status: 409,
    message: MESSAGES.licenseCompanyExists,
    field: "licenseCompany",
    expose: true,
  },
  license_already_exists: { status: 409, message: MESSAGES.licenseAlreadyExists, field: "licenseType", expose: true },
  license_type_superseded: {
    status: 409,
    message: MESSAGES.licenseTypeSuperseded,
    field: "licenseType",
    expose: true,
  },
  own_artwork: { status: 409, message: MESSAGES.ownArtwork, expose: true },
  synonyms_changed: { status: 409, message: MESSAGES.synonymsChanged, expose: true },
  home_page_changed: { status: 409, message: MESSAGES.homePageChanged, expose: true },
  discount_taken: { status: 409, message: MESSAGES.discountTaken, field: "discountCode", expose: true },
  payment_open: { status: 409, message: MESSAGES.paymentOpen, expose: true },
  payment_pending: { status: 409, message: MESSAGES.paymentPending, expose: true },
  payment_done: { status: 409, message: MESSAGES.paymentDone, expose: true },
  artwork_reserved: { status: 409, message: MESSAGES.artworkReserved, expose: true },
  artwork_in_checkout: { status: 409, message: MESSAGES.artworkInCheckout, expose: true },
  artwork_sold: { status: 409, message: MESSAGES.artworkSold, field: "offerItems", expose: true },
  offer_paying: { status: 409, message: MESSAGES.offerPaying, expose: true },
  offer_bought: { status: 409, message: MESSAGES.offerBought, expose: true },
  order_not_refundable: { status: 409, message: MESSAGES.orderNotRefundable, expose: true },
  refund_uncovered: { status: 409, message: MESSAGES.refundUncovered, expose: true },
  seller_uncovered: { status: 409, message: MESSAGES.sellerUncovered, expose: true },
  order_changed: { status: 409, message: MESSAGES.orderChanged, expose: true },
  order_disputed: { status: 409, message: MESSAGES.orderDisputed, expose: true },
  order_already_refunded: { status: 409, message: MESSAGES.orderAlreadyRefunded, expose: true },
  order_refund_pending: { status: 409, message: MESSAGES.orderRefundUnderWay, expose: true },
  order_seller_closed: { status: 409, message: MESSAGES.orderSellerClosed, expose: true },
  evidence_files_refused: { status: 409, message: MESSAGES.evidenceFilesRefused, expose: true },
  evidence_not_awaited: { status: 409, message: MESSAGES.evidenceNotAwaited, expose: true },
  onboarding_not_begun: { status: 409, message: MESSAGES.onboardingNotStarted, expose: true },
  account_changed: { status: 409, message: MESSAGES.accountChanged, expose: true },
  account_unverified: { status: 409, message: MESSAGES.accountUnverified, expose: true },
  account_closed: { status: 409, message: MESSAGES.accountClosed, expose: true },
  account_is_blocked: { status: 409, message: MESSAGES.accountIsBlocked, expose: true },
  account_is_suspended: { status: 409, message: MESSAGES.accountIsSuspended, expose: true },
  account_is_not_suspended: { status: 409, message: MESSAGES.accountIsNotSuspended, expose: true },
  account_not_suspended: { status: 409, message: MESSAGES.accountNotSuspended, expose: true },
  suspension_answered: { status: 409, message: MESSAGES.suspensionAnswered, expose: true },
  account_not_blocked: { status: 409, message: MESSAGES.accountNotBlocked, expose: true },
  account_has_open_payments: { status: 409, message: MESSAGES.accountHasOpenPayments, expose: true },
  account_without_factor: { status: 409, message: MESSAGES.accountWithoutFactor, expose: true },
  account_password_unproven: { status: 409, message: MESSAGES.accountPasswordUnproven, expose: true },
  account_exported: { status: 409, message: MESSAGES.accountExported, expose: true },
  user_has_open_payments: { status: 409, message: MESSAGES.userHasOpenPayments, expose: true },
  announcement_moved: { status: 409, message: MESSAGES.announcementMoved, expose: true },
  announcement_taken_down: { status: 409, message: MESSAGES.announcementTakenDown, expose: true },
  too_many_announcements: {
    status: 409,
    message: MESSAGES.tooManyAnnouncements,
    field: "publishAt",
    expose: true,
  },
  too_many_followed: { status: 409, message: MESSAGES.tooManyFollowed, expose: true },
  export_too_soon: { status: 409, message: MESSAGES.exportTooSoon, expose: true },
  totp_exists: { status: 409, message: MESSAGES.totpExists, expose: true },
  too_many_passkeys: { status: 409, message: MESSAGES.tooManyPasskeys, expose: true },
  already_onboarded: { status: 409, message: MESSAGES.alreadyOnboarded, expose: true },
  offer_ended: { status: 410, message: MESSAGES.offerEnded, expose: true },
  artwork_unavailable: { status: 410, message: MESSAGES.artworkUnavailable, expose: true },
  license_revoked: { status: 410, message: MESSAGES.licenseRevoked, expose: true },
  link_expired: { status: 410, message: MESSAGES.linkExpired, expose: true },
  second_factor_expired: { status: 410, message: MESSAGES.secondFactorExpired, expose: true },
  totp_expired: { status: 410, message: MESSAGES.totpExpired, expose: true },
  file_format: { status: 422, message: MESSAGES.fileFormat, field: "artworkMedia", expose: true },
  file_too_large: { status: 422, message: MESSAGES.fileTooLarge, field: "artworkMedia", expose: true },
  media_not_ready: { status: 422, message: MESSAGES.mediaNotReady, field: "artworkMedia", expose: true },
  media_failed: { status: 422, message: MESSAGES.mediaFailed, field: "artworkMedia", expose: true },
  media_used: { status: 422, message: MESSAGES.mediaUsed, field: "artworkMedia", expose: true },
  commercial_unavailable: { status: 422, message: MESSAGES.commercialUnavailable, field: "artworkType", expose: true },
  license_not_offered: { status: 422, message: MESSAGES.licenseNotOffered, field: "licenseType", expose: true },
  purchases_disabled: { status: 422, message: MESSAGES.purchasesDisabled, expose: true },
  intent_invalid: { status: 422, message: MESSAGES.intentInvalid, expose: true },
  discount_invalid: { status: 422, message: MESSAGES.discountInvalid, field: "discountCode", expose: true },
  tax_location_invalid: { status: 422, message: MESSAGES.taxLocationInvalid, field: "billingZip", expose: true },
  current_password_wrong: { status: 422, message: MESSAGES.currentPasswordWrong, field: "userCurrent", expose: true },
  code_wrong: { status: 422, message: MESSAGES.codeWrong, field: "code", expose: true },
  passkey_refused: { status: 422, message: MESSAGES.passkeyRefused, expose: true },
  too_many_open_uploads: { status: 429, message: MESSAGES.tooManyOpenUploads, field: "artworkMedia", expose: true },
  too_many_unpublished: { status: 429, message: MESSAGES.tooManyUnpublished, field: "artworkMedia", expose: true },
  too_many_uploaded_bytes: {
    status: 429,
    message: MESSAGES.tooManyUploadedBytes,
    field: "artworkMedia",
    expose: true,
  },
  too_many_requests: { status: 429, message: MESSAGES.tooManyRequests, expose: true },
  too_many_passwords: { status: 429, message: MESSAGES.tooManyPasswords, expose: true },
  too_many_codes: { status: 429, message: MESSAGES.tooManyCodes, expose: true },
  /** For formats that the contract doesn't list. */
  format_unavailable: { status: 400, message: MESSAGES.formatUnavailable },
  search_waking: { status: 503, message: MESSAGES.searchWaking },
  tax_unavailable: { status: 503, message: MESSAGES.taxUnavailable, expose: true },
  payouts_unavailable: { status: 503, message: MESSAGES.payoutsUnavailable, expose: true },
  mail_unavailable: { status: 503, message: MESSAGES.mailUnavailable, expose: true },
  internal: { status: 500, message: MESSAGES.internal },
} as const satisfies Record<string, FailureDefinition>;

export type FailureCode = keyof typeof FAILURES;

/** Failures of the runtime itself, which routes don't declare. */
export const IMPLIED_FAILURES = [
  "invalid_request",
  "not_json",
  "unauthenticated",
  "forbidden",
  "not_found",
  "too_many_requests",
  "internal",
] as const satisfies readonly FailureCode[];

/** Body of every failed call. */
export interface FailureBody {
  readonly message: string;
  readonly code: FailureCode;
  readonly expose: boolean;
  /** Message by field name. */
  readonly fields?: Readonly<Record<string, string>>;
  /** For the operators; on status 500 only. */
  readonly requestId?: string;
}

/** The body of a failure. With `fields`, its message is that of the first field. */
export function buildFailureBody(code: FailureCode, fields?: Readonly<Record<string, string>>): FailureBody {
  const fact: FailureDefinition = FAILURES[code];
  const named = fields ?? (fact.field ? { [fact.field]: fact.message } : undefined);
  const message = (fields && Object.values(fields)[0]) ?? fact.message;
  return { message, code, expose: fact.expose ?? false, ...(named ? { fields: named } : {}) };
}
