import { addDays, days, type Instant, instantAtMinute, localTime } from '../cairo.ts'
import { isRegularUser, isStudent, isTutorSide, type Role } from '../roles.ts'

/** A message of staff to a chosen list of people (docs/rules/staff.md 18.1). */

/** To how many people one mailing goes at most, those left out included (docs/rules/staff.md 18.2). */
export const MAX_MAILING_PEOPLE = 500

/** How many mailings one of staff sends on a day in Cairo at most (docs/rules/staff.md 18.2). */
export const MAILINGS_A_DAY = 5

/** How many mailings one person gets within `MAILING_WEEK` at most, whoever sends them (docs/rules/staff.md 18.2). */
export const MAILINGS_OF_A_PERSON = 2
export const MAILING_WEEK = days(7)

/** Who has had no lesson for as long, and has none to come, is invited back (docs/rules/staff.md 18.4). */
export const COME_BACK_AFTER = days(14)

export const mailingTemplates = ['news', 'come_back', 'tutor_times_wanted'] as const
export type MailingTemplate = (typeof mailingTemplates)[number]

/** Why somebody who was chosen does not get a mailing, in the order in which the reasons are checked (docs/rules/staff.md 18.3). */
export const leftOutReasons = ['role', 'deactivated', 'unproven', 'opted-out', 'not-meant', 'limit'] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

/** What decides whether somebody gets a mailing. `activated` and `activatedAt` are null for whoever is no tutor. */
export type Chosen = {
  role: Role
  verifiedEmail: boolean
  isWanted: boolean
  activated: boolean | null
  activatedAt: Instant | null
  /** A lesson within `COME_BACK_AFTER`, or one to come. */
  hasLesson: boolean
  /** The mailings of the last `MAILING_WEEK`. */
  recent: number
}

type Facts = Omit<Chosen, 'recent'>

/** Whether a template is about this person (docs/rules/staff.md 18.4). */
function isMeant(template: MailingTemplate, { role, activated, hasLesson }: Facts): boolean {
  if (template === 'news') return true
  return template === 'come_back' ? isStudent(role) && !hasLesson : isTutorSide(role) && activated === true
}

/** Why somebody does not get a mailing at the moment at which it is sent; null for who gets it (docs/rules/staff.md 18.3). */
export function whyLeftOut(template: MailingTemplate, chosen: Facts): LeftOutReason | null {
  if (!isRegularUser(chosen.role)) return 'role'
  if (chosen.activatedAt !== null && !chosen.activated) return 'deactivated'
  if (!chosen.verifiedEmail) return 'unproven'
  if (!chosen.isWanted) return 'opted-out'
  return isMeant(template, chosen) ? null : 'not-meant'
}

/** As `whyLeftOut`, when a mailing is made: whoever has had the most of a week gets no more (docs/rules/staff.md 18.2). */
export const whyNotChosen = (template: MailingTemplate, chosen: Chosen): LeftOutReason | null =>
  whyLeftOut(template, chosen) ?? (chosen.recent >= MAILINGS_OF_A_PERSON ? 'limit' : null)

/** The hours in Cairo between which mailings are sent (docs/rules/staff.md 18.6). */
const FIRST_HOUR = 9
const LAST_HOUR = 22

/** From when on a mailing may be sent: `now`, or nine o'clock in Cairo after the quiet hours (docs/rules/staff.md 18.6). */
export function mailableFrom(now: Instant): Instant {
  const { day, hour } = localTime(now)
  if (hour >= FIRST_HOUR && hour < LAST_HOUR) return now
  return instantAtMinute(hour < FIRST_HOUR ? day : addDays(day, 1), FIRST_HOUR * 60)
}
