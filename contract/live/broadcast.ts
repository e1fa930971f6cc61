import * as z from 'zod/mini'
import { BROADCAST_ROOMS, type BroadcastRoom } from '#domain/live'
import { id } from '../fields.ts'
import { wireTutorCard } from '../tutors.ts'
import { bareEvent, clientFrameReader, event, serverFrameReader } from './frames.ts'

/** The publish-only rooms (docs/rules/live.md 4.2, 4.3). */
export type { BroadcastRoom }

export const isBroadcastRoom = (name: string): name is BroadcastRoom => BROADCAST_ROOMS.some((room) => room === name)

export const fromClient = z.discriminatedUnion('event', [bareEvent('ping')])
export type FromClient = z.output<typeof fromClient>

/** A sample of the server's load: memory in MB, CPU in percent, times in milliseconds. */
export const serverStats = z.object({
  memory: z.number(),
  cpu: z.number(),
  elapsed: z.number(),
  heap: z.optional(z.record(z.string(), z.number())),
  timestamp: z.number(),
  /** Load averages over the last 1, 5 and 15 minutes. */
  load: z.tuple([z.number(), z.number(), z.number()]),
})
export type ServerStats = z.output<typeof serverStats>

const lessonEvent = z.object({ tutor: id, lesson: id })

export const fromServer = z.discriminatedUnion('event', [
  bareEvent('TutorsCacheUpdated'),
  event('TutorUpdated', wireTutorCard),
  event('LessonBooked', lessonEvent),
  event('LessonRebooked', lessonEvent),
  event('LessonCanceled', lessonEvent),
  bareEvent('InvoiceUpdated'),
  bareEvent('InvoiceDeleted'),
  event('ServerStats', serverStats),
])
export type ServerFrame = z.output<typeof fromServer>

/** Reads a subscriber's frame; never throws. */
export const readFromClient = clientFrameReader(fromClient)
/** Reads a frame of the room; null for one that this client does not know. */
export const readFromServer = serverFrameReader(fromServer)
