import { oneOf, positiveInteger } from '../../platform/search.ts'
import { listSearch } from '../table/shared/list-address.ts'

export const MEETING_KINDS = ['interviews', 'demos'] as const
export type MeetingKind = (typeof MEETING_KINDS)[number]

/** `open` is the number of the interview or demo session whose dialog is open. */
export const interviewsSearch = listSearch(
  ['statuses', 'start', 'createdAt', 'interviewers', 'interviewees', 'tutorManagerIds', 'tutorIds'],
  { tab: oneOf(MEETING_KINDS), open: positiveInteger },
)
