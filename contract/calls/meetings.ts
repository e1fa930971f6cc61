import { address } from '../address.ts'

export const bookInterview = address('POST', '/interview')
export const updateInterview = address('PATCH', '/interview')
export const listInterviews = address('GET', '/interview/list')
export const selectInterviewManager = address('GET', '/interview/select')
export const bookDemoSession = address('POST', '/demo-session')
export const updateDemoSession = address('PATCH', '/demo-session')
export const listDemoSessions = address('GET', '/demo-session/list')
