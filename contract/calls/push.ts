import { address } from '../address.ts'

export const readPush = address('GET', '/push/subscription')
export const savePush = address('PUT', '/push/subscription')
export const stopPush = address('DELETE', '/push/subscription')
