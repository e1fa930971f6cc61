import { address } from '../address.ts'

export const listWaits = address('GET', '/waiting/list')
export const waitForTutor = address('PUT', '/waiting/:id')
export const stopWaiting = address('DELETE', '/waiting/:id')
export const declineOffer = address('DELETE', '/waiting/:id/offer')
export const removeWaiting = address('DELETE', '/waiting/:id/student/:studentId')
