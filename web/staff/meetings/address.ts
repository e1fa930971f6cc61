import { oneOf, positiveInteger } from '../../platform/search.ts'
import { listSearch } from '../table/shared/list-address.ts'

export const MEETING_TABS = ['interviews', 'demos'] as const

/** `open` is the number of the interview or demo session whose dialog is open. */
export const meetingsSearch = listSearch(
  ['statuses', 'start', 'createdAt', 'interviewers', 'interviewees', 'tutorManagerIds', 'tutorIds'],
  { tab: oneOf(MEETING_TABS), open: positiveInteger },
)
