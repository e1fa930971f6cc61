import { useSyncExternalStore } from 'react'
import { cookieIn, pageCookies, writeCookie } from './cookies.ts'
import { useFirstRender } from './first-render.ts'
import { createPersistedStore } from './store.ts'

export const digitSystems = ['arab', 'latn'] as const
export type Digits = (typeof digitSystems)[number]
export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

/** A user's choices for this device. */
export type Preferences = { readonly digits: Digits; readonly theme: Theme }

const known = new Map<string, Preferences>()

/** The same object for the same choice: a difference between the edge's and the device's would render every text again. */
function preferencesOf(digits: unknown, theme: unknown): Preferences {
  const read = {
    digits: digitSystems.find((one) => one === digits) ?? 'arab',
    theme: themes.find((one) => one === theme) ?? 'system',
  }
  const key = encodePreferences(read)
  const preferences = known.get(key) ?? read
  known.set(key, preferences)
  return preferences
}

const encodePreferences = ({ digits, theme }: Preferences): string => `${digits}.${theme}`

function readPreferences(text: string | null): Preferences {
  try {
    const { digits, theme } = JSON.parse(text ?? '{}') as Partial<Preferences>
    return preferencesOf(digits, theme)
  } catch {
    return preferencesOf(null, null)
  }
}

const store = createPersistedStore('hessa.preferences', { read: readPreferences, write: JSON.stringify })

/** A copy of the stored preferences: the edge renders pages in them (docs/decisions/013). */
const COOKIE = 'preferences'

/** The cookie's value in a `cookie` header or `document.cookie`; empty without it. */
export const preferencesIn = (cookies: string): string => cookieIn(cookies, COOKIE)

/** Of the cookie's value. */
export function decodePreferences(value: string): Preferences {
  const [digits, theme] = value.split('.')
  return preferencesOf(digits, theme)
}

// Pages are also rendered at the edge and in Node, where there is no document.
const page = typeof document === 'undefined' ? undefined : document.documentElement
if (page) {
  const apply = () => {
    page.dataset.theme = store.get().theme
    if (store.get() !== decodePreferences(preferencesIn(pageCookies())))
      writeCookie(COOKIE, encodePreferences(store.get()))
  }
  store.subscribe(apply)
  apply()
}

export const preferences = (): Preferences => store.get()

export function setPreferences(changes: Partial<Preferences>): void {
  const { digits, theme } = { ...store.get(), ...changes }
  store.set(preferencesOf(digits, theme))
}

export function usePreferences(): Preferences {
  const first = useFirstRender()
  return useSyncExternalStore(store.subscribe, store.get, () => decodePreferences(first.preferences))
}
