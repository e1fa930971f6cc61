import { address } from '../address.ts'

export const listStudentRisks = address('GET', '/student/risk/list')
export const changeStudentRisk = address('PATCH', '/student/:id/risk')
