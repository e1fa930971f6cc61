import { address } from '../address.ts'

export const listSlots = address('GET', '/availability-slot')
export const changeSlots = address('POST', '/availability-slot')
export const readPattern = address('GET', '/availability-pattern')
export const savePattern = address('PUT', '/availability-pattern')
export const stopPattern = address('DELETE', '/availability-pattern')
