import { address } from '../address.ts'

export const registerUser = address('POST', '/user')
export const currentUser = address('GET', '/user/current')
export const listUsers = address('GET', '/user/list')
export const getUser = address('GET', '/user/:id')
export const editUser = address('PUT', '/user/:id')
export const cancelPendingEmail = address('DELETE', '/user/current/pending-email')
export const userSessions = address('GET', '/user/:id/sessions')
export const endUserSessions = address('POST', '/user/:id/end-sessions')
export const sendUserReset = address('POST', '/user/:id/password-reset')
export const setUserImage = address('PUT', '/user/asset')
export const selectInterviewer = address('GET', '/user/interviewer/select')
