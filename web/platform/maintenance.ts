import { createStore } from './store.ts'

/** `until` is the expected end in ISO 8601; null if the server does not state it. */
export type Maintenance = { readonly until: string | null }

/** Set while the server answers only `under-maintenance` (docs/rules/api.md 9.3). */
export const maintenance = createStore<Maintenance | null>(null)

/** The maintenance screen does not cover a running call, which browsers continue without the server. */
export const isCallUnderWay = createStore(false)
