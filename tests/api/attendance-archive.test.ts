/** Old events of attendance: moved to the object storage by the nightly job, and read from there as before. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LessonAttendance } from '#contract/lesson-decisions'
import { hours, minutes } from '#domain/cairo'
import { RETENTION } from '#domain/retention'
import {
  bindings,
  callApi,
  expectOk,
  newAdmin,
  type Person,
  row,
  rows,
  run,
  setNow,
  tokenFor,
  triggerJob,
} from '#tests/people'
import { at, attend, book, bookingFixture, NOW } from './lesson-fixtures.ts'

const LATER = NOW + hours(24 * 740)

const stored = () => rows<{ id: number }>('SELECT id FROM session_events ORDER BY id')
const dayOf = (when: number) => Math.floor(when / hours(24))
const archived = async (when: number): Promise<{ id: number }[]> => {
  const object = await bindings.FILES.get(`attendance/${dayOf(when)}.json`)
  return object ? object.json() : []
}

async function staff(): Promise<Person> {
  const admin = await newAdmin()
  return { id: admin.id, email: admin.email, token: await tokenFor(admin.id) }
}
const evidence = async (as: Person, lesson: { id: number }) =>
  expectOk<LessonAttendance>(callApi('GET', `/lesson/${lesson.id}/attendance`, { as }))
const outcomeFor = async (as: Person, lesson: { id: number }) =>
  (await expectOk<{ outcome: unknown }>(callApi('GET', `/lesson/${lesson.id}`, { as }))).outcome

/** A lesson at which both were, and what staff see of it. */
async function attendedLesson() {
  const { tutor, student, slot } = await bookingFixture()
  const start = at(25)
  const lesson = await book(student, { tutor, slot, start })
  await attend(tutor, lesson, start - minutes(2), start + minutes(30))
  await attend(student, lesson, start + minutes(1), start + minutes(29))
  return { lesson, start, tutor, student }
}

beforeEach(async () => {
  setNow(NOW)
  await run('DELETE FROM session_events')
  for (const { key } of (await bindings.FILES.list({ prefix: 'attendance/' })).objects) await bindings.FILES.delete(key)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('events of attendance', () => {
  it('stay in the database for two years, then in the archive, and show the same', async () => {
    const { lesson, start, student } = await attendedLesson()
    setNow(start + hours(24 * 730))
    const before = await staff()
    const seen = [await evidence(before, lesson), await outcomeFor(before, lesson)] as const
    expect(seen[0].members.map(({ minutes: attended }) => attended).toSorted()).toEqual([28, 30])
    await triggerJob('clear-expired')
    expect(await stored()).toHaveLength(4)

    setNow(start + hours(24 * 730) + minutes(31))
    await triggerJob('clear-expired')
    expect([await stored(), await archived(start)]).toMatchObject([[], { length: 4 }])
    const after = await staff()
    expect([await evidence(after, lesson), await outcomeFor(after, lesson)]).toEqual(seen)
    const list = await expectOk<{ list: { outcome: unknown }[] }>(
      callApi('GET', `/lesson/list?users[]=${student.id}`, { as: after }),
    )
    expect(list.list.map(({ outcome }) => outcome)).toEqual([seen[1]])
  })

  it('are neither lost nor doubled by a run that ends between the archive and the database', async () => {
    const { lesson, start } = await attendedLesson()
    setNow(LATER)
    const admin = await staff()
    const seen = await evidence(admin, lesson)
    await run(`CREATE TRIGGER cut_off BEFORE DELETE ON session_events BEGIN SELECT RAISE(ABORT, 'ended'); END`)
    await expect(triggerJob('clear-expired')).rejects.toThrow('delete from "session_events"')
    expect([(await stored()).length, (await archived(start)).length]).toEqual([4, 4])
    expect(await evidence(admin, lesson)).toEqual(seen)
    await run('DROP TRIGGER cut_off')
    await triggerJob('clear-expired')
    expect([(await stored()).length, (await archived(start)).length]).toEqual([0, 4])
    expect(await evidence(admin, lesson)).toEqual(seen)
  })

  it('are not deleted where the archive does not take them', async () => {
    const { start } = await attendedLesson()
    setNow(LATER)
    vi.spyOn(Object.getPrototypeOf(bindings.FILES), 'put').mockRejectedValueOnce(new Error('no storage'))
    await expect(triggerJob('clear-expired')).rejects.toThrow('no storage')
    expect([(await stored()).length, (await archived(start)).length]).toEqual([4, 0])
  })

  it('of two runs at once are archived once', async () => {
    const { start } = await attendedLesson()
    setNow(LATER)
    await Promise.allSettled([triggerJob('clear-expired'), triggerJob('clear-expired')])
    await triggerJob('clear-expired')
    expect([(await stored()).length, (await archived(start)).length]).toEqual([0, 4])
  })

  it('that were written late join those of their day, and what has no lesson is archived by its own', async () => {
    const { lesson, start, tutor } = await attendedLesson()
    setNow(LATER)
    await triggerJob('clear-expired')
    await attend(tutor, lesson, start + minutes(40), start + minutes(41))
    await run(
      `INSERT INTO session_events (type, user_id, session_id, created_at) VALUES (1, ?, 'interview:old', ?)`,
      tutor.id,
      start,
    )
    await triggerJob('clear-expired')
    expect([(await stored()).length, (await archived(start)).length]).toEqual([0, 7])
    expect((await evidence(await staff(), lesson)).members.flatMap(({ times }) => times)).toHaveLength(3)
  })

  it('are moved to fifteen days’ objects in a step, a hundred and fifty in a run', async () => {
    const { tutor } = await attendedLesson()
    await run('DELETE FROM session_events')
    await run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 160)
       INSERT INTO session_events (type, user_id, session_id, created_at)
       SELECT 1, ?, 'demo:' || i, ? - i * 86400000 FROM n`,
      tutor.id,
      NOW,
    )
    setNow(LATER)
    await triggerJob('clear-expired')
    expect(await stored()).toHaveLength(10)
    await triggerJob('clear-expired')
    expect(await stored()).toHaveLength(0)
    expect(await row('SELECT outcome FROM job_runs ORDER BY id DESC LIMIT 1')).toEqual({
      outcome: '{"archived":10,"broughtBack":0}',
    })
  })
})

it('many events of one day are moved in one run, since a run is limited by its requests', async () => {
  const { tutor } = await attendedLesson()
  await run(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 24000)
     INSERT INTO session_events (type, user_id, session_id, created_at) SELECT 1, ?, 'demo:' || i, ? FROM n`,
    tutor.id,
    NOW,
  )
  setNow(LATER)
  await triggerJob('clear-expired')
  expect([(await stored()).length, (await archived(NOW)).length]).toEqual([0, 24_000])
})

/** Events of ten sessions on each of three days, besides those of a lesson. */
async function eventsOfDays(tutor: Person): Promise<void> {
  await run(
    `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29)
     INSERT INTO session_events (type, user_id, session_id, created_at)
     SELECT 1, ?, 'demo:' || i, ? - (i / 10) * 86400000 FROM n`,
    tutor.id,
    NOW,
  )
}

/** Every event of the archive, one for each copy. */
async function allArchived(): Promise<{ id: number }[]> {
  const { objects } = await bindings.FILES.list({ prefix: 'attendance/' })
  const days = await Promise.all(
    objects.map(async ({ key }) => (await bindings.FILES.get(key))?.json<{ id: number }[]>()),
  )
  return days.flatMap((events) => events ?? [])
}
const ids = (events: readonly { id: number }[]) => events.map(({ id }) => id).toSorted((one, other) => one - other)
/** The ids in either place, those in both once. */
const idsSomewhere = async () =>
  ids([...new Map([...(await stored()), ...(await allArchived())].map((one) => [one.id, one])).values()])

type Put = R2Bucket['put']
/** Does something around each write of the archive. */
function aroundPuts(around: (count: number, put: () => ReturnType<Put>) => Promise<unknown>): void {
  const storage = Object.getPrototypeOf(bindings.FILES) as { put: Put }
  const put = storage.put
  let count = 0
  vi.spyOn(storage, 'put').mockImplementation(function (this: R2Bucket, ...parameters: Parameters<Put>) {
    return around(count++, () => put.apply(this, parameters)) as ReturnType<Put>
  } as Put)
}

/** The times after which attendance is moved and the archive is read, in days; as they were after the test. */
const setDays = (attendance: number, attendanceUnarchived: number): void => {
  Object.assign(RETENTION, {
    attendance: hours(24 * attendance),
    attendanceUnarchived: hours(24 * attendanceUnarchived),
  })
}

describe('moving attendance while the marketplace serves', () => {
  afterEach(() => setDays(730, 730))

  it('loses and doubles nothing wherever a run is killed, and ends in the runs after it', async () => {
    const { lesson, tutor } = await attendedLesson()
    await eventsOfDays(tutor)
    const all = ids(await stored())
    setNow(LATER)
    const admin = await staff()
    const seen = await evidence(admin, lesson)
    // Before and after each of the four days' objects is written, then before the rows are deleted.
    for (const when of ['before', 'after'] as const)
      for (let killedAt = 0; killedAt < 4; killedAt++) {
        aroundPuts(async (count, put) => {
          if (count === killedAt && when === 'before') throw new Error('killed')
          const object = await put()
          if (count === killedAt) throw new Error('killed')
          return object
        })
        // What has been written before is not written again, so that later kills find fewer objects to write.
        await triggerJob('clear-expired').catch((error: unknown) => expect(String(error)).toContain('killed'))
        vi.restoreAllMocks()
        expect(await idsSomewhere()).toEqual(all)
        expect(await evidence(admin, lesson)).toEqual(seen)
      }
    await triggerJob('clear-expired')
    expect([await stored(), ids(await allArchived())]).toEqual([[], all])
    expect(await evidence(admin, lesson)).toEqual(seen)
  })

  it('shows readers one record at every moment of a run', async () => {
    const { lesson, tutor } = await attendedLesson()
    await eventsOfDays(tutor)
    setNow(LATER)
    const admin = await staff()
    const seen = await evidence(admin, lesson)
    const during: unknown[] = []
    aroundPuts(async (_, put) => {
      during.push(await evidence(admin, lesson))
      const object = await put()
      during.push(await evidence(admin, lesson))
      return object
    })
    const job = triggerJob('clear-expired')
    for (let reader = 0; reader < 5; reader++) during.push(await evidence(admin, lesson))
    await job
    expect(during).toHaveLength(2 * 4 + 5)
    for (const one of [...during, await evidence(admin, lesson)]) expect(one).toEqual(seen)
  })

  it('is taken back by the longer time, and readers see the same before, while and after', async () => {
    const { lesson, start, tutor } = await attendedLesson()
    await eventsOfDays(tutor)
    const before = await rows('SELECT * FROM session_events ORDER BY id')
    setNow(start + hours(24 * 200))
    const admin = await staff()
    const seen = [await evidence(admin, lesson), await outcomeFor(admin, lesson)]
    const shown = async () => [await evidence(admin, lesson), await outcomeFor(admin, lesson)]

    setDays(180, 180)
    await triggerJob('clear-expired')
    expect([await stored(), (await allArchived()).length, await shown()]).toEqual([[], before.length, seen])

    setDays(730, 180)
    expect(await shown()).toEqual(seen)
    aroundPuts(() => Promise.reject(new Error('killed')))
    await expect(triggerJob('clear-expired')).rejects.toThrow('killed')
    vi.restoreAllMocks()
    // The first day is in both places.
    expect([(await stored()).length > 0, (await allArchived()).length, await shown()]).toEqual([
      true,
      before.length,
      seen,
    ])
    await triggerJob('clear-expired')
    expect(await rows('SELECT * FROM session_events ORDER BY id')).toEqual(before)
    expect([await allArchived(), await shown()]).toEqual([[], seen])

    setDays(730, 730)
    expect(await shown()).toEqual(seen)
    await triggerJob('clear-expired')
    expect(await row('SELECT outcome FROM job_runs ORDER BY id DESC LIMIT 1')).toEqual({
      outcome: '{"archived":0,"broughtBack":0}',
    })
    setNow(start + hours(24 * 740))
    await triggerJob('clear-expired')
    const later = await staff()
    expect([await stored(), (await allArchived()).length, await evidence(later, lesson)]).toEqual([
      [],
      before.length,
      seen[0],
    ])
  })

  it('leaves a day in the archive to which another run has added meanwhile', async () => {
    const { start, tutor, lesson } = await attendedLesson()
    setNow(LATER)
    await triggerJob('clear-expired')
    setNow(start + hours(24 * 200))
    setDays(730, 180)
    const late = { id: 999_999, sessionId: 'demo:late', userId: tutor.id, type: 1, at: start }
    aroundPuts(async (_, put) => {
      const key = `attendance/${dayOf(start)}.json`
      const events = (await (await bindings.FILES.get(key))?.json<object[]>()) ?? []
      vi.restoreAllMocks()
      await bindings.FILES.put(key, JSON.stringify([...events, late]))
      return put()
    })
    await triggerJob('clear-expired')
    expect([(await stored()).length, (await archived(start)).length]).toEqual([4, 5])
    await triggerJob('clear-expired')
    expect([ids(await stored()).includes(late.id), await archived(start)]).toEqual([true, []])
    expect((await evidence(await staff(), lesson)).members.flatMap(({ times }) => times)).toHaveLength(2)
  })
})
