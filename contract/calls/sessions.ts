import { address } from '../address.ts'

export const getSession = address('GET', '/session/:id')
export const sessionToken = address('GET', '/session/token')
/** The webhook of the media server. */
export const notifyLiveKit = address('POST', '/livekit/webhook')
