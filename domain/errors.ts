/** The error catalogue: code -> HTTP status. No other file defines a code (docs/rules/api.md 2.1). */
export const errors = {
  // Authentication and authorization
  /** No token, or one that is forged, expired or revoked: log in again. */
  unauthenticated: 401,
  /** The role or the ownership does not permit this. */
  forbidden: 403,
  /** Wrong e-mail or password, at login or when changing the password. */
  'wrong-password': 401,
  /** Login by password on an account that has none: use the third-party sign-in. */
  'no-password': 401,
  /** The account or network is under a guessing attack: sign in again with the answer to the challenge in `details`. */
  'challenge-required': 403,
  /** The password was correct, and a second step is required with `details.challenge` (docs/rules/staff.md 4.3). */
  'second-factor-required': 401,
  /** An admin without a second factor, where one is required: only enrolment is permitted. */
  'second-factor-enrolment-required': 403,
  /** A passkey that is not the account's, or an invalid signature. */
  'invalid-passkey': 400,
  /**
   * The change requires a proof of the account's owner and `proof` is missing; `details.methods` lists the account's
   * methods.
   */
  'proof-required': 403,
  /**
   * A Google account whose address belongs to an account that it is not linked to: repeat `POST /auth/google` with
   * `details.continuation` and the account's password.
   */
  'link-required': 409,
  /** This Google account is already linked to another account. */
  'identity-taken': 409,
  /** The Google sign-in is not accepted: start again. For a signed-out client it is `unauthenticated`. */
  'google-sign-in-failed': 400,
  /** The account already has a linked Google account: unlink it first. */
  'identity-exists': 409,
  /** The account has no password, so this sign-in method cannot be removed. */
  'only-sign-in': 409,
  /** Something is open that has to end before the account can be erased; `details.why` lists it (docs/rules/privacy.md 4.3). */
  'erasure-blocked': 409,
  /** A text is to be accepted first, in the version in force; `details.due` names each (docs/rules/privacy.md 5.3). */
  'consent-required': 403,
  /** The text has another version by now: show that one (docs/rules/privacy.md 5.4). */
  'consent-outdated': 409,
  /** A view-as token does not permit this (docs/rules/staff.md 5.2). */
  'read-only-session': 403,
  /** The e-mail is already registered. */
  'user-exists': 409,
  /** The address cannot receive mail, at sign-up. */
  'invalid-email-address': 400,

  // Any request
  /** Malformed input, or a refusal without its own code; the message names the field. */
  'bad-request': 400,
  /** An instant or a day more than five years ahead (docs/rules/time.md 1.6). */
  'date-too-far': 400,
  /** Somebody else has changed the record since it was read: `If-Match` named an older version. */
  'version-conflict': 412,
  /** The request is not possible in the current state. */
  illegal: 409,
  /** An internal error. */
  unexpected: 500,
  /** An update with nothing to update. */
  'empty-request': 400,
  /** A part of the service, or a provider that it needs, is disabled or unreachable. */
  'service-unavailable': 503,
  /** The whole service is under maintenance: `details.until` is its expected end, null if unknown. */
  'under-maintenance': 503,
  /** A rate limit was exceeded; the answer has `Retry-After`. */
  'too-many-requests': 429,
  /** An upload above its size limit. */
  'large-file-size': 400,
  /** An unknown path, or a missing record without its own code. */
  'not-found': 404,

  // The inbox of staff
  /** Another admin has taken the record meanwhile. */
  'taken-by-another': 409,

  // Payment
  /** The reference-number gateway failed or refused; the message is the gateway's. */
  'fawry-error': 500,
  /** A name with only one part, or a payment by somebody without a name. */
  'api-invalid-user-name': 400,
  /** A withdrawal method that is not wallet, bank or instapay, in a request. */
  'invalid-invoice-method': 400,
  /** The withdrawal's receiver belongs to another method. */
  'invoice-not-valid': 400,
  /** A withdrawal status that this actor may not set from the current one. */
  'illegal-invoice-update': 400,
  /** The withdrawal is in an open payment file. */
  'invoice-in-payment-file': 409,
  /**
   * The receiver is new, or the tutor's password, phone or e-mail has changed, less than three days ago
   * (docs/rules/money.md 9.10).
   */
  'invoice-cooling-off': 409,
  /** The withdrawal is in a batch of payouts, or its payout is under way (docs/rules/money.md 10.3). */
  'invoice-in-payout': 409,
  /** No issuer of Paymob Payouts pays the withdrawal's receiver: it is paid by file. */
  'payout-receiver-not-payable': 400,
  /** The account at Paymob Payouts holds less than the batch and what is on its way; `details` hold both, in piastres. */
  'payout-budget-exceeded': 409,
  /** A batch of payouts above the limit is confirmed by another admin than who prepared it. */
  'payout-needs-second-admin': 403,

  // Rooms, ratings, media
  /** Only members may see inside a room. */
  'not-room-member': 403,
  /** The two already share a room. */
  'room-exists': 409,
  /** The rater has already rated this person: edit it. */
  'rating-exists': 409,
  /** The latest intro video is pending or approved. */
  'intro-video-exists': 409,
  /** An intro video under one minute. */
  'short-video-dur': 400,
  /** An intro video over three minutes. */
  'long-video-dur': 400,
  /** An intro video is rejected without a reason of at least 3 characters. */
  'intro-video-reason-required': 400,
  'intro-video-reason-too-long': 400,
  'intro-video-note-empty': 400,
  'intro-video-note-too-long': 400,
  /** Parts of the upload have not arrived. */
  'upload-incomplete': 409,

  // Subscriptions
  /** There is a plan that has more than ten days to run, or one that begins later. */
  'subscription-exists': 409,
  /** Booking without a subscription or a free trial. */
  'subscription-required': 403,
  /** The lessons taken cost as much as was paid: nothing is left to refund. */
  'subscription-uncancellable': 403,
  /** The plan is paused then, or is already paused (docs/rules/minutes.md 10.3). */
  'subscription-paused': 409,
  /** Fewer minutes remain this week than the lesson takes. */
  'no-enough-minutes': 403,

  // Scheduling
  /** The lesson's time is not free in the slot. */
  'busy-tutor': 400,
  /** Another student is confirming this time, or it is offered to them (docs/rules/lessons.md 13.2). */
  'time-held': 409,
  /** The student waits for as many tutors as one may (docs/rules/lessons.md 14.1). */
  'waiting-limit-reached': 409,
  /** The student's plan allows no standing times (docs/rules/lessons.md 15.1). */
  'standing-times-not-included': 403,
  /** The student has as many standing times as one may (docs/rules/lessons.md 15.2). */
  'standing-limit-reached': 409,
  /** Another student has this time with the tutor every week (docs/rules/lessons.md 15.2). */
  'standing-time-taken': 409,
  /** The interview's or demo session's time is not free in the slot. */
  'busy-tutor-manager': 400,
  /** The tutor manager is not activated. */
  'inactive-tutor-manager': 400,
  /** A pending or passed demo session exists. */
  'demo-session-exists': 409,
  /** Slots overlap. */
  'conflicting-schedule': 409,
  /** The student has another lesson at that time. */
  'conflicting-lessons': 409,
  /** Too soon after the last interview, or one is pending. */
  'conflicting-interview': 409,
  /** One upcoming lesson at a time. */
  'reached-booking-limit': 409,
  /** The lesson is over, or has begun where that matters. */
  'lesson-time-passed': 409,
  /** The lesson has begun and its tutor attended: the student can no longer cancel it. */
  'lesson-in-progress': 409,
  /** A lesson can be disputed from its start until seven days after its end, unless it was cancelled before its start. */
  'lesson-not-disputable': 409,
  /** The caller has already disputed this lesson. */
  'lesson-already-disputed': 409,
  /** Staff decide a lesson only after its end, and not if it was cancelled. */
  'lesson-not-decidable': 409,
  /** This decision of the lesson is already in force. */
  'lesson-already-decided': 409,
  /** The lesson's pay cannot be taken back: the tutor has withdrawn it. */
  'lesson-pay-withdrawn': 409,
  /** The lesson ends outside the current minutes week. */
  'week-boundaries-violation': 403,

  // Minors
  /** A student under 18 books or pays before a guardian has consented (docs/rules/privacy.md 6.2). */
  'guardian-required': 403,
  /** The guardian's number is the account's own (docs/rules/privacy.md 6.3). */
  'guardian-phone-own': 400,
  /** The consent is to another version of the text than the present one (docs/rules/privacy.md 6.4). */
  'guardian-text-changed': 409,
  /** A minor does not change their own year of birth: staff do (docs/rules/privacy.md 6.6). */
  'birth-year-fixed': 403,

  // Verification
  'email-already-verified': 400,
  'phone-already-verified': 400,
  'user-already-verified': 409,
  /** The messaging app cannot reach the number because of its owner's privacy settings. */
  'unresolved-phone': 403,
  /** A notification method needs a verified phone. */
  'unverified-phone': 403,
  /** Not an Egyptian mobile number. */
  'invalid-phone': 400,
  /** Another number than the account's. */
  'incorrect-phone': 400,
  /** Neither the account nor the request has a number. */
  'phone-required': 400,
  /** The code is older than 15 minutes. */
  'expired-verification-code': 410,
  'invalid-verification-code': 400,

  // Not found
  'session-not-found': 404,
  'demo-session-not-found': 404,
  'transaction-not-found': 404,
  'user-not-found': 404,
  'tutor-not-found': 404,
  'student-not-found': 404,
  'lesson-not-found': 404,
  'slot-not-found': 404,
  'rating-not-found': 404,
  'coupon-not-found': 404,
  'asset-not-found': 404,
  'invite-not-found': 404,
  'invoice-not-found': 404,
  'payment-file-not-found': 404,
  'payout-batch-not-found': 404,
  'plan-not-found': 404,
  'room-not-found': 404,
  'room-members-not-found': 404,
  'report-not-found': 404,
  'contact-request-not-found': 404,
  'interview-not-found': 404,
  'topic-not-found': 404,
  'withdraw-method-not-found': 404,
  'subscription-not-found': 404,
  'intro-video-not-found': 404,
  /** An upload that was completed long ago, aborted, replaced, or never started by this person. */
  'upload-not-found': 404,

  // Fields: accounts
  /** Forms only: the server names the missing field in a `bad-request`. */
  'required-field': 400,
  'invalid-email': 400,
  /** Under 8 characters. */
  'short-password': 400,
  /** Over 50 characters. */
  'long-password': 400,
  /** No digit, no Latin letter, or white space. */
  'invalid-password': 400,
  /** Something besides Latin or Arabic letters and spaces. */
  'invalid-user-name': 400,
  /** A tutor's name is written in Arabic: no Latin letters. */
  'invalid-tutor-name': 400,
  /** A tutor's English name: something besides Latin letters, or not 2 to 80 characters. */
  'invalid-english-name': 400,
  'short-user-name': 400,
  'long-user-name': 400,
  /** Older than 60. */
  'old-user': 400,
  /** Younger than 10. */
  'young-user': 400,
  'invalid-english-level': 400,
  /** Not text where text is expected. */
  'invalid-type': 400,
  'invalid-cvv': 400,

  // Fields: tutors
  'empty-bio': 400,
  'short-bio': 400,
  'long-bio': 400,
  /** Latin letters, or no run of Arabic. */
  'invalid-bio': 400,
  /** A tutor's English bio: Arabic letters, no run of Latin, or not 25 to 60 characters. */
  'invalid-english-bio': 400,
  /** No Arabic at all. */
  'invalid-tutor-about': 400,
  'short-tutor-about': 400,
  'long-tutor-about': 400,
  /** Booking notice of no minutes. */
  'invalid-notice': 400,
  /** Booking notice over a day. */
  'max-notice-exceeded': 400,

  // Fields: interviews
  'interview-feedback-invalid-html': 400,
  'interview-feedback-too-short': 400,
  'interview-feedback-too-long': 400,
  'interview-note-invalid-html': 400,
  'interview-note-too-short': 400,
  'interview-note-too-long': 400,
  'too-low-interview-level': 400,
  'too-high-interview-level': 400,
  /** An interview or demo session is passed with a level and words, given before or with the verdict. */
  'meeting-score-required': 400,

  // Fields: ratings
  'too-low-rating-value': 400,
  'too-high-rating-value': 400,
  'too-short-rating-text': 400,
  'too-long-rating-text': 400,

  // Fields: plans and coupons
  'plan-weekly-minutes-out-of-range': 400,
  'invalid-plan-price': 400,
  'plan-discount-out-of-range': 400,
  'coupon-code-invalid': 400,
  'zero-coupon-discount': 400,
  'max-coupon-discount-exceeded': 400,
  'expire-date-invalid': 400,
  'expired-coupon-expire-date': 400,

  // Fields: messages
  'message-text-invalid-html': 400,
  'message-text-too-short': 400,
  'message-text-too-long': 400,
  /** Words for many people name an address of the web: the mail has its own link (docs/rules/staff.md 18.4). */
  'mailing-with-link': 400,

  // Fields: withdrawals
  'withdraw-min-amount-above-max-amount': 400,
  'withdraw-max-amount-zero-or-negative': 400,
  'withdraw-min-amount-zero-or-negative': 400,
  /** Under 100 EGP. */
  'invoice-min-amount-subceeded': 400,
  /** Over 50000 EGP, or over what may be withdrawn. */
  'invoice-max-amount-exceeded': 400,
  'empty-invoice-note': 400,
  'invoice-note-invalid-html': 400,
  'invoice-note-too-long': 400,
  /** A withdrawal method that is not wallet, bank or instapay, in a filter. */
  'invalid-withdraw-method': 400,
  'instapay-username-invalid': 400,
  'empty-bank-name': 400,
  'invalid-bank-name': 400,
  'invalid-bank-account-number': 400,

  // Fields: topics and contact requests
  'short-topic-name': 400,
  'long-topic-name': 400,
  'short-contact-request-title': 400,
  'long-contact-request-title': 400,
  'short-contact-request-message': 400,
  'long-contact-request-message': 400,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errors
export type ErrorStatus = (typeof errors)[ErrorCode]

/** The HTTP status of a refusal. */
export const errorStatus = (code: ErrorCode): ErrorStatus => errors[code]

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errors, text)

/** A refusal: the code is for programs and screens, the message for developers; it names the field, if any. */
export class DomainError extends Error {
  override readonly name = 'DomainError'
  readonly code: ErrorCode
  /** What the client needs to continue, for codes that document it. */
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(code: ErrorCode, message: string = code, details?: Readonly<Record<string, unknown>>) {
    super(message)
    this.code = code
    this.details = details
  }
}

/**
 * Throws the code that a `whyNot…` rule has returned; nothing for null.
 * @throws DomainError the code.
 */
export function refuse(code: ErrorCode | null, message?: string): void {
  if (code) throw new DomainError(code, message)
}
