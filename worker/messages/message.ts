import type { MailingMail, MailLanguage } from '#domain/mailings/mail'
import type { RenewalEnd } from '#domain/subscriptions/card-renewal'

/** The content of a contact request, mailed to the staff (docs/rules/support.md 2.1). */
export type ContactParams = { environment: string; name: string; phone: string; title: string; message: string }

/** An answer to a report or a contact request; `name` is empty for a person without one (docs/rules/staff.md 6.3). */
export type InboxAnswerParams = { name: string; title: string; answer: string }

/** Changes of the second factors of which the account's owner is notified. */
export type SecondFactorChange =
  | 'app-added'
  | 'app-removed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'recovery-codes-renewed'
  | 'recovery-code-used'
  | 'reset-by-staff'

/** Why a session was ended without its owner's request. */
export type SessionEndReason = 'replayed'

/** Changes of the sign-in data of which the account's owner is notified (docs/rules/accounts.md 4.5). */
export type AccountChange = 'password' | 'phone' | 'email' | 'email-by-staff' | 'email-put-back'

/** The new address, masked, and the link that restores the old one. */
export type EmailChangedParams = { email: string; url: string }

/** The role to which somebody is invited, as text, and the link by which they join. */
type StaffInviteParams = { role: string; url: string }

/**
 * How many things need a member of staff, the kinds of these with their numbers, a line each, where they are worked on, and by what
 * the mail is stopped.
 */
export type StaffDigestParams = { count: string; lines: string; url: string; stopToken: string }

/** What one person reads of a mailing (`domain/mailings/mail.ts`), where its button leads, and by what such mails are stopped. */
export type MailingParams = Omit<MailingMail, 'path'> & { url: string; stopToken: string }

/** The sum of a renewal, the last digits of its card, and where the message leads. */
export type RenewalParams = { amount: string; card: string; url: string }

/** Why renewal by card ended, `by-staff` where staff have switched it off, and the last digits of its card. */
export type RenewalEndedParams = { why: RenewalEnd | 'by-staff'; card: string; url: string }

/** The screen that a notification opens, and its topic: a later notification of a topic replaces an earlier one. */
type PushPlace = { path: string; topic: string }

/**
 * The parameters of each WhatsApp template, in the order of its text. Each template is made at WhatsApp with named parameters
 * (docs/deploy.md), which refuses a message with others.
 */
export const WHATSAPP_TEMPLATES = {
  verify_phone_number: ['otp'],
  new_lesson_booked: ['duration', 'date'],
  lesson_updated: ['predate', 'curdate'],
  lesson_canceled: ['date'],
  lesson_reminder: ['time', 'url'],
  new_interview_booked: ['date'],
  new_demo_session_booked: ['date'],
  interview_canceled: ['date'],
  demo_session_canceled: ['date'],
  interview_reminder: ['time', 'url'],
  demo_session_reminder: ['time', 'url'],
  intro_video_judged: ['url'],
  interview_judged: ['url'],
  demo_session_judged: ['url'],
  plan_ends_soon: ['date', 'url'],
  plan_ends_next_chosen: ['date', 'plan', 'url'],
  plan_paused: ['from', 'until', 'end', 'url'],
  pause_ended: ['until', 'end', 'url'],
  pause_undone: ['end', 'url'],
  service_alert: ['what', 'url'],
  time_offered: ['date', 'url'],
  standing_time_asked: ['time', 'url'],
  standing_time_accepted: ['time', 'url'],
  standing_time_declined: ['time', 'url'],
  standing_week_off: ['time', 'url'],
  standing_time_ended: ['time', 'url'],
  renewal_announced: ['amount', 'card', 'date', 'url'],
  renewal_failed: ['amount', 'card', 'url'],
  referral_given: ['minutes', 'url'],
  guardian_asked: ['student', 'url'],
} as const

type WhatsAppTemplate = keyof typeof WHATSAPP_TEMPLATES

/** What is told about standing times; `time` is the weekly time, or the date of one week. */
export type StandingTemplate = Extract<WhatsAppTemplate, `standing_${string}`>

/** What a student is told when staff pause the plan, or end or undo its pause; `end` is that of the plan. */
export type PauseMessage =
  | { template: 'plan_paused'; params: { from: string; until: string; end: string; url: string } }
  | { template: 'pause_ended'; params: { until: string; end: string; url: string } }
  | { template: 'pause_undone'; params: { end: string; url: string } }

/** What the owner of an account is told of its erasure, in the language of their mails. */
export type ErasureMessage =
  | { template: 'erasure_asked'; params: { language: MailLanguage; until: string; url: string } }
  | { template: 'erasure_taken_back' | 'erasure_done'; params: { language: MailLanguage } }

/** A message by one of WhatsApp's templates; `to` is a phone number. */
export type WhatsAppMessage = {
  [Template in WhatsAppTemplate]: {
    channel: 'whatsapp'
    to: string
    template: Template
    params: Record<(typeof WHATSAPP_TEMPLATES)[Template][number], string>
  }
}[WhatsAppTemplate]

/** Every message that is sent to a person, by channel and template (docs/rules/messages.md 1.2, 1.3). */
export type Message =
  | { channel: 'email'; to: string; template: 'verify_email' | 'forget_password'; params: { code: string } }
  | { channel: 'email'; to: string; template: 'contact_request'; params: ContactParams }
  | { channel: 'email'; to: string; template: 'inbox_answer'; params: InboxAnswerParams }
  | { channel: 'email'; to: string; template: 'ledger_findings'; params: { findings: string } }
  | {
      channel: 'email'
      to: string
      template: 'onboarding_verdict'
      params: { station: 'introVideo' | 'interview' | 'demoSession' | 'activation'; url: string }
    }
  | { channel: 'email'; to: string; template: 'meeting_reminder'; params: { time: string; url: string } }
  | { channel: 'email'; to: string; template: 'plan_ends_soon'; params: { date: string; url: string } }
  /** `plan`: the minutes and the length of the period that the student has chosen, in words. */
  | {
      channel: 'email'
      to: string
      template: 'plan_ends_next_chosen'
      params: { date: string; plan: string; url: string }
    }
  | { channel: 'email'; to: string; template: 'renewal_announced'; params: RenewalParams & { date: string } }
  | { channel: 'email'; to: string; template: 'renewal_charged'; params: RenewalParams & { date: string } }
  | { channel: 'email'; to: string; template: 'renewal_failed'; params: RenewalParams }
  | { channel: 'email'; to: string; template: 'renewal_ended'; params: RenewalEndedParams }
  | ({ channel: 'email'; to: string } & PauseMessage)
  /** What is wrong or is over, and the screen of the dashboard on which it shows. */
  | { channel: 'email'; to: string; template: 'service_alert'; params: { what: string; url: string } }
  | { channel: 'email'; to: string; template: 'data_export_ready'; params: { url: string } }
  | ({ channel: 'email'; to: string } & ErasureMessage)
  | { channel: 'email'; to: string; template: 'time_offered'; params: { date: string; url: string } }
  | { channel: 'email'; to: string; template: StandingTemplate; params: { time: string; url: string } }
  | { channel: 'email'; to: string; template: 'referral_given'; params: { minutes: string; url: string } }
  | { channel: 'email'; to: string; template: 'phone_code_missed'; params: { phone: string } }
  | { channel: 'email'; to: string; template: 'account_changed'; params: { change: AccountChange } }
  | { channel: 'email'; to: string; template: 'email_changed'; params: EmailChangedParams }
  | { channel: 'email'; to: string; template: 'staff_invite'; params: StaffInviteParams }
  | { channel: 'email'; to: string; template: 'staff_digest'; params: StaffDigestParams }
  | { channel: 'email'; to: string; template: 'mailing'; params: MailingParams }
  | { channel: 'email'; to: string; template: 'second_factor_changed'; params: { change: SecondFactorChange } }
  | { channel: 'email'; to: string; template: 'session_ended'; params: { why: SessionEndReason } }
  | {
      channel: 'email'
      to: string
      template: 'identity_changed'
      params: { change: 'linked' | 'unlinked'; address: string }
    }
  | WhatsAppMessage
  | {
      channel: 'push'
      /** The id of a push subscription. */
      to: string
      template: 'lesson_reminder' | 'interview_reminder' | 'demo_session_reminder'
      /** `start` in epoch milliseconds. */
      params: PushPlace & { time: string; start: string }
    }
  /** `until` in epoch milliseconds. */
  | { channel: 'push'; to: string; template: 'time_offered'; params: PushPlace & { date: string; until: string } }
  | { channel: 'push'; to: string; template: StandingTemplate; params: PushPlace & { time: string } }
  | { channel: 'push'; to: string; template: 'chat_message'; params: PushPlace & { name: string } }
  | { channel: 'push'; to: string; template: 'data_export_ready'; params: PushPlace }
  | { channel: 'push'; to: string; template: 'mailing'; params: PushPlace & { title: string; body: string } }

export type EmailMessage = Extract<Message, { channel: 'email' }>
export type PushMessage = Extract<Message, { channel: 'push' }>

/** A message whose parameters give access to an account, as stored in the outbox: encrypted (`encrypted-params.ts`). */
export type EncryptedMessage = {
  channel: 'email'
  to: string
  template: 'forget_password' | 'email_changed' | 'staff_invite'
  params: { sealed: string }
}
