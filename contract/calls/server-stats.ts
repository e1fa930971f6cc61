import { address } from '../address.ts'

export const readServerStats = address('GET', '/server-stats')
export const sendVisit = address('POST', '/server-stats/visit')
