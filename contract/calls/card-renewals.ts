import { address } from '../address.ts'

export const getCardRenewal = address('GET', '/student/:id/card-renewal')
export const switchOnCardRenewal = address('PUT', '/user/current/card-renewal')
export const switchOffCardRenewal = address('DELETE', '/user/current/card-renewal')
export const switchOffCardRenewalOf = address('DELETE', '/student/:id/card-renewal')
export const stopCardRenewal = address('POST', '/card-renewal/stop/:token')
