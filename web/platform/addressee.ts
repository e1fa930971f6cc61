import type { Gender } from '#domain/users/gender'
import { createStore, useStore } from './store.ts'

/** The grammatical gender for addressing the reader: the signed-in user's, null if unknown. */
const store = createStore<Gender | null>(null)

export const addressee = (): Gender | null => store.get()
export const setAddressee = (gender: Gender | null): void => store.set(gender)
export const useAddressee = (): Gender | null => useStore(store)
