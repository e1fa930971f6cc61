import { address } from '../address.ts'

export const listTutorQualities = address('GET', '/tutor-quality/list')
