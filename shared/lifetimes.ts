/** Lifetimes in seconds. */
export const LIFETIMES = {
  /** A repeated call with the same `Idempotency-Key` has no further effect for this long. */
  repeat: 24 * 60 * 60,
  accessToken: 15 * 60,
  refreshToken: 30 * 24 * 60 * 60,
  /** A rotated refresh token stays valid this long, so that two tabs may refresh at once. */
  refreshGrace: 10,
  /** A refresh token whose answer was lost is accepted once more within this, Cognito's maximum. */
  refreshRetry: 60,
  /** An account knows a browser this long after its latest log-in. */
  knownBrowser: 180 * 24 * 60 * 60,
  /** A username and an e-mail address wait this long for their link. */
  verificationLink: 24 * 60 * 60,
  resetLink: 30 * 60,
  /** Time in which the former e-mail address can undo a change of e-mail. */
  emailUndo: 24 * 60 * 60,
  /** A reset that crashed can be repeated with the same link after this; longer than a function's timeout. */
  resetAttempt: 15,
  /** A requested link that can't be mailed is dropped after this; normally it is mailed within seconds. */
  mailRequest: 24 * 60 * 60,
  /** A crashed sign-up releases its name after this. */
  unfinishedSignup: 2 * 60,
  /** A log-in waits this long for its second factor, and a passkey challenge is valid this long. */
  factorChallenge: 5 * 60,
  /** A proof of the owner stays valid for the session this long. */
  factorProof: 10 * 60,
  /** An authenticator app's secret waits this long for its first code. */
  pendingTotp: 10 * 60,
  upload: 10 * 60,
  /** Uploads that no artwork uses are deleted after this. */
  unusedMedia: 24 * 60 * 60,
  originalLink: 60,
  paymentLock: 30 * 60,
  /** Age at which an unsettled order is first checked; doubles after each failure, up to a day. */
  settlement: 10 * 60,
  longestSettlement: 24 * 60 * 60,
  /** Connections that haven't authenticated by then are closed. */
  unauthenticatedSocket: 10,
  /** API Gateway ends every connection after two hours. */
  socket: 2 * 60 * 60,
  /** A notification expires this long after it was read; unread ones are kept. */
  readNotification: 365 * 24 * 60 * 60,
  /**
   * A removed favourite is kept this long: cursors stay valid, and adding it again restores its date. Longer than a favourite
   * counts for recent popularity.
   */
  formerFavorite: 29 * 24 * 60 * 60,
  /** An ended follow is kept this long as a cursor of the list. */
  formerFollow: 24 * 60 * 60,
  /** The same message to the operators within this counts as one. */
  sameMessage: 24 * 60 * 60,
  /** Retention of a report; its sender is informed of decisions, and its number opens the reported conversation. */
  notice: 365 * 24 * 60 * 60,
  /** A deleted announcement can be put back this long. */
  deletedAnnouncement: 24 * 60 * 60,
  /** An announcement that couldn't go out at its time is still sent this long after it. */
  lateAnnouncement: 24 * 60 * 60,
  /** An operator who took a case has it this long. */
  takenCase: 30 * 60,
  searchMiss: 30 * 24 * 60 * 60,
  /** Retention of processed event ids; longer than failed events are retried. */
  processedEvent: 30 * 24 * 60 * 60,
  auditEntry: 365 * 24 * 60 * 60,
  /** A data export can be downloaded this long, and requested again after `dataExportPause`. */
  dataExport: 7 * 24 * 60 * 60,
  dataExportPause: 24 * 60 * 60,
  /** One that isn't ready after this has failed. */
  dataExportWait: 60 * 60,
} as const;
