import { createStore } from './store.ts'

/** `until` is when it is expected to be over, in ISO-8601; null where the server does not say. */
export type Maintenance = { readonly until: string | null }

/** Set while the server answers nothing but `under-maintenance` (docs/rules/api.md 9.3). */
export const maintenance = createStore<Maintenance | null>(null)

/** What covers the screens leaves a call alone: browsers go on with it without the server. */
export const isCallUnderWay = createStore(false)
