import { createPersistedStore, useStore } from './store.ts'

export const digitSystems = ['arab', 'latn'] as const
export type Digits = (typeof digitSystems)[number]
export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

/** A user's choices for this device. */
export type Preferences = { readonly digits: Digits; readonly theme: Theme }

const DEFAULTS: Preferences = { digits: 'arab', theme: 'light' }

function readPreferences(text: string | null): Preferences {
  try {
    const stored = JSON.parse(text ?? '{}') as Partial<Preferences>
    return {
      digits: digitSystems.find((one) => one === stored.digits) ?? DEFAULTS.digits,
      theme: themes.find((one) => one === stored.theme) ?? DEFAULTS.theme,
    }
  } catch {
    return DEFAULTS
  }
}

const store = createPersistedStore('hessa.preferences', { read: readPreferences, write: JSON.stringify })

// The marketing site is also rendered to HTML in Node, where there is no document.
const page = typeof document === 'undefined' ? undefined : document.documentElement
if (page) {
  const applyTheme = () => {
    page.dataset.theme = store.get().theme
  }
  store.subscribe(applyTheme)
  applyTheme()
}

export const preferences = (): Preferences => store.get()

export const setPreferences = (changes: Partial<Preferences>): void => store.set({ ...store.get(), ...changes })

export const usePreferences = (): Preferences => useStore(store)
