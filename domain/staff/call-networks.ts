import { addDays, type Instant, type LocalDay, localDay } from '../cairo.ts'

/** How many whole days the figures of calls reach back (docs/rules/staff.md 17.1). */
export const COUNTED_DAYS = 28

/** The first of the days that count at `now`, in Cairo; the running one does not count. */
export const callNetworksSince = (now: Instant): LocalDay => addDays(localDay(now), -COUNTED_DAYS)
