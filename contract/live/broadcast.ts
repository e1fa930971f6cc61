import * as z from 'zod/mini'
import { BROADCAST_ROOMS, type BroadcastRoom } from '#domain/live'
import { id } from '../fields.ts'
import { wireTutorCard } from '../tutors.ts'
import { bareEvent, clientFrameReader, event, serverFrameReader } from './frames.ts'
import { serverStats } from './server-stats.ts'

/** The publish-only rooms (docs/rules/live.md 4.2, 4.3). */
export type { BroadcastRoom }

export const isBroadcastRoom = (name: string): name is BroadcastRoom => BROADCAST_ROOMS.some((room) => room === name)

export const fromClient = z.discriminatedUnion('event', [bareEvent('ping')])
export type FromClient = z.output<typeof fromClient>

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
