import { readPush, savePush, stopPush } from '#contract/calls/push'
import { ACCOUNT_STORAGE } from '../../platform/account-storage.ts'
import { request } from '../../platform/api.ts'
import { accountId } from '../../platform/auth-token.ts'
import { deviceStorage } from '../../platform/storage.ts'
import { viewToken } from '../../platform/view-as.ts'

/** Notifications of this browser: what it allows, and the subscription that the server sends to (docs/rules/messages.md 2.2). */
export type PushStatus = 'unsupported' | 'blocked' | 'off' | 'on'

/** The server's subscription of the signed-in account; `platform/offline-data.ts` ends it with the account's session. */
const KEY = ACCOUNT_STORAGE.push

/** Without the service worker, as in development or a browser that has none or forbids it, nothing could be shown. */
async function registrationOf(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('PushManager' in window && 'Notification' in window)) return undefined
  try {
    return await navigator.serviceWorker.getRegistration('/')
  } catch {
    return undefined
  }
}

const subscriptionOf = async (): Promise<PushSubscription | null | undefined> =>
  (await registrationOf())?.pushManager.getSubscription()

export async function readPushStatus(signal: AbortSignal): Promise<PushStatus> {
  // The device is not the one of the account that is looked at.
  if (viewToken !== null || !(await registrationOf())) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  if (Notification.permission !== 'granted' || !(await subscriptionOf())) return 'off'
  const { isOn } = await request(readPush, {}, { signal })
  return isOn ? 'on' : 'off'
}

async function store(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  await request(savePush, { body: { endpoint: endpoint ?? '', p256dh, auth } })
  deviceStorage.set(KEY, subscription.endpoint)
}

/** One with an older key of ours ends before, since the browser refuses a second key. */
async function subscribe({ pushManager }: ServiceWorkerRegistration, publicKey: string): Promise<void> {
  await (await pushManager.getSubscription())?.unsubscribe()
  await store(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }))
}

/** Whether the subscription was made with this key of ours, in base64url; so is one that doesn't say with which it was made. */
function isMadeWith({ options }: PushSubscription, publicKey: string): boolean {
  const key = options.applicationServerKey
  const encoded = key && btoa(String.fromCharCode(...new Uint8Array(key)))
  return !encoded || encoded.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey
}

/**
 * Asks for permission, and subscribes if it is granted. Resolves to whether it was.
 * @throws when the browser's push service does not respond.
 */
export async function turnPushOn(): Promise<boolean> {
  const registration = await registrationOf()
  if (!registration || (await Notification.requestPermission()) !== 'granted') return false
  const { publicKey } = await request(readPush, {})
  await subscribe(registration, publicKey)
  return true
}

export async function turnPushOff(): Promise<false> {
  await request(stopPush, {})
  deviceStorage.remove(KEY)
  await (await subscriptionOf())?.unsubscribe()
  return false
}

/**
 * When the app starts: browsers change the address of a subscription now and then, and one made with an earlier key of ours
 * is replaced before that key is no longer accepted (docs/rules/api.md 1.10).
 */
export async function refreshSubscription(): Promise<void> {
  const stored = deviceStorage.get(KEY)
  if (stored === null) return
  const registration = await registrationOf()
  const subscription = await registration?.pushManager.getSubscription()
  if (!registration || !subscription) return
  const { publicKey } = await request(readPush, {})
  if (!isMadeWith(subscription, publicKey)) await subscribe(registration, publicKey)
  else if (subscription.endpoint !== stored) await store(subscription)
}

/** For the service worker, which shows the content of a notification only to the account that it is for. */
export async function writeSignedIn(): Promise<void> {
  const cache = await caches.open('signed-in')
  await cache.put('/signed-in-account', new Response(String(accountId())))
}
