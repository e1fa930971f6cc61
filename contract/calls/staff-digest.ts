import { address } from '../address.ts'

export const readStaffDigest = address('GET', '/staff/digest')
export const changeStaffDigest = address('PUT', '/staff/digest')
