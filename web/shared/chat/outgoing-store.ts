import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { log } from '../../platform/log.ts'
import type { Outgoing } from './outgoing.ts'

/** Keeps unsent messages on the device, so that neither a reload nor a crash loses them. */
export type OutgoingStore = {
  /** In the order in which they were added, by whichever tab. */
  all: () => Promise<readonly Outgoing[]>
  add: (message: Outgoing) => Promise<void>
  replace: (message: Outgoing) => Promise<void>
  remove: (refId: string) => Promise<void>
}

type StoredOutgoing = Outgoing & { place?: number }
interface Schema extends DBSchema {
  messages: { key: number; value: StoredOutgoing; indexes: { refId: string } }
}

const open = (userId: number): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>(`hessa.outbox.${userId}`, 1, {
    upgrade: (db) => {
      const store = db.createObjectStore('messages', { keyPath: 'place', autoIncrement: true })
      store.createIndex('refId', 'refId', { unique: true })
    },
    // Signing out deletes the database.
    blocking: (_, __, event) => (event.target as IDBDatabase).close(),
  })

function onDevice(db: IDBPDatabase<Schema>): OutgoingStore {
  const keyOf = (refId: string) => db.getKeyFromIndex('messages', 'refId', refId)
  return {
    all: () => db.getAll('messages'),
    add: async (message) => {
      await db.add('messages', message)
    },
    replace: async (message) => {
      const place = await keyOf(message.refId)
      if (place !== undefined) await db.put('messages', { ...message, place })
    },
    remove: async (refId) => {
      const place = await keyOf(refId)
      if (place !== undefined) await db.delete('messages', place)
    },
  }
}

/** For browsers without storage: messages are kept as long as the tab. */
export function inMemory(): OutgoingStore {
  let messages: readonly Outgoing[] = []
  return {
    all: async () => messages,
    // After a failure of the device's store, displayed messages are already added here before their own `add`.
    add: async (message) => {
      if (!messages.some(({ refId }) => refId === message.refId)) messages = [...messages, message]
    },
    replace: async (message) => {
      messages = messages.map((one) => (one.refId === message.refId ? message : one))
    },
    remove: async (refId) => {
      messages = messages.filter((one) => one.refId !== refId)
    },
  }
}

export async function openOutgoingStore(userId: number): Promise<OutgoingStore> {
  try {
    return onDevice(await open(userId))
  } catch (error) {
    log.warning('unsent messages are stored in memory only', error)
    return inMemory()
  }
}
