import type { Gender } from '#domain/users/gender'
import { createStore, useStore } from './store.ts'

/** The gender in which sentences address the reader: that of who is signed in, null where it is not known. */
const store = createStore<Gender | null>(null)

export const addressee = (): Gender | null => store.get()
export const setAddressee = (gender: Gender | null): void => store.set(gender)
export const useAddressee = (): Gender | null => useStore(store)
