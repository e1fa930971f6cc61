import { useSyncExternalStore } from 'react'
import { deviceStorage } from './storage.ts'

/** A value outside of React that can be observed. */
export type ReadableStore<T> = {
  get: () => T
  /** The value at the edge, and in a browser while the edge's markup is hydrated; `get` without it. */
  atFirst?: () => T
  /** Calls the listener after every change, until the returned function is called. */
  subscribe: (listener: () => void) => () => void
}

export type Store<T> = ReadableStore<T> & { set: (next: T) => void }

/** Listeners are called only for a different value (`Object.is`): values are replaced, never mutated. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

type StoredForm<T> = {
  /** Parses the stored text, null without one. The text may be invalid, and this must not throw. */
  read: (stored: string | null) => T
  /** The text to store; null removes the key. */
  write: (value: T) => string | null
}

function storeText(key: string, text: string | null): void {
  if (text === null) deviceStorage.remove(key)
  else deviceStorage.set(key, text)
}

/** `reload` reads the stored value: a suspended tab may not have been notified of a change yet. */
export type PersistedStore<T> = Store<T> & { reload: () => void }

/** A store that survives a reload and is shared by all tabs of the origin. */
export function createPersistedStore<T>(key: string, { read, write }: StoredForm<T>): PersistedStore<T> {
  const store = createStore(read(deviceStorage.get(key)))
  const reload = () => store.set(read(deviceStorage.get(key)))
  // The marketing site is also rendered to HTML in Node, where there is no window.
  if (typeof window !== 'undefined')
    window.addEventListener('storage', (event) => {
      // Another tab that clears the storage sends an event without a key.
      if (event.key === key || event.key === null) reload()
    })
  return {
    ...store,
    reload,
    set: (next) => {
      storeText(key, write(next))
      store.set(next)
    },
  }
}

/** A value held by the browser, read again after each of the events that indicate a change. */
export const createEventStore = <T>(
  target: EventTarget,
  events: readonly string[],
  get: () => T,
): ReadableStore<T> => ({
  get,
  subscribe: (listener) => {
    for (const event of events) target.addEventListener(event, listener)
    return () => {
      for (const event of events) target.removeEventListener(event, listener)
    }
  },
})

/** Whether a CSS media query matches. */
export function createMediaQueryStore(query: string): ReadableStore<boolean> {
  // The edge knows no screen, and renders for the narrow one.
  if (typeof window === 'undefined') return createStore(false)
  const list = window.matchMedia(query)
  const store = createEventStore(list, ['change'], () => list.matches)
  return { get: store.get, subscribe: store.subscribe, atFirst: () => false }
}

/**
 * Renders with the store's value, or with the part that `select` returns. That part must be the same object as long as
 * nothing has changed: a `select` that creates a new one renders endlessly.
 */
export function useStore<T>(store: ReadableStore<T>): T
export function useStore<T, S>(store: ReadableStore<T>, select: (value: T) => S): S
export function useStore(store: ReadableStore<unknown>, select = (value: unknown): unknown => value): unknown {
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.get()),
    () => select((store.atFirst ?? store.get)()),
  )
}
