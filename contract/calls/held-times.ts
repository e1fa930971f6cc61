import { address } from '../address.ts'

export const holdTime = address('PUT', '/held-time')
export const releaseTime = address('DELETE', '/held-time')
