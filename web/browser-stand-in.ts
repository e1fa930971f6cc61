/** What modules of a page expect of a browser, for tests in Node. Import them only after it, by `await import(…)`. */
import { vi } from 'vitest'

/** A message reaches the other tabs' channels at once, and not the one that posts it. */
function channelsOfTabs() {
  const open = new Set<{ name: string; onmessage: ((event: { data: unknown }) => void) | null }>()
  return class {
    onmessage: ((event: { data: unknown }) => void) | null = null
    readonly name: string
    constructor(name: string) {
      this.name = name
      open.add(this)
    }
    postMessage(data: unknown) {
      for (const one of open) if (one !== this && one.name === this.name) one.onmessage?.({ data })
    }
    close() {
      open.delete(this)
    }
  }
}

/** A key-value storage like `localStorage`. */
function storage(texts = new Map<string, string>()) {
  return {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  }
}

export type Browser = {
  window: EventTarget
  document: EventTarget & { visibilityState: 'visible' | 'hidden'; hidden: boolean }
  /** Shows or hides the page. */
  show: (visible: boolean) => void
}

/** Puts a fresh browser into the globals and forgets all modules. `vi.unstubAllGlobals` takes it away. */
export function openBrowser(): Browser {
  const location = {
    protocol: 'http:',
    host: 'localhost',
    hostname: 'localhost',
    origin: 'http://localhost',
    pathname: '/',
  }
  const window = Object.assign(new EventTarget(), { location })
  const document = Object.assign(new EventTarget(), {
    visibilityState: 'visible' as 'visible' | 'hidden',
    hidden: false,
  })
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', document)
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('BroadcastChannel', channelsOfTabs())
  vi.resetModules()
  const show = (visible: boolean) => {
    document.visibilityState = visible ? 'visible' : 'hidden'
    document.hidden = !visible
    document.dispatchEvent(new Event('visibilitychange'))
  }
  return { window, document, show }
}
