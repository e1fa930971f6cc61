import { address } from '../address.ts'

export const createReport = address('POST', '/report/with/asset')
export const reportCrash = address('POST', '/report/crash')
export const resolveReport = address('PUT', '/report')
export const listReports = address('GET', '/report/list')
export const getReport = address('GET', '/report/:id')
export const changeReport = address('PATCH', '/report/:id')
export const changeReports = address('POST', '/report/changes')
export const answerReport = address('POST', '/report/:id/answer')
export const noteReport = address('POST', '/report/:id/note')
