import { afterEach, describe, expect, it, vi } from 'vitest'
import { openBrowser } from '../browser-stand-in.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(globalThis, 'sessionStorage')
})

const full = {
  getItem: (key: string) => (key === 'before' ? 'stored' : null),
  setItem: () => {
    throw new DOMException('full', 'QuotaExceededError')
  },
  removeItem: () => undefined,
}

async function open() {
  openBrowser()
  return (await import('./storage.ts')).tabStorage
}

describe('a storage', () => {
  it('stores', async () => {
    const storage = await open()
    expect([storage.set('one', '1'), storage.get('one'), sessionStorage.getItem('one')]).toEqual([true, '1', '1'])
    storage.remove('one')
    expect(storage.get('one')).toBe(null)
  })

  it.each([
    [
      'throws when it is read',
      {
        get: () => {
          throw new DOMException('forbidden', 'SecurityError')
        },
      },
    ],
    ['is null', { value: null }],
    ['is missing', { value: undefined }],
    ['is full', { value: full }],
  ])('that %s holds what is stored until the page is left, and says that it will be lost', async (_, property) => {
    const storage = await open()
    vi.unstubAllGlobals()
    openBrowser()
    Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, ...property })
    expect([storage.get('one'), storage.set('one', '1'), storage.get('one')]).toEqual([null, false, '1'])
    expect(storage.keys()).toContain('one')
    storage.remove('one')
    expect(storage.get('one')).toBe(null)
  })

  it('that became full does not restore an older text', async () => {
    const storage = await open()
    storage.set('one', '1')
    const removed: string[] = []
    vi.stubGlobal('sessionStorage', { ...full, removeItem: (key: string) => removed.push(key) })
    storage.set('one', '2')
    expect([storage.get('one'), removed]).toEqual(['2', ['one']])
  })

  it('stores nothing where there is no page, as at the edge, which serves many people', async () => {
    const storage = await open()
    vi.unstubAllGlobals()
    expect([storage.set('one', '1'), storage.get('one')]).toEqual([false, null])
  })
})
