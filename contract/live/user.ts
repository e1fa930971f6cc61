import * as z from 'zod/mini'
import { stations } from '#domain/onboarding/stations'
import { TransactionStatus } from '#domain/payments/transaction'
import { message } from '../chat.ts'
import { id, oneOf } from '../fields.ts'
import { wireTutorCard } from '../tutors.ts'
import { bareEvent, clientFrameReader, event, serverFrameReader } from './frames.ts'

/** The events between a tab and its user's party (docs/rules/live.md 3.1, 3.2). */

const refId = z.string().check(z.minLength(1), z.maxLength(64))
const messageRef = z.object({ id })

export const fromClient = z.discriminatedUnion('event', [
  bareEvent('JoinRooms'),
  // Not bounded here: an empty or too long text is acknowledged with its own code.
  event('SendMessage', z.object({ roomId: id, text: z.string(), refId })),
  event('UpdateMessage', z.object({ id, text: z.string() })),
  event('DeleteMessage', messageRef),
  event('MarkMessageAsRead', messageRef),
  event('UserTyping', z.object({ roomId: id })),
  event('RegisterPeer', z.object({ peer: z.string().check(z.minLength(1), z.maxLength(128)) })),
  bareEvent('ping'),
])
export type FromClient = z.output<typeof fromClient>

const lessonEvent = z.object({ tutor: id, lesson: id })

export const fromServer = z.discriminatedUnion('event', [
  event('JoinedRooms', z.object({ rooms: z.array(id) })),
  event('RoomMessage', message),
  event('RoomMessageUpdated', message),
  event('RoomMessageDeleted', z.object({ roomId: id, messageId: id })),
  event('RoomMessageRead', z.object({ userId: id, messageId: id, roomId: id })),
  event('UserTyping', z.object({ roomId: id, userId: id })),
  event('UserStatusChanged', z.object({ online: z.boolean(), userId: id, roomId: id })),
  event('LessonBooked', lessonEvent),
  event('LessonRebooked', lessonEvent),
  event('LessonCanceled', lessonEvent),
  event('TutorUpdated', wireTutorCard),
  event('TransactionStatusUpdate', z.object({ transactionId: id, status: oneOf(TransactionStatus) })),
  bareEvent('InvoiceUpdated'),
  event('OnboardingUpdated', z.object({ station: z.enum(stations) })),
])
export type ServerFrame = z.output<typeof fromServer>

/** Reads a tab's frame; never throws. */
export const readFromClient = clientFrameReader(fromClient)
/** Reads a frame of the party; null for one that this client does not know. */
export const readFromServer = serverFrameReader(fromServer)
