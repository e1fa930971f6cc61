import { hours } from '#domain/cairo'
import { fire, type Shot } from './generator.ts'

const PASSWORD = 'Hessa2026!'

type Session = { id: number; token: string }
type Slot = { id: number; start: string; end: string }

/** The body of a request that must succeed. */
export async function answer<T>(port: number, shot: Shot): Promise<T> {
  const hit = await fire(port, shot)
  if (hit.status !== 200) throw new Error(`${shot.method} ${shot.path} answered ${hit.status}: ${hit.body}`)
  return (hit.body === '' ? undefined : JSON.parse(hit.body)) as T
}

export async function logIn(port: number, email: string): Promise<Session> {
  const shot = { method: 'POST', path: '/api/v1/auth/password', body: { email, password: PASSWORD } }
  const { user, token } = await answer<{ user: { id: number }; token: string }>(port, shot)
  return { id: user.id, token }
}

/** A fresh student with a free trial: registered and verified as a person would be. */
async function newStudent(port: number, email: string): Promise<Session> {
  const { user, token } = await answer<{ user: { id: number }; token: string }>(port, {
    method: 'POST',
    path: '/api/v1/student/',
    body: { email, password: PASSWORD },
  })
  let sent: { params: { code: string } }[] = []
  while (sent.length === 0) sent = await answer(port, { method: 'GET', path: `/dev/outbox?to=${email}` })
  const body = { code: Number(sent.at(-1)?.params.code) }
  await answer(port, { method: 'POST', path: '/api/v1/confirmation-code/email/confirm', token, body })
  return { id: user.id, token }
}

/** A bench books and cancels its times for minutes; those that have passed meanwhile would be refused. */
const AHEAD_MS = hours(1)

/** Slots of different tutors, so that bookings meet each other only in the database. */
async function bookableSlots(port: number, token: string, count: number): Promise<{ tutorId: number; slot: Slot }[]> {
  const { list } = await answer<{ list: { id: number; nearestFreeTime: string | null }[] }>(port, {
    method: 'GET',
    path: '/api/v1/user/tutor/list/onboarded?size=100',
  })
  const soonest = Date.now() + AHEAD_MS
  const found: { tutorId: number; slot: Slot }[] = []
  for (const { id, nearestFreeTime } of list) {
    if (found.length === count || nearestFreeTime === null) break
    if (Date.parse(nearestFreeTime) < soonest) continue
    const { slots } = await answer<{ slots: { list: Slot[] } }>(port, {
      method: 'GET',
      path: `/api/v1/availability-slot/?userIds[]=${id}&after=${nearestFreeTime}&size=100`,
      token,
    })
    const slot = slots.list.find((one) => one.start <= nearestFreeTime && one.end > nearestFreeTime)
    if (slot) found.push({ tutorId: id, slot: { ...slot, start: nearestFreeTime } })
  }
  return found
}

/** Students who book a time of a tutor each, and cancel it again, in turns. */
export async function bookingStudents(port: number, count: number) {
  const emails = Array.from({ length: count }, (_, index) => `student${index}@bench.hessa.test`)
  const students = await Promise.all(emails.map((email) => newStudent(port, email)))
  const times = await bookableSlots(port, students[0]?.token ?? '', count)
  const booked = new Map<number, number>()
  const next = (_index: number, connection: number): Shot => {
    const { token = '' } = students[connection] ?? {}
    const lessonId = booked.get(connection)
    if (lessonId !== undefined) {
      booked.delete(connection)
      return { method: 'DELETE', path: `/api/v1/lesson/${lessonId}`, token }
    }
    const { tutorId, slot } = times[connection] ?? times[0] ?? { tutorId: 0, slot: { id: 0, start: '' } }
    const body = { tutorId, slotId: slot.id, start: slot.start, duration: 15 }
    return { method: 'POST', path: '/api/v1/lesson/', token, body }
  }
  const learn = (connection: number, body: string) => {
    const { id } = body.startsWith('{') ? (JSON.parse(body) as { id?: number }) : {}
    if (id !== undefined) booked.set(connection, id)
  }
  return { count, password: PASSWORD, email: (index: number) => emails[index % count] ?? '', next, learn }
}
