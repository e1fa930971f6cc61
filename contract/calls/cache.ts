import { address } from '../address.ts'

export const flushCache = address('DELETE', '/cache/flush')
