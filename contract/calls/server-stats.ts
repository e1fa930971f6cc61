import { address } from '../address.ts'

export const readServerStats = address('GET', '/server-stats')
