import { buildPushPayload, type VapidKeys } from '@block65/webcrypto-web-push'
import { isPushEndpoint } from '#domain/messages/push-service'
import type { Env } from '../../env.ts'
import { MessageRefused, MessageUnproven } from '../post-message.ts'
import { vapidKeys } from './vapid.ts'

const TIMEOUT_MS = 10_000
/** The push service no longer knows the subscription: the user has withdrawn it, or the browser was removed. */
const GONE = [404, 410]
/** The subscription was made with another key of ours (RFC 8292, section 4.2). */
const OTHER_KEY = [401, 403]

/** The device no longer exists, or no message can be encrypted for it. */
export class PushGone extends Error {
  override readonly name = 'PushGone'
}

export type PushTarget = { endpoint: string; p256dh: string; auth: string }

/** A message replaces an undelivered earlier one of the same `topic`; `ttlSeconds` is how long it may take. */
export type PushContent = { data: Record<string, string | number>; topic: string; ttlSeconds: number }

type PushRequest = Awaited<ReturnType<typeof buildPushPayload>>

async function encrypted(
  { endpoint, p256dh, auth }: PushTarget,
  content: PushContent,
  keys: VapidKeys,
): Promise<PushRequest> {
  const { data, topic, ttlSeconds } = content
  try {
    return await buildPushPayload(
      { data, options: { ttl: ttlSeconds, topic, urgency: 'high' } },
      { endpoint, expirationTime: null, keys: { p256dh, auth } },
      keys,
    )
  } catch (error) {
    throw new PushGone(`The subscription takes no message: ${error}`)
  }
}

async function post(endpoint: string, { headers, body }: PushRequest): Promise<Response> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    return await fetch(endpoint, { method: 'POST', headers, body, redirect: 'manual', signal })
  } catch (error) {
    throw new MessageUnproven(`${new URL(endpoint).host} did not answer: ${error}`)
  }
}

/** Posts with the present key, and again with the previous one to a browser that has subscribed with that. */
async function postByAnyKey(env: Env, target: PushTarget, content: PushContent): Promise<Response> {
  const [present, before] = vapidKeys(env)
  const answer = await post(target.endpoint, await encrypted(target, content, present))
  if (!before || !OTHER_KEY.includes(answer.status)) return answer
  await answer.body?.cancel()
  return post(target.endpoint, await encrypted(target, content, before))
}

/**
 * Submits a message to a browser's push service (RFC 8030), encrypted for that browser (RFC 8291) and signed (RFC 8292).
 * Times out after 10 s.
 * @returns the address of the message at the push service, if it names one.
 * @throws PushGone, MessageRefused, MessageUnproven
 */
export async function postPush(env: Env, target: PushTarget, content: PushContent): Promise<string> {
  // Checked again, because the rule may have become stricter since the subscription was stored.
  if (!isPushEndpoint(target.endpoint)) throw new PushGone('The subscription is at no push service')
  const { status, headers, body } = await postByAnyKey(env, target, content)
  await body?.cancel()
  if (GONE.includes(status)) throw new PushGone(`The push service answered ${status}`)
  if (status < 200 || status >= 300) throw new MessageRefused(`${new URL(target.endpoint).host} answered ${status}`)
  return headers.get('location') ?? `accepted with ${status}`
}
