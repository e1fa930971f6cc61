import { address } from '../address.ts'

export const listUndelivered = address('GET', '/message/undelivered')
/** The webhooks of WhatsApp (Meta calls the address by GET once, to see that it is ours) and of Resend. */
export const verifyWhatsAppWebhook = address('GET', '/whatsapp/webhook')
export const notifyWhatsApp = address('POST', '/whatsapp/webhook')
export const notifyEmail = address('POST', '/email/webhook')

export const retryMessages = address('POST', '/message/retry')
export const discardMessages = address('POST', '/message/discard')
