import { address } from '../address.ts'

export const listUndelivered = address('GET', '/message/undelivered')
export const retryMessages = address('POST', '/message/retry')
export const discardMessages = address('POST', '/message/discard')
