import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Instant } from '#domain/cairo'

/**
 * What the first render of a page depends on besides its address. The edge and the browser that hydrates its markup must
 * have the same: a difference is a hydration error.
 */
export type FirstRender = {
  /** The value of the cookie with the device's preferences (`preferences.ts`); empty without one. */
  preferences: string
  /** When the edge has rendered the page; null where it has not, and once another one is opened. */
  at: Instant | null
  /** The path of that page; null where the edge has rendered none. */
  path: string | null
}

export const FirstRenderContext = createContext<FirstRender>({ preferences: '', at: null, path: null })

export const useFirstRender = (): FirstRender => useContext(FirstRenderContext)

const neverChanges = () => () => undefined

/** True at the edge, and in a browser while the edge's markup is hydrated; components that are mounted later get false. */
export const useIsFirstRender = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  )
