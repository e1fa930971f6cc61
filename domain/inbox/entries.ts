/** The entries of a report or a contact request: answers to the person and internal notes. */
export const InboxEntryKind = {
  /** Seen by staff only. */
  Note: 0,
  AnsweredByEmail: 1,
  AnsweredByPhone: 2,
  AnsweredByWhatsApp: 3,
} as const
export type InboxEntryKind = (typeof InboxEntryKind)[keyof typeof InboxEntryKind]

export const isAnswer = (kind: InboxEntryKind): boolean => kind !== InboxEntryKind.Note

/** How a contact request was answered; answers by phone or WhatsApp are only recorded. */
export const AnswerChannel = {
  Email: InboxEntryKind.AnsweredByEmail,
  Phone: InboxEntryKind.AnsweredByPhone,
  WhatsApp: InboxEntryKind.AnsweredByWhatsApp,
} as const
export type AnswerChannel = (typeof AnswerChannel)[keyof typeof AnswerChannel]

/** Longest answer or note, in characters (docs/rules/staff.md 6.3). */
export const MAX_INBOX_TEXT = 4000
