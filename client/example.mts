/** A demo student's soonest lesson, booked and cancelled: `node example.mts` beside `npm start`, with the package installed. */
import { createClient, HessaError } from 'hessa-client'
import { logIn } from 'hessa-client/calls/auth'
import { listSlots } from 'hessa-client/calls/availability'
import { bookLesson, cancelLesson } from 'hessa-client/calls/lessons'
import { listOnboardedTutors, tutorTimes } from 'hessa-client/calls/tutors'

const { request } = createClient({ origin: process.env.HESSA_ORIGIN ?? 'http://localhost:8787' })

const { token } = await request(logIn, { body: { email: 'student@hessa.test', password: 'Hessa2026!' } })

const { list } = await request(listOnboardedTutors, { query: { sort: 'soonest', size: 10 } })
for (const tutor of list) {
  const { times } = await request(tutorTimes, { params: { id: tutor.id } })
  const first = times[0]
  if (!first) continue
  const end = new Date(Date.parse(first.start) + 15 * 60_000).toISOString()
  const query = { userIds: [tutor.id], after: first.start, before: end }
  const { slots } = await request(listSlots, { query }, { token })
  const slot = slots.list[0]
  if (!slot) continue
  try {
    const body = { tutorId: tutor.id, slotId: slot.id, start: first.start, duration: 15 as const }
    // The same key on a repeat books nothing twice.
    const lesson = await request(bookLesson, { body }, { token, idempotencyKey: crypto.randomUUID() })
    console.log(`Lesson ${lesson.id} with ${tutor.name} at ${lesson.start}`)
    await request(cancelLesson, { params: { id: lesson.id } }, { token })
    console.log('Cancelled; the minutes are back')
    break
  } catch (error) {
    if (!(error instanceof HessaError) || error.code !== 'conflicting-lessons') throw error
  }
}
