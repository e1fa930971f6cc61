import { type Instant, type LocalDay, localDay, localTime } from '../cairo.ts'
import { isStaff, type Role } from '../roles.ts'

/** The daily mail to staff about what needs them (docs/rules/staff.md 14.3). */

/** The hour in Cairo at which the mails of a day begin to be sent. */
export const DIGEST_HOUR = 9

/** The hour in Cairo from which on the mails of a day that were missed are not sent any more. */
const DIGEST_END = 11

/** The day in Cairo whose mails are to be sent at `now`; null outside of the hours in which they are. */
export function digestDay(now: Instant): LocalDay | null {
  const { hour } = localTime(now)
  return hour >= DIGEST_HOUR && hour < DIGEST_END ? localDay(now) : null
}

type Reader = { role: Role; verifiedEmail: boolean; isWanted: boolean; lastDay: LocalDay | null }

/** Whether the mail of `day` is still to be sent to somebody, if something waits; `lastDay` is the last one that they had. */
export const isDigestDue = ({ role, verifiedEmail, isWanted, lastDay }: Reader, day: LocalDay): boolean =>
  isStaff(role) && verifiedEmail && isWanted && (lastDay === null || lastDay < day)
