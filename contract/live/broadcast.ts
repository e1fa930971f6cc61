import * as z from 'zod/mini'
import { BROADCAST_ROOMS, type BroadcastRoom } from '#domain/live'
import { STAFF_QUEUES } from '#domain/staff/queues'
import { RECORD_KINDS } from '#domain/staff/records'
import { id } from '../fields.ts'
import { wireTutorCard } from '../tutor-card.ts'
import { bareEvent, clientFrameReader, event, serverFrameReader } from './frames.ts'
import { serverStats } from './server-stats.ts'

/** The broadcast rooms (docs/rules/live.md 4.2, 4.3); clients may send only to `Staff`. */
export type { BroadcastRoom }

export const isBroadcastRoom = (name: string): name is BroadcastRoom => BROADCAST_ROOMS.some((room) => room === name)

/** A record that staff have open; kinds are those of the audit log. */
export const recordRef = z.object({ kind: z.enum(RECORD_KINDS), id })
export type RecordRef = z.output<typeof recordRef>

/** `RecordOpened` and `RecordClosed` are only accepted in the room `Staff` (docs/rules/staff.md 3.5). */
export const fromClient = z.discriminatedUnion('event', [
  bareEvent('ping'),
  event('RecordOpened', recordRef),
  event('RecordClosed', recordRef),
])
export type FromClient = z.output<typeof fromClient>

/** Everybody who has a record open, including the receiver. */
export const recordViewers = z.object({
  ...recordRef.shape,
  viewers: z.array(z.object({ id, name: z.nullable(z.string()) })),
})
export type RecordViewers = z.output<typeof recordViewers>

const lessonEvent = z.object({ tutor: id, lesson: id })

export const fromServer = z.discriminatedUnion('event', [
  bareEvent('TutorsCacheUpdated'),
  event('TutorUpdated', wireTutorCard),
  event('TutorTimesChanged', z.object({ tutor: id })),
  event('LessonBooked', lessonEvent),
  event('LessonRebooked', lessonEvent),
  event('LessonCanceled', lessonEvent),
  bareEvent('InvoiceUpdated'),
  event('ServerStats', serverStats),
  event('StaffQueueUpdated', z.object({ queue: z.enum(STAFF_QUEUES) })),
  event('RecordViewers', recordViewers),
])
export type ServerFrame = z.output<typeof fromServer>

/** Parses a subscriber's frame; never throws. */
export const readFromClient = clientFrameReader(fromClient)
/** Parses a frame of the room; null for one that this client does not know. */
export const readFromServer = serverFrameReader(fromServer)
