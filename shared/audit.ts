interface AuditedEvent {
  /** The parameter of the call, or field of its body or answer, that holds the entry's target id. */
  readonly target?: string;
  /** Only refused and failed calls are recorded; successful ones change nothing relevant. */
  readonly only?: "refusals";
}

/** Every event of the audit log. A route of the contract names its event; commands record theirs themselves. */
export const AUDIT_EVENTS = {
  // Log-ins and sessions.
  "session.begin": {},
  "session.begin_second_factor": {},
  "session.begin_passkey": {},
  "session.refresh": { only: "refusals" },
  "session.end": { target: "sessionId" },
  "session.end_others": {},
  "session.end_all": {},

  // Accounts and who may use them.
  "account.signup": {},
  "account.link": { only: "refusals" },
  "account.verify": {},
  "account.profile": {},
  "account.preferences": {},
  "account.unsubscribe": { target: "userId" },
  "account.billing": {},
  "account.request_export": {},
  "account.download_export": {},
  "account.close": {},
  "account.answer_suspension": {},
  "account.remove_abandoned": {},
  "email.change": {},
  "password.link": { only: "refusals" },
  "password.reset": { target: "userId" },
  "password.change": {},
  "factor.challenge": { only: "refusals" },
  "factor.prove": {},
  "factor.add": {},
  "factor.remove": { target: "passkeyId" },
  "factor.renew_codes": {},
  "factor.remove_all": {},

  // Money.
  "offer.make": { target: "offerId" },
  "offer.withdraw": { target: "offerId" },
  "discount.create": { target: "discountId" },
  "discount.end": { target: "discountId" },
  "discount.look_up": { only: "refusals" },
  "intent.create": { target: "orderIntent" },
  "intent.cancel": { target: "intentId" },
  "payment_method.offer": { only: "refusals" },
  "payment_method.remove": { target: "paymentMethodId" },
  "order.place": { target: "orderId" },
  "order.refund": { target: "orderId" },
  "order.evidence": { target: "orderId" },
  "order.decide": { target: "orderId" },
  "seller.onboard": {},
  "seller.open": {},
  "payment.report": {},
  "license.look_up": { only: "refusals" },
  "tax.quote": { only: "refusals" },

  // Content.
  "upload.announce": { target: "mediaId" },
  "artwork.create": { target: "artworkId" },
  "artwork.change": { target: "artworkId" },
  "artwork.delete": { target: "artworkId" },
  "comment.write": { target: "commentId" },
  "comment.change": { target: "commentId" },
  "comment.delete": { target: "commentId" },
  "announcement.write": { target: "announcementId" },
  "announcement.change": { target: "announcementId" },
  "announcement.delete": { target: "announcementId" },
  "review.write": { target: "artworkId" },
  "review.change": { target: "artworkId" },
  "review.delete": { target: "artworkId" },
  "favorite.change": { only: "refusals" },
  "collection.create": { target: "collectionId" },
  "collection.change": { target: "collectionId" },
  "collection.delete": { target: "collectionId" },
  "collection.sort": { only: "refusals" },
  "collection.invite": { target: "collectionId" },
  "collection.remove_member": { target: "collectionId" },
  "collection.comment": { target: "commentId" },
  "collection.change_comment": { target: "commentId" },
  "collection.delete_comment": { target: "commentId" },
  "follow.change": { only: "refusals" },
  "notification.mark": { only: "refusals" },
  "thread.write": { target: "threadId" },
  "thread.mark": { only: "refusals" },
  "person.block": { target: "personId" },
  "person.unblock": { target: "personId" },
  "notice.write": { target: "noticeId" },
  "ticket.write": { target: "ticketId" },

  // Operators' events about accounts and content.
  "account.block": {},
  "account.erase": {},
  "thread.read": {},
  "account.export": {},
  "account.unblock": {},
  "account.suspend": {},
  "account.lift_suspension": {},
  "artwork.block": {},
  "artwork.unblock": {},
  "artwork.mark_mature": {},
  "artwork.unmark_mature": {},
  "artwork.take_down": {},
  "artwork.counter_notice": {},
  "artwork.restore": {},
  "announcement.take_down": {},
  "announcement.restore": {},

  "case.take": { target: "caseId" },
  "case.release": { target: "caseId" },
  "case.decide": { target: "caseId" },
  "case.reopen": { target: "caseId" },
  "artwork.decide": { target: "artworkId" },
  // Operators' looks at accounts.
  "account.search": {},
  "account.read": { target: "userId" },
  "account.read_artwork": { target: "userId" },
  "account.read_orders": { target: "userId" },
  "account.read_mails": { target: "userId" },
  "account.read_cases": { target: "userId" },
  // And at orders.
  "order.search": {},
  "order.read": { target: "orderId" },
  "order.read_ledger": { target: "orderId" },
  "order.read_document": { target: "orderId" },

  "log.read": {},

  "operator.grant": {},
  "operator.revoke": {},

  // Operators' events about a whole stage.
  "index.rebuild": {},
  "events.redrive": {},
  "events.read": {},
  "events.drop": {},
  "item.read": {},
  "item.hide": {},
  "item.unhide": {},
  "item.put": {},
  "home.curate": {},
  "search.synonyms": {},
  "secret.rotate": {},
  "table.restore": {},
} as const satisfies Readonly<Record<string, AuditedEvent>>;

export type AuditEvent = keyof typeof AUDIT_EVENTS;

export const getAuditedEvent = (event: AuditEvent): AuditedEvent => AUDIT_EVENTS[event];
