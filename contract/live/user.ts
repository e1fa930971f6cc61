import * as z from 'zod/mini'
import { MAX_MESSAGES_TOGETHER, MAX_RESUMED_ROOMS } from '#domain/live'
import { ONBOARDING_STEPS } from '#domain/onboarding/steps'
import { TransactionStatus } from '#domain/payments/transaction'
import { id, oneOf } from '../fields.ts'
import { message } from '../message.ts'
import { wireTutorCard } from '../tutor-card.ts'
import { bareEvent, clientFrameReader, event, serverFrameReader } from './frames.ts'

/** The events between a tab and its user's party (docs/rules/live.md 3.1, 3.2). */

const refId = z.string().check(z.minLength(1), z.maxLength(64))
const messageRef = z.object({ id })
const count = z.int().check(z.minimum(0))

export const fromClient = z.discriminatedUnion('event', [
  bareEvent('JoinRooms'),
  /**
   * After a lost connection, requests what the user has missed since `pos`; null requests only the current position. For
   * the rooms that the tab shows, given with the ids of the last (`afterId`) and first (`fromId`) known message, the missed
   * messages are included.
   */
  event(
    'Resume',
    z.object({
      pos: z.nullable(count),
      rooms: z.array(z.object({ roomId: id, afterId: count, fromId: count })).check(z.maxLength(MAX_RESUMED_ROOMS)),
    }),
  ),
  // Not limited here: an empty or too long text is acknowledged with its own code.
  event('SendMessage', z.object({ roomId: id, text: z.string(), refId })),
  event(
    'SendMessages',
    z.object({
      roomId: id,
      messages: z
        .array(z.object({ text: z.string(), refId }))
        .check(z.minLength(1), z.maxLength(MAX_MESSAGES_TOGETHER)),
    }),
  ),
  event('UpdateMessage', z.object({ id, text: z.string() })),
  event('DeleteMessage', messageRef),
  event('MarkMessageAsRead', messageRef),
  event('UserTyping', z.object({ roomId: id })),
  event('RegisterPeer', z.object({ peer: z.string().check(z.minLength(1), z.maxLength(128)) })),
  bareEvent('ping'),
])
export type FromClient = z.output<typeof fromClient>

/** An event of a chat room. `pos` counts the events that the user's party has received from all of the user's rooms. */
const roomEvent = <const Name extends string, P extends z.ZodMiniType>(name: Name, payload: P) =>
  z.object({ event: z.literal(name), payload, pos: z.optional(count) })

/** A room with events since the position. */
const resumedRoom = z.object({
  roomId: id,
  unreadMessagesCount: count,
  latestMessage: z.nullable(message),
  /** All messages after an id, oldest first; null for a room that was not requested, and if there are too many. */
  missed: z.nullable(z.object({ afterId: count, list: z.array(message) })),
})
export type ResumedRoom = z.output<typeof resumedRoom>

/** Any other event that a tab must not miss; `events` counts them. */
const countedEvent = <const Name extends string, P extends z.ZodMiniType>(name: Name, payload: P) =>
  z.object({ event: z.literal(name), payload, events: z.optional(count) })

/** `isByStaff`: an admin has changed the lesson for the student. */
const lessonEvent = z.object({ tutor: id, lesson: id, isByStaff: z.optional(z.boolean()) })

export const fromServer = z.discriminatedUnion('event', [
  event('JoinedRooms', z.object({ rooms: z.array(id) })),
  /**
   * `rooms` are those with new events; null if no position was given, and if they do not fit into one frame. `events`
   * counts the user's events that belong to no room.
   */
  event('Resumed', z.object({ pos: count, events: z.optional(count), rooms: z.nullable(z.array(resumedRoom)) })),
  roomEvent('RoomMessage', message),
  roomEvent('RoomMessageUpdated', message),
  roomEvent('RoomMessageDeleted', z.object({ roomId: id, messageId: id })),
  roomEvent('RoomMessageRead', z.object({ userId: id, messageId: id, roomId: id })),
  event('UserTyping', z.object({ roomId: id, userId: id })),
  event('UserStatusChanged', z.object({ online: z.boolean(), userId: id, roomId: id })),
  countedEvent('LessonBooked', lessonEvent),
  countedEvent('LessonRebooked', lessonEvent),
  countedEvent('LessonCanceled', lessonEvent),
  countedEvent('TutorUpdated', wireTutorCard),
  countedEvent('TransactionStatusUpdate', z.object({ transactionId: id, status: oneOf(TransactionStatus) })),
  countedEvent('WaitingListUpdated', z.optional(z.unknown())),
  countedEvent('StandingTimesUpdated', z.optional(z.unknown())),
  countedEvent('InvoiceUpdated', z.optional(z.unknown())),
  countedEvent('OnboardingUpdated', z.object({ station: z.enum(ONBOARDING_STEPS) })),
])
export type ServerFrame = z.output<typeof fromServer>

/** Parses a tab's frame; never throws. */
export const readFromClient = clientFrameReader(fromClient)
/** Parses a frame of the party; null for one that this client does not know. */
export const readFromServer = serverFrameReader(fromServer)
