import { address } from '../address.ts'

export const previewMailing = address('POST', '/mailing/people')
export const sendMailing = address('POST', '/mailing')
export const listMailings = address('GET', '/mailing/list')
export const stopMailings = address('POST', '/mailing/stop/:token')
export const getMailing = address('GET', '/mailing/:id')
export const readMailingChoice = address('GET', '/user/current/mailings')
export const changeMailingChoice = address('PUT', '/user/current/mailings')
