import { address } from '../address.ts'

export const registerStudent = address('POST', '/student')
export const getStudent = address('GET', '/student/:id')
export const editStudent = address('PUT', '/student/:id')
export const listMinutes = address('GET', '/student/:id/minutes')
export const giveMinutes = address('POST', '/student/:id/minutes')
export const takeMinutesBack = address('DELETE', '/student/:id/minutes/:entryId')
export const listPauses = address('GET', '/student/:id/pauses')
export const pausePlan = address('POST', '/student/:id/pauses')
export const endPause = address('DELETE', '/student/:id/pauses/:pauseId')
export const studentHome = address('GET', '/user/student/home')
export const studentStats = address('GET', '/user/student/stats/:id')
export const ownStudentStats = address('GET', '/user/student/stats/personalized')
