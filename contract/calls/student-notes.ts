import { address } from '../address.ts'

export const getStudentBrief = address('GET', '/student/:id/brief')
export const writeStudentNotes = address('PUT', '/student/:id/notes')
export const listStudentNotes = address('GET', '/student/:id/notes')
