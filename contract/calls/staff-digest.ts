import { address } from '../address.ts'

export const readStaffDigest = address('GET', '/staff/digest')
export const stopStaffDigest = address('POST', '/staff/digest/stop/:token')
export const changeStaffDigest = address('PUT', '/staff/digest')
