import { address } from '../address.ts'

export const readConsents = address('GET', '/user/current/consents')
export const giveConsents = address('POST', '/user/current/consents')
export const listConsents = address('GET', '/user/:id/consents')
