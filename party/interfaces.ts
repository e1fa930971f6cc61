/**
 * What the objects answer to each other and to the worker. Each class implements its interface; stubs are made from these, so
 * that no object imports the class of another.
 */

import type { ServerFrame as BroadcastFrame } from '#contract/live/broadcast'
import type { Point, ServerStats, SpanFigures } from '#contract/live/server-stats'
import type { ServerFrame as UserFrame } from '#contract/live/user'
import type { Message } from '#contract/message'
import type { ChatRefusal } from '#domain/chat/room'
import type { Outcomes } from '#domain/staff/alerts'
import type { Sums } from '#domain/staff/measurements'
import type { Visit, VisitFigures } from '#domain/staff/visits'

/** `repeated` is the message where an earlier call with the same `refId` stored it. */
export type ChatResult = { code: 'ok'; repeated: Message | null } | { code: ChatRefusal }
export type MessageDraft = { userId: number; refId: string | null; text: string }
/** A change that a member requests in a room; `seq` identifies a message. */
export type ChatAct =
  | { act: 'send'; refId: string | null; text: string }
  | { act: 'edit'; seq: number; text: string }
  | { act: 'delete' | 'read'; seq: number }

/** A call from a member's party. */
export type ActRequest = { userId: number; acts: readonly ChatAct[]; receipt: Receipt }
export type ActResponse = { results: ChatResult[]; update: RoomUpdate | null }

/** An event for both members, as JSON; `rev` has no gaps, so that a member recognises a repeated event. */
export type RoomEvent = { rev: number; frame: string }

/** A room's delivery to one member: events in order, and the room's latest message, as JSON, and unread count after them. */
export type RoomUpdate = {
  roomId: number
  otherId: number
  events: RoomEvent[]
  latest: string | null
  unread: number
}

/** The last event of a room that a member's object has received, and the last whose effect on the inbox it has stored. */
export type Receipt = { rev: number; storedRev: number }

/** A room's row in its member's list. */
export type InboxEntry = { roomId: number; unread: number; latest: Message | null }

/** `page` counts from 1; with `afterSeq` only later messages are listed. */
export type MessagePage = { page: number; size: number; afterSeq: number | null }

/** A report of the whole window. */
/** How requests ended in the last 5 minutes and the last hour, and the bookings of that hour. */
export type RequestOutcomes = { requests: { recent: Outcomes; hour: Outcomes }; bookings: Outcomes }

export type StatsReport = {
  now: ServerStats
  hour: SpanFigures
  minutes: Point[]
  /** Of the last seven days. */
  visits: VisitFigures[]
}

/** An object with sockets that a sign-out closes; `validFrom` is in epoch seconds. */
interface SocketHolder extends Rpc.DurableObjectBranded {
  endSessions(userId: number, validFrom: number): void | Promise<void>
  endSession(userId: number, authSession: string): void | Promise<void>
}

export interface BroadcastObject extends SocketHolder {
  publish(...frames: BroadcastFrame[]): void
  subscribers(): number
}

export interface SessionObject extends SocketHolder {
  members(): Promise<number[]>
  updateSchedule(): Promise<void>
}

export interface UserObject extends Rpc.DurableObjectBranded {
  notify(...frames: UserFrame[]): void
  receiveRoomUpdate(update: RoomUpdate): Receipt
  answer(update: string): Promise<string>
  fetch(request: Request): Promise<Response>
  storeReceived(roomId: number): Receipt
  inbox(): Promise<InboxEntry[]>
  openTokens(): { iat: number; exp: number }[]
  isOnline(): boolean
  endSessions(validFrom: number): Promise<void>
  endSession(authSession: string): Promise<void>
}

export interface ChatObject extends Rpc.DurableObjectBranded {
  act(userId: number, acts: readonly ChatAct[], receipt: Receipt): Promise<ActResponse>
  answer(request: string): Promise<string>
  fetch(request: Request): Promise<Response>
  send(draft: MessageDraft): Promise<ChatResult>
  read(userId: number, seq: number): Promise<ChatResult>
  list(page: MessagePage): { list: Message[]; total: number }
  activity(): { messageCount: number; lastMessageAt: string | null }
  hasMessageContaining(normalised: string): boolean
  backUp(): string | null
  restore(backup: string): boolean
  erase(userId: number): Promise<number>
}

export interface StatsObject extends Rpc.DurableObjectBranded {
  add(sums: Sums): void
  startSampling(): Promise<void>
  report(): Promise<StatsReport>
  outcomes(): RequestOutcomes
  addVisit(visit: Visit): void
}
