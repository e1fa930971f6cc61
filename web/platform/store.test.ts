import { afterEach, describe, expect, it, vi } from 'vitest'
import { createPersistedStore, createStore } from './store.ts'

describe('a store', () => {
  it('calls its listeners for another value only, and until they unsubscribe', () => {
    const store = createStore(1)
    const listener = vi.fn()
    const unsubscribe = store.subscribe(listener)
    store.set(1)
    expect(listener).not.toHaveBeenCalled()
    store.set(2)
    expect([store.get(), listener.mock.calls.length]).toEqual([2, 1])
    unsubscribe()
    store.set(3)
    expect(listener).toHaveBeenCalledTimes(1)
  })
})

describe('a persisted store', () => {
  const numbers = {
    read: (text: string | null) => Number(text ?? 0),
    write: (value: number) => String(value || '') || null,
  }

  /** A tab's local storage, and what another tab writes into it. */
  function browser(stored: Record<string, string>) {
    const texts = new Map(Object.entries(stored))
    const window = new EventTarget()
    vi.stubGlobal('window', window)
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => texts.get(key) ?? null,
      setItem: (key: string, text: string) => texts.set(key, text),
      removeItem: (key: string) => texts.delete(key),
    })
    const elsewhere = (key: string | null, text: string) => {
      if (key) texts.set(key, text)
      else texts.clear()
      window.dispatchEvent(Object.assign(new Event('storage'), { key }))
    }
    return { texts, elsewhere }
  }
  afterEach(() => vi.unstubAllGlobals())

  it('begins with what was stored, stores what is set, and removes what has no text', () => {
    const { texts } = browser({ count: '4' })
    const store = createPersistedStore('count', numbers)
    expect(store.get()).toBe(4)
    store.set(5)
    expect(texts.get('count')).toBe('5')
    store.set(0)
    expect(texts.has('count')).toBe(false)
  })

  it('follows another tab, also one that clears all storage', () => {
    const { elsewhere } = browser({ count: '4' })
    const store = createPersistedStore('count', numbers)
    elsewhere('other', '7')
    expect(store.get()).toBe(4)
    elsewhere('count', '7')
    expect(store.get()).toBe(7)
    elsewhere(null, '')
    expect(store.get()).toBe(0)
  })

  it('holds the value where the browser forbids storage', () => {
    browser({})
    const forbidden = () => {
      throw new Error('denied')
    }
    vi.stubGlobal('localStorage', { getItem: forbidden, setItem: forbidden, removeItem: forbidden })
    const store = createPersistedStore('count', numbers)
    store.set(5)
    expect(store.get()).toBe(5)
  })
})
