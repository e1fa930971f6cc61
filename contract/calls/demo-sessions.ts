import { address } from '../address.ts'

export const bookDemoSession = address('POST', '/demo-session')
export const updateDemoSession = address('PATCH', '/demo-session')
export const listDemoSessions = address('GET', '/demo-session/list')
