import { useSyncExternalStore } from 'react'

/** What a person chose for this device: which digits, which colours. Shared by all tabs. */
export const digitSystems = ['arab', 'latn'] as const
export type Digits = (typeof digitSystems)[number]
export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]
export type Preferences = { readonly digits: Digits; readonly theme: Theme }

const KEY = 'hessa.preferences'
const DEFAULTS: Preferences = { digits: 'arab', theme: 'light' }

const listeners = new Set<() => void>()
let current = read()

function read(): Preferences {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>
    return {
      digits: digitSystems.find((one) => one === stored.digits) ?? DEFAULTS.digits,
      theme: themes.find((one) => one === stored.theme) ?? DEFAULTS.theme,
    }
  } catch {
    return DEFAULTS
  }
}

function apply(): void {
  document.documentElement.dataset.theme = current.theme
  for (const listener of listeners) listener()
}

// The marketing site is also rendered to HTML, where there is no window.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key !== KEY && event.key !== null) return
    current = read()
    apply()
  })
  apply()
}

export const preferences = (): Preferences => current

export function setPreferences(changes: Partial<Preferences>): void {
  current = { ...current, ...changes }
  try {
    localStorage.setItem(KEY, JSON.stringify(current))
  } catch {
    // A browser that keeps nothing still shows the choice until the page is left.
  }
  apply()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const usePreferences = (): Preferences => useSyncExternalStore(subscribe, preferences, () => DEFAULTS)
