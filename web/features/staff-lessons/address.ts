import { positiveInteger } from '../../platform/search.ts'
import { listSearch } from '../staff-table/shared/list-address.ts'

/** `open` is the lesson whose evidence is shown. */
export const lessonsSearch = listSearch(['status', 'start', 'users'], { open: positiveInteger })
