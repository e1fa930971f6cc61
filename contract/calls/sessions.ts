import { address } from '../address.ts'

export const getSession = address('GET', '/session/:id')
export const sessionToken = address('GET', '/session/token')
