import { listSearch } from '../staff-table/shared/list-address.ts'

export const photoSessionsSearch = listSearch(['studioId'])
