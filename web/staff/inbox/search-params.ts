import { oneOf, positiveInteger } from '../../platform/search.ts'
import { listSearch } from '../table/shared/list-search-params.ts'

const INBOX_TABS = ['reports', 'contact', 'messages'] as const
export type InboxTab = (typeof INBOX_TABS)[number]

/** The tab, the record that is open, and what the lists of all tabs are filtered by. */
export const inboxSearch = listSearch(
  [
    'states',
    'owners',
    'owned',
    'users',
    'screenshot',
    'log',
    'phone',
    'channel',
    'templates',
    'createdAt',
    'updatedAt',
  ],
  { tab: oneOf(INBOX_TABS), open: positiveInteger },
)
