import * as z from 'zod/mini'
import { isPushEndpoint } from '#domain/messages/push-service'
import { defineCall } from './call.ts'
import * as calls from './calls/push.ts'
import { nothing } from './fields.ts'

/** The key with which a browser subscribes (RFC 8292), and whether this sign-in has a subscription. */
const pushState = z.object({ publicKey: z.string(), isOn: z.boolean() })
export type PushState = z.input<typeof pushState>

export const readPush = defineCall(calls.readPush, {
  may: 'push.read',
  summary: 'Whether this device receives push notifications, and the key with which a browser subscribes',
  answer: pushState,
  errors: [],
})

/** A browser's `PushSubscription`: its address, an uncompressed point of P-256 and a secret of 16 bytes, in base64url. */
const subscription = z.object({
  endpoint: z.string().check(z.refine(isPushEndpoint)),
  p256dh: z.string().check(z.regex(/^B[\w-]{86}$/)),
  auth: z.string().check(z.regex(/^[\w-]{22}$/)),
})

export const savePush = defineCall(calls.savePush, {
  may: 'push.save',
  summary: 'Send push notifications to this device, until it signs out',
  body: subscription,
  answer: nothing,
  errors: ['illegal'],
})

export const stopPush = defineCall(calls.stopPush, {
  may: 'push.stop',
  summary: 'Send no more push notifications to this device',
  answer: nothing,
  errors: [],
})
