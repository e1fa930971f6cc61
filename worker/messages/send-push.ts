import type { Db } from '#db/client'
import type { Instant } from '#domain/cairo'
import type { Env } from '../env.ts'
import { PushGone, postPush } from '../outside/push/post-push.ts'
import type { PushMessage } from './message.ts'
import { findLiving, forget, markUsed } from './push-store.ts'
import { pushTextOf } from './push-texts.ts'

/** Of what is about no meeting: long enough for a phone that is switched off overnight. */
const LASTING_TTL_SECONDS = 12 * 60 * 60

/** How many seconds the push service may keep the message; 0 or less for a reminder whose meeting has begun and an offer that has run out. */
function ttlOf(message: PushMessage, now: Instant): number {
  if (message.template === 'time_offered') return Math.floor((Number(message.params.until) - now) / 1000)
  if (!('start' in message.params)) return LASTING_TTL_SECONDS
  return Math.floor((Number(message.params.start) - now) / 1000)
}

/**
 * Sends a notification to the device of the subscription `message.to` (docs/rules/messages.md 2.1).
 * @returns the push service's address of the message.
 * @throws PushGone when the device has signed out, its push service no longer knows it, or the message is too late to be
 * useful.
 */
export async function sendPush(env: Env, db: Db, message: PushMessage, now: Instant): Promise<string> {
  const target = await findLiving(db, Number(message.to), now)
  if (!target) throw new PushGone('The device is signed out')
  const ttlSeconds = ttlOf(message, now)
  if (ttlSeconds <= 0) throw new PushGone('The meeting has begun, or the offer has run out')
  const { title, body } = pushTextOf(message)
  const { path, topic } = message.params
  // The account is included because another one may be signed in on the browser by the time the message arrives.
  const data = { account: target.userId, title, body, path, topic }
  try {
    const proof = await postPush(env, target, { data, topic, ttlSeconds })
    await markUsed(db, target.id, now)
    return proof
  } catch (error) {
    if (error instanceof PushGone) await forget(db, target.id)
    throw error
  }
}
