import { address } from '../address.ts'

export const staffSearch = address('GET', '/staff/search')
