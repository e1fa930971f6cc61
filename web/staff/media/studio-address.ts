import { listSearch } from '../table/shared/list-address.ts'

export const photoSessionsSearch = listSearch(['studioId'])
