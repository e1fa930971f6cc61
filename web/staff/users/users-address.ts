import { listSearch } from '../table/shared/list-address.ts'

export const usersSearch = listSearch(['role', 'gender', 'verified', 'online', 'city', 'createdAt'])
