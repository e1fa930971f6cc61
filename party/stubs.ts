import type { ServerFrame as BroadcastFrame, BroadcastRoom } from '#contract/live/broadcast'
import type { ServerFrame as UserFrame } from '#contract/live/user'
import type { SessionId } from '#domain/sessions/session-id'
import type { BroadcastParty } from './broadcast.ts'
import type { ChatParty } from './chat.ts'
import type { SessionParty } from './session.ts'
import type { UserParty } from './user.ts'

export type { InboxEntry } from './inbox.ts'

/** The one place that makes object names. */
export type PartyBindings = {
  UserParty: DurableObjectNamespace<UserParty>
  BroadcastParty: DurableObjectNamespace<BroadcastParty>
  ChatParty: DurableObjectNamespace<ChatParty>
  SessionParty: DurableObjectNamespace<SessionParty>
}

/** What wakes the worker's queue: mail in the outbox, or a session whose reminders are due or whose end has come. */
export type QueueMessage = { wake: 'outbox' } | { wake: 'reminders' | 'session-over'; sessionId: SessionId }

/** The list of tutors is watched by everybody at once, so its room is several objects; a person always has the same. */
const SHARDS: Record<BroadcastRoom, number> = { TutorsCache: 8, AdminInvoices: 1, ServerStats: 1 }

export const userParty = (env: PartyBindings, userId: number) => env.UserParty.getByName(String(userId))

export const chatParty = (env: PartyBindings, roomId: number) => env.ChatParty.getByName(String(roomId))

export const sessionParty = (env: PartyBindings, sessionId: string) => env.SessionParty.getByName(sessionId)

const shardsOf = (room: BroadcastRoom): string[] =>
  Array.from({ length: SHARDS[room] }, (_, shard) => `${room}:${shard}`)

export const broadcastParty = (env: PartyBindings, room: BroadcastRoom, userId: number) =>
  env.BroadcastParty.getByName(`${room}:${userId % SHARDS[room]}`)

/** Sends an event to every tab of each of these people. */
export const notifyUsers = (env: PartyBindings, userIds: readonly number[], frame: UserFrame): Promise<unknown> =>
  Promise.all([...new Set(userIds)].map((userId) => userParty(env, userId).tell(frame)))

/** Sends an event to everybody in a room. */
export const publish = (env: PartyBindings, room: BroadcastRoom, frame: BroadcastFrame): Promise<unknown> =>
  Promise.all(shardsOf(room).map((name) => env.BroadcastParty.getByName(name).announce(frame)))
