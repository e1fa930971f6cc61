import { address } from '../address.ts'

export const viewAs = address('POST', '/auth/view-as')
export const endViewAs = address('POST', '/auth/view-as/end')
