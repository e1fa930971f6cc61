import { address } from '../address.ts'

export const lessonAttendance = address('GET', '/lesson/:id/attendance')
export const decideLesson = address('POST', '/lesson/:id/decision')
export const disputeLesson = address('POST', '/lesson/:id/dispute')
