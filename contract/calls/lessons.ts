import { address } from '../address.ts'

export const bookLesson = address('POST', '/lesson')
export const rebookLesson = address('PATCH', '/lesson')
export const cancelLesson = address('DELETE', '/lesson/:id')
export const listLessons = address('GET', '/lesson/list')
export const getLesson = address('GET', '/lesson/:id')
export const attendedStats = address('GET', '/lesson/attended/stats')
export const summarizeLesson = address('PUT', '/lesson/:id/summary')
export const lessonDemand = address('GET', '/lesson/demand')
