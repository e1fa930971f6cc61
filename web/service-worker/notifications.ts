/// <reference lib="webworker" />

import { notification as words } from '#messages/notification'

declare const self: ServiceWorkerGlobalScope

/** The content of a push message (worker/messages/send-push.ts). */
type Push = { account: number; title: string; body: string; path: string; topic: string }

/** The account that is signed in on this device, as stored by the app; null for none. */
async function signedIn(): Promise<number | null> {
  const stored = await (await caches.open('signed-in')).match('/signed-in-account')
  return stored ? Number(await stored.text()) : null
}

function read(data: PushMessageData | null): Push | null {
  try {
    return (data?.json() ?? null) as Push | null
  } catch {
    return null
  }
}

const isChat = ({ path }: Push): boolean => path.startsWith('/chat')

/** A message from staff may be in English; the browser neither knows nor guesses it. */
const languageOf = (text: string): string => (/\p{Script=Arabic}/u.test(text) ? 'ar-EG' : 'en')

/** Shows a message (docs/rules/messages.md 2.6). */
async function show(push: Push | null): Promise<void> {
  const isTheirs = push !== null && push.account === (await signedIn())
  // Another user of the device must not read the notification, but browsers require that one is shown.
  const { title, body } = isTheirs ? push : words
  await self.registration.showNotification(title, {
    body,
    dir: 'auto',
    lang: languageOf(body),
    icon: '/icon-192.png',
    tag: isTheirs ? push.topic : 'hessa',
    data: { path: isTheirs ? push.path : '/' },
  })
  // An open app counts unread messages itself.
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (isTheirs && isChat(push) && windows.length === 0) await self.navigator.setAppBadge?.()
}

export const onPush = (event: PushEvent): void => event.waitUntil(show(read(event.data)))

async function open(path: string): Promise<void> {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // A running lesson is not replaced by a message, which opens in another window.
  const tab = tabs.find(({ url }) => !/\/(?:lesson|interview|demo-session|checkout)\//.test(new URL(url).pathname))
  if (!tab) return void (await self.clients.openWindow(path))
  await tab.focus()
  tab.postMessage({ open: path })
}

export function onNotificationClick(event: NotificationEvent): void {
  event.notification.close()
  const path = (event.notification.data as { path?: unknown } | null)?.path
  event.waitUntil(open(typeof path === 'string' && path.startsWith('/') && !path.startsWith('//') ? path : '/'))
}
