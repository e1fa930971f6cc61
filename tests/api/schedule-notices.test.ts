/** Messages about booked, moved and cancelled meetings (docs/rules/messages.md 3.1, 3.2, 3.3). */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { hours, minutes } from '#domain/cairo'
import {
  callApi,
  expectOk,
  insertSlot,
  onboardedTutor,
  type Person,
  row,
  rows,
  run,
  type Slot,
  setNow,
  tokenFor,
  triggerJob,
  tutorManager,
} from '#tests/people'
import {
  at,
  book,
  bookingFixture,
  iso,
  type Lesson,
  NOW,
  startClockAtNoon,
  tryCancel,
  tryMove,
} from './lesson-fixtures.ts'

startClockAtNoon()

type Sent = { template: string; texts: string[] }
type Posted = {
  to: string
  template: { name: string; components: { parameters: { text: string }[] }[] }
}

/** What reached the messenger, oldest first. */
let sent: (Sent & { to: string })[]

beforeEach(async () => {
  sent = []
  await run('DELETE FROM outbox')
  await run('DELETE FROM schedule_notices')
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const { to, template } = JSON.parse(String(init.body)) as Posted
    const texts = template.components.flatMap(({ parameters }) => parameters.map(({ text }) => text))
    sent.push({ to, template: template.name, texts })
    return Response.json({ messages: [{ id: 'accepted' }] })
  })
  return () => vi.unstubAllGlobals()
})

let numbers = 0

/** Turns WhatsApp messages on; returns those that the person has got. */
async function reach(person: Person): Promise<() => Sent[]> {
  const phone = `010777${String(++numbers).padStart(5, '0')}`
  await run('UPDATE users SET phone = ?, notification_method = 1 WHERE id = ?', phone, person.id)
  return () => sent.filter(({ to }) => to === `2${phone}`).map(({ template, texts }) => ({ template, texts }))
}

async function deliverAt(now: number): Promise<void> {
  setNow(now)
  await triggerJob('sweep-messages')
}

async function reachedFixture() {
  const { tutor, student, slot } = await bookingFixture()
  return { tutor, student, slot, toTutor: await reach(tutor), toStudent: await reach(student) }
}

const templates = (messages: Sent[]): string[] => messages.map(({ template }) => template)

type Acting = { tutor: Person; student: Person; slot: Slot }

async function bookAndCancel({ tutor, student, slot }: Acting): Promise<void> {
  expect(await tryCancel(student, await book(student, { tutor, slot, start: at(25) }))).toBe('ok')
}

/** A token of now: the clock may have left that of the fixture behind. */
const signedInAgain = async (person: Person): Promise<Person> => ({ ...person, token: await tokenFor(person.id) })

describe('what a student does with a tutor’s time', () => {
  it('is one message after a quiet minute, for a lesson that is booked and left alone', async () => {
    const { tutor, student, slot, toTutor } = await reachedFixture()
    await book(student, { tutor, slot, start: at(25) })
    await deliverAt(NOW + minutes(1) - 1)
    expect(toTutor()).toEqual([])
    await deliverAt(NOW + minutes(1))
    const booked = { template: 'new_lesson_booked', texts: ['30', 'الخميس ١٢ فبراير، ١:٠٠ م'] }
    expect(toTutor()).toEqual([booked])
    await deliverAt(NOW + hours(20))
    expect(toTutor()).toEqual([booked])
  })

  it('is no message at all after thirty bookings that are cancelled at once', async () => {
    const acting = await reachedFixture()
    for (let pair = 0; pair < 30; pair++) {
      setNow(NOW + pair * 1000)
      await bookAndCancel(acting)
    }
    await deliverAt(NOW + minutes(10))
    expect(acting.toTutor()).toEqual([])
    expect(await rows('SELECT * FROM schedule_notices')).toEqual([])
  })

  it('is one message of the lesson that stands after forty-five bookings that do not', async () => {
    const acting = await reachedFixture()
    const { tutor, student, slot } = acting
    for (let pair = 0; pair < 45; pair++) await bookAndCancel(acting)
    await book(student, { tutor, slot, start: at(26) })
    await deliverAt(NOW + minutes(1))
    expect(acting.toTutor()).toEqual([{ template: 'new_lesson_booked', texts: ['30', 'الخميس ١٢ فبراير، ٢:٠٠ م'] }])
  })

  it('is one message from the time that the tutor knew to the last, for a lesson that is moved thirty times', async () => {
    const { tutor, student, slot, toTutor } = await reachedFixture()
    const lesson = await book(student, { tutor, slot, start: at(25) })
    await deliverAt(NOW + minutes(1))
    for (let move = 1; move <= 30; move++)
      expect(await tryMove(student, { lesson, slot, start: at(25 + (move % 4) * 0.5) })).toBe('ok')
    await deliverAt(NOW + minutes(2))
    expect(toTutor().slice(1)).toEqual([
      { template: 'lesson_updated', texts: ['الخميس ١٢ فبراير، ١:٠٠ م', 'الخميس ١٢ فبراير، ٢:٠٠ م'] },
    ])
    for (const start of [at(25), at(26)]) await tryMove(student, { lesson, slot, start })
    await deliverAt(NOW + minutes(5))
    expect(toTutor()).toHaveLength(2)
  })

  it('is told after five minutes even if it never pauses', async () => {
    const { tutor, student, slot, toTutor } = await reachedFixture()
    const lesson = await book(student, { tutor, slot, start: at(25) })
    for (let half = 1; half <= 10; half++) {
      await deliverAt(NOW + half * minutes(0.5))
      expect([half, toTutor().length]).toEqual([half, half < 10 ? 0 : 1])
      await tryMove(student, { lesson, slot, start: at(25 + (half % 3) * 0.5) })
    }
  })

  it('is told at once of a lesson that starts within ten minutes', async () => {
    const { tutor, student, slot, toTutor } = await reachedFixture()
    setNow(at(25) - minutes(10))
    await book(await signedInAgain(student), { tutor, slot, start: at(25) })
    await deliverAt(at(25) - minutes(10))
    expect(templates(toTutor())).toEqual(['new_lesson_booked'])
  })

  it('is told of as booked, and of a cancellation only the one who did not cancel', async () => {
    const { tutor, student, slot, toTutor, toStudent } = await reachedFixture()
    const lesson = await book(student, { tutor, slot, start: at(25) })
    expect(await tryCancel(tutor, lesson)).toBe('ok')
    await deliverAt(NOW + minutes(2))
    expect(toTutor()).toEqual([])
    expect(toStudent()).toEqual([{ template: 'lesson_canceled', texts: ['الخميس ١٢ فبراير، ١:٠٠ م'] }])
  })

  it('goes to the number that the tutor has when it is sent, and to nobody who has turned messages off', async () => {
    const { tutor, student, slot, toTutor } = await reachedFixture()
    await book(student, { tutor, slot, start: at(25) })
    await run('UPDATE users SET notification_method = NULL WHERE id = ?', tutor.id)
    await deliverAt(NOW + minutes(2))
    expect(toTutor()).toEqual([])
    expect(await rows('SELECT * FROM schedule_notices')).toEqual([])
  })
})

describe('the messages of a pair in a day', () => {
  /** Books and cancels slowly, so that both are told: every two minutes until `until`. */
  async function actSlowly(acting: Acting, from: number, until: number): Promise<Lesson | null> {
    const { tutor, slot } = acting
    const student = await signedInAgain(acting.student)
    let lesson: Lesson | null = null
    for (let now = from; now < until; now += minutes(2)) {
      await deliverAt(now)
      if (lesson) await tryCancel(student, lesson)
      lesson = lesson ? null : await book(student, { tutor, slot, start: at(25) })
    }
    return lesson
  }

  it('are six, and what differs then is told two hours before the lesson', async () => {
    const acting = await reachedFixture()
    await actSlowly(acting, NOW, NOW + minutes(60))
    expect(templates(acting.toTutor())).toEqual(
      Array.from({ length: 3 }, () => ['new_lesson_booked', 'lesson_canceled']).flat(),
    )
    setNow(NOW + hours(2))
    await book(await signedInAgain(acting.student), { ...acting, start: at(25) })
    await deliverAt(at(23) - 1)
    expect(acting.toTutor()).toHaveLength(6)
    await deliverAt(at(23))
    await deliverAt(at(24))
    expect(templates(acting.toTutor()).slice(6)).toEqual(['new_lesson_booked'])
  })

  it('are one an hour beyond the six, for lessons that start soon', async () => {
    const acting = await reachedFixture()
    await actSlowly(acting, at(23.5), at(24.75))
    // Six in twelve minutes, and one in each of the two hours that have begun.
    expect(acting.toTutor().length).toBeGreaterThan(6)
    expect(acting.toTutor().length).toBeLessThanOrEqual(8)
  })

  it('are counted for each pair alone', async () => {
    const acting = await reachedFixture()
    await actSlowly(acting, NOW, NOW + minutes(60))
    const other = await bookingFixture()
    await book(other.student, { tutor: acting.tutor, slot: acting.slot, start: at(27) })
    await deliverAt(NOW + minutes(70))
    expect(templates(acting.toTutor()).slice(6)).toEqual(['new_lesson_booked'])
  })
})

it('the messages about interviews wait for a quiet minute as well', async () => {
  const [manager, tutor] = await Promise.all([tutorManager(), onboardedTutor()])
  const slotId = await insertSlot(manager, NOW, at(6), 3)
  const toManager = await reach(manager)
  const bookInterview = () =>
    expectOk(callApi('POST', '/interview', { as: tutor, body: { slotId, start: iso(at(2)) } }))
  const latest = 'SELECT id FROM interviews WHERE interviewee_id = ? ORDER BY id DESC'
  for (let pair = 0; pair < 3; pair++) {
    await bookInterview()
    const body = { ...(await row<{ id: number }>(latest, tutor.id)), status: 5 }
    await expectOk(callApi('PATCH', '/interview', { as: tutor, body }))
  }
  await bookInterview()
  await deliverAt(NOW + minutes(2))
  expect(templates(toManager())).toEqual(['new_interview_booked'])
})
