import { address } from '../address.ts'

export const listOwnSessions = address('GET', '/user/current/sessions')
export const endOwnSession = address('DELETE', '/user/current/sessions/:sessionId')
