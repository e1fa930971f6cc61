import { address } from '../address.ts'

export const listSettings = address('GET', '/settings')
export const editSetting = address('PUT', '/settings/:key')
export const publicSettings = address('GET', '/settings/public')
