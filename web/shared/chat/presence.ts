import { createStore, useStore } from '../../platform/store.ts'

/** The presence of chat partners by id, from events since the socket opened. */
const presence = createStore<ReadonlyMap<number, boolean>>(new Map())

export const setPresence = (userId: number, isOnline: boolean): void =>
  presence.set(new Map([...presence.get(), [userId, isOnline]]))

/** After a gap the events of a change may have been missed: nothing that was known before still holds. */
export const forgetPresence = (): void => presence.set(new Map())

/** Whether a user is online; undefined as long as no event has reported it. */
export const usePresence = (userId: number): boolean | undefined => useStore(presence, (byId) => byId.get(userId))
