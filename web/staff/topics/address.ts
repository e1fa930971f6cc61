import { flag } from '../../platform/search.ts'
import { listSearch } from '../table/shared/list-address.ts'

/** `order` shows all topics to be put in order. */
export const topicsSearch = listSearch([], { order: flag })
