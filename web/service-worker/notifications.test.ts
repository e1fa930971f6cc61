import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { notification as words } from '#messages/notification'
import { onNotificationClick, onPush } from './notifications.ts'

const ME = 7
type Tab = { url: string; focus: () => Promise<void>; postMessage: (message: unknown) => void }

let account: number | null
let tabs: Tab[]
/** What the worker did, in order. */
let done: unknown[]
/** Direction and language of what was shown. */
let languages: string[]

const tab = (path: string): Tab => ({
  url: `https://app.hessa.example${path}`,
  focus: async () => void done.push(`focus ${path}`),
  postMessage: (message) => void done.push(message),
})

beforeEach(() => {
  account = ME
  tabs = []
  done = []
  languages = []
  vi.stubGlobal('self', {
    registration: {
      showNotification: async (title: string, { body, data, dir, lang }: NotificationOptions) => {
        done.push({ title, body, data })
        languages.push(`${dir} ${lang}`)
      },
    },
    clients: { matchAll: async () => tabs, openWindow: async (path: string) => void done.push(`open ${path}`) },
    navigator: { setAppBadge: async () => void done.push('badge') },
  })
  const match = async () => (account === null ? undefined : new Response(String(account)))
  vi.stubGlobal('caches', { open: async () => ({ match }) })
})
afterEach(() => vi.unstubAllGlobals())

/** Hands an event to a listener and waits for what it keeps the worker alive for. */
async function handle<E>(listener: (event: E) => void, event: object): Promise<unknown[]> {
  let work: unknown
  const waitUntil = (promise: unknown) => {
    work = promise
  }
  listener({ ...event, waitUntil } as E)
  await work
  return done
}

const chat = { account: ME, title: 'منى حسن', body: 'عندك رسالة جديدة', path: '/chat?room=3', topic: 'chat-3' }
const push = (message: unknown) => handle(onPush, { data: { json: () => message } })
const click = (path: unknown) => handle(onNotificationClick, { notification: { close: () => {}, data: { path } } })
const shown = { title: chat.title, body: chat.body, data: { path: chat.path } }
const neutral = { ...words, data: { path: '/' } }

it('shows a message to the account that it is for, and marks the icon where the app is closed', async () => {
  expect(await push(chat)).toEqual([shown, 'badge'])
})

it('says in which language it is', async () => {
  await push(chat)
  await push({ ...chat, title: 'News', body: 'New times on Friday' })
  expect(languages).toEqual(['auto ar-EG', 'auto en'])
})

it('leaves the icon to an open app, which counts', async () => {
  tabs = [tab('/upcoming-lessons')]
  expect(await push(chat)).toEqual([shown])
})

it('does not mark the icon for a reminder', async () => {
  expect(await push({ ...chat, path: '/lesson/9' })).toEqual([{ ...shown, data: { path: '/lesson/9' } }])
})

it('shows nothing for a message to another account, to a guest, or that cannot be read', async () => {
  expect(await push({ ...chat, account: 8 })).toEqual([neutral])
  account = null
  expect(await push(chat)).toEqual([neutral, neutral])
  expect(await handle(onPush, { data: null })).toEqual([neutral, neutral, neutral])
})

it('opens in a tab that is open, but not in one with a lesson or a payment', async () => {
  tabs = [tab('/lesson/9'), tab('/checkout/1/month'), tab('/s/dashboard')]
  expect(await click('/chat?room=3')).toEqual(['focus /s/dashboard', { open: '/chat?room=3' }])
})

it('opens a window where there is no such tab, and never another site', async () => {
  tabs = [tab('/lesson/9')]
  expect(await click('/chat?room=3')).toEqual(['open /chat?room=3'])
  expect(await click('//elsewhere.example')).toEqual(['open /chat?room=3', 'open /'])
  expect(await click(undefined)).toEqual(['open /chat?room=3', 'open /', 'open /'])
})
