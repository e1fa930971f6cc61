import { beforeEach, describe, expect, it, vi } from 'vitest'
import { savePush } from '#contract/calls/push'
import { ACCOUNT_STORAGE } from '../../platform/account-storage.ts'
import { refreshSubscription } from './device-push.ts'

const { request } = vi.hoisted(() => ({ request: vi.fn() }))
vi.mock('../../platform/api.ts', () => ({ request }))
vi.mock('../../platform/auth-token.ts', () => ({ accountId: () => 1 }))
vi.mock('../../platform/view-as.ts', () => ({ viewToken: null }))

const stored = new Map<string, string>()
vi.mock('../../platform/storage.ts', () => ({
  deviceStorage: {
    get: (key: string) => stored.get(key) ?? null,
    set: (key: string, value: string) => stored.set(key, value),
  },
}))

const OLD = new Uint8Array([4, 251, 255, 1])
const NEW = new Uint8Array([4, 2, 62, 63])
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

function subscription(endpoint: string, key: Uint8Array | null) {
  const keys = { p256dh: 'p', auth: 'a' }
  const unsubscribe = vi.fn(async () => true)
  return {
    endpoint,
    options: { applicationServerKey: key?.buffer ?? null },
    unsubscribe,
    toJSON: () => ({ endpoint, keys }),
  }
}

/** A browser that is subscribed like this, and how it subscribes anew. */
function browserWith(present: ReturnType<typeof subscription> | null) {
  const subscribe = vi.fn(async () => subscription('https://push.example/new', NEW))
  const pushManager = { getSubscription: async () => present, subscribe }
  vi.stubGlobal('window', { PushManager: class {}, Notification: class {} })
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ pushManager }) } })
  return subscribe
}

const saved = () => request.mock.calls.filter(([call]) => call === savePush).map(([, input]) => input.body.endpoint)

beforeEach(() => {
  stored.clear()
  request.mockReset()
  request.mockResolvedValue({ publicKey: base64url(NEW), isOn: true })
  return () => vi.unstubAllGlobals()
})

describe('the subscription of a device, when the app starts', () => {
  it('is made anew where it was made with an earlier key', async () => {
    stored.set(ACCOUNT_STORAGE.push, 'https://push.example/old')
    const old = subscription('https://push.example/old', OLD)
    const subscribe = browserWith(old)
    await refreshSubscription()
    expect(old.unsubscribe).toHaveBeenCalledOnce()
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: base64url(NEW) })
    expect([saved(), stored.get(ACCOUNT_STORAGE.push)]).toEqual([
      ['https://push.example/new'],
      'https://push.example/new',
    ])
  })

  it('stays where it was made with the present key, or the browser does not say with which', async () => {
    for (const key of [NEW, null]) {
      stored.set(ACCOUNT_STORAGE.push, 'https://push.example/old')
      const subscribe = browserWith(subscription('https://push.example/old', key))
      await refreshSubscription()
      expect([subscribe.mock.calls, saved()]).toEqual([[], []])
    }
  })

  it('is stored again where the browser has changed its address', async () => {
    stored.set(ACCOUNT_STORAGE.push, 'https://push.example/old')
    const subscribe = browserWith(subscription('https://push.example/moved', NEW))
    await refreshSubscription()
    expect([subscribe.mock.calls, saved()]).toEqual([[], ['https://push.example/moved']])
  })

  it('asks nothing on a device without notifications', async () => {
    browserWith(subscription('https://push.example/old', OLD))
    await refreshSubscription()
    stored.set(ACCOUNT_STORAGE.push, 'https://push.example/old')
    browserWith(null)
    await refreshSubscription()
    expect(request).not.toHaveBeenCalled()
  })
})
