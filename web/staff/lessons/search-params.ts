import type { LessonState } from '#domain/lessons/states'
import { oneOf, type Param, positiveInteger } from '../../platform/search.ts'
import { listSearch } from '../table/shared/list-search-params.ts'

const state = oneOf(['pending', 'happening', 'fulfilled', 'cancelled'] satisfies LessonState[])

/** The words of addresses and saved views from before the list took those of the rules (docs/rules/lessons.md 1.3). */
const FORMER = new Map<unknown, LessonState>([
  ['coming', 'pending'],
  ['held', 'fulfilled'],
  ['canceled', 'cancelled'],
])

const status: Param<LessonState, string> = (raw) => state(raw) ?? FORMER.get(raw)

/** `open` is the lesson whose evidence is shown. */
export const lessonsSearch = listSearch(
  [
    'start',
    'users',
    'payWaits',
    'outcome',
    'disputed',
    'undecided',
    'cutShort',
    'poorCall',
    'late',
    'unfulfilled',
    'wrong',
    'plans',
    'sources',
  ],
  {
    status,
    open: positiveInteger,
  },
)
