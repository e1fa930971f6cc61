import { address } from '../address.ts'

export const listStandingTimes = address('GET', '/standing-time/list')
export const askForStandingTime = address('PUT', '/standing-time')
export const answerStandingTime = address('PUT', '/standing-time/:id/answer')
export const endStandingTime = address('DELETE', '/standing-time/:id')
