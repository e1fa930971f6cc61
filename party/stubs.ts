import type { ServerFrame as BroadcastFrame, BroadcastRoom } from '#contract/live/broadcast'
import type { ServerFrame as UserFrame } from '#contract/live/user'
import type { SessionId } from '#domain/sessions/session-id'
import type { BroadcastObject, ChatObject, SessionObject, StatsObject, UserObject } from './interfaces.ts'

export type { InboxEntry, StatsReport } from './interfaces.ts'

/** This module alone turns ids into object names: two spellings of a name would be two objects. */
export type PartyBindings = {
  UserParty: DurableObjectNamespace<UserObject>
  BroadcastParty: DurableObjectNamespace<BroadcastObject>
  ChatParty: DurableObjectNamespace<ChatObject>
  SessionParty: DurableObjectNamespace<SessionObject>
  StatsParty: DurableObjectNamespace<StatsObject>
}

/** A chat message to somebody who has no tab open; `writtenAt` is an ISO instant. */
export type MissedMessage = { userId: number; roomId: number; authorId: number; writtenAt: string }

/**
 * Messages of the worker's queue: new rows in the outbox, urgent ones that may not have arrived, offers of times that have run out, a session with reminders due, one that has ended, or a chat message that
 * nobody saw arrive.
 */
export type QueueMessage =
  | { wake: 'outbox' | 'fallbacks' | 'offers' }
  | { wake: 'reminders' | 'session-over'; sessionId: SessionId }
  | { wake: 'missed-message'; missed: MissedMessage }

/** `TutorsCache` has too many subscribers for one object, so it is sharded; a user is always on the same shard. */
const SHARDS: Record<BroadcastRoom, number> = { TutorsCache: 8, AdminInvoices: 1, ServerStats: 1, Staff: 1 }

export const userParty = (env: PartyBindings, userId: number) => env.UserParty.getByName(String(userId))

export const chatParty = (env: PartyBindings, roomId: number) => env.ChatParty.getByName(String(roomId))

export const sessionParty = (env: PartyBindings, sessionId: string) => env.SessionParty.getByName(sessionId)

/** One object for the whole platform: it adds up what all isolates measure. */
export const statsParty = (env: PartyBindings) => env.StatsParty.getByName('all')

const shardsOf = (room: BroadcastRoom): string[] =>
  Array.from({ length: SHARDS[room] }, (_, shard) => `${room}:${shard}`)

export const broadcastParty = (env: PartyBindings, room: BroadcastRoom, userId: number) =>
  env.BroadcastParty.getByName(`${room}:${userId % SHARDS[room]}`)

/** Sends events in their order to every tab of each of these users, with one call for each user. */
export const notifyUsers = (env: PartyBindings, userIds: readonly number[], ...frames: UserFrame[]): Promise<unknown> =>
  Promise.all([...new Set(userIds)].map((userId) => userParty(env, userId).notify(...frames)))

/** Sends events in their order to all subscribers of a broadcast room, with one call of each of its objects. */
export const publish = (env: PartyBindings, room: BroadcastRoom, ...frames: BroadcastFrame[]): Promise<unknown> =>
  Promise.all(shardsOf(room).map((name) => env.BroadcastParty.getByName(name).publish(...frames)))

/** How many sockets are open to a broadcast room now. */
export async function subscribersOf(env: PartyBindings, room: BroadcastRoom): Promise<number> {
  const counts = await Promise.all(shardsOf(room).map((name) => env.BroadcastParty.getByName(name).subscribers()))
  return counts.reduce((sum, count) => sum + count, 0)
}
