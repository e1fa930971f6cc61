/**
 * What is stored on the device, and in the tab. A browser may forbid both (reading the property throws), have none (null, in private
 * windows and inside other apps) or be full. What cannot be stored is held in memory, so that nothing fails before the page is left.
 */
export type TextStorage = {
  get: (key: string) => string | null
  /** False if the text will be lost when the page is left. */
  set: (key: string, text: string) => boolean
  remove: (key: string) => void
  keys: () => string[]
}

function createStorage(name: 'localStorage' | 'sessionStorage'): TextStorage {
  const memory = new Map<string, string>()
  function attempt<T>(work: (storage: Storage) => T): T | null {
    try {
      const storage = globalThis[name] as Storage | null | undefined
      return storage ? work(storage) : null
    } catch {
      return null
    }
  }
  const remove = (key: string) => {
    memory.delete(key)
    attempt((storage) => storage.removeItem(key))
  }
  // Another tab has stored something newer. The marketing site is also rendered to HTML in Node, where there is no window.
  if (typeof window !== 'undefined')
    window.addEventListener('storage', ({ key }) => (key === null ? memory.clear() : memory.delete(key)))
  return {
    get: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key)),
    set: (key, text) => {
      const isStored = attempt((storage) => {
        storage.setItem(key, text)
        return true
      })
      if (isStored) {
        memory.delete(key)
        return true
      }
      // The text before it must not come back after a reload.
      remove(key)
      // The edge serves many people.
      if (typeof window !== 'undefined') memory.set(key, text)
      return false
    },
    remove,
    keys: () => [...memory.keys(), ...(attempt((storage) => Object.keys(storage)) ?? [])],
  }
}

/** Shared by all tabs of the origin, and kept. */
export const deviceStorage = createStorage('localStorage')

/** Of this tab only; survives a reload. */
export const tabStorage = createStorage('sessionStorage')
