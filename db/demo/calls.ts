import { days, type Instant, minutes } from '#domain/cairo'
import {
  type CallMinute,
  countCall,
  type DeviceClass,
  isPoorCall,
  isPoorMinute,
  minuteOf,
} from '#domain/sessions/call-quality'
import type { callMinutes } from '../schema/call-minutes.ts'
import type { Lesson } from './lessons.ts'
import { seeded } from './random.ts'

type Row = typeof callMinutes.$inferInsert

/** When somebody was in a past lesson of the demo. */
export type Stay = { userId: number; from: Instant; to: Instant }

/** What a person calls over; the share of a call's minutes that are poor on it. */
type Network = Pick<CallMinute, 'network'> & { operator: string; device: DeviceClass; poor: number }

const NETWORKS: readonly Network[] = [
  { operator: 'TE Data', device: 'desktop', network: null, poor: 0.01 },
  { operator: 'Vodafone Egypt', device: 'phone', network: 'cellular', poor: 0.03 },
  { operator: 'Orange Egypt', device: 'phone', network: 'cellular', poor: 0.05 },
  { operator: 'Etisalat Misr', device: 'phone', network: 'cellular', poor: 0.12 },
  { operator: 'Vodafone Data', device: 'phone', network: 'wifi', poor: 0.01 },
  { operator: 'Noor', device: 'tablet', network: 'wifi', poor: 0.02 },
]

/** Calls were measured in every n-th lesson of the last two weeks. */
const MEASURED_EVERY = 4
const MEASURED_FOR = days(14)

const wasMeasured = ({ id, end }: Lesson, now: Instant): boolean =>
  id % MEASURED_EVERY === 0 && end > now - MEASURED_FOR

/** The minutes of a lesson in which both were inside, as either side has measured them. */
export function callMinutesOf(lesson: Lesson, stays: readonly Stay[], now: Instant): Row[] {
  const [one, other] = stays
  if (!one || !other || !wasMeasured(lesson, now)) return []
  const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)]
  return stays.flatMap(({ userId }) => {
    const random = seeded(`call ${lesson.id} ${userId}`)
    const { operator, device, network, poor } = NETWORKS[userId % NETWORKS.length] ?? random.pick(NETWORKS)
    const route = random.chance(0.2) ? 'relay' : 'direct'
    return Array.from({ length: Math.floor((to - from) / minutes(1)) }, (_, nth): Row => {
      const isBad = random.chance(poor)
      const measured: CallMinute = {
        minute: minuteOf(from) + minutes(nth),
        loss: isBad ? random.int(55, 180) : random.int(0, 20),
        roundTripMs: isBad ? random.int(300, 1200) : random.int(40, 160),
        jitterMs: isBad ? random.int(40, 120) : random.int(3, 25),
        freezes: isBad ? random.int(1, 6) : 0,
        frozenMs: isBad ? random.int(2000, 16_000) : 0,
        interruptedMs: 0,
        receivedKbps: isBad ? random.int(60, 250) : random.int(400, 1100),
        firstPictureMs: nth === 0 ? random.int(600, 4000) : null,
        route,
        network,
        failure: null,
      }
      return { ...measured, lessonId: lesson.id, userId, isPoor: isPoorMinute(measured), device, operator }
    })
  })
}

/** Whether the call of a lesson was poor; null where it was not measured. */
export const wasPoorCall = (lesson: Lesson, stays: readonly Stay[], now: Instant): boolean | null =>
  isPoorCall(
    countCall(callMinutesOf(lesson, stays, now).map(({ minute, isPoor }) => ({ minute, isPoor, failure: null }))),
  )
