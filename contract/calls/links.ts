import { address } from '../address.ts'

export const visitLink = address('POST', '/link/:name/visit')
