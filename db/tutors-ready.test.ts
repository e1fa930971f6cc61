import type { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { demoOf } from '#db/demo/demo'
import { statementsOf } from '#db/demo/statements'
import { isMeetingCanceled, MeetingStatus } from '#domain/meetings/statuses'
import { demoSessionStep, interviewStep, introVideoStep, photoSessionStep, StepState } from '#domain/onboarding/steps'
import { IntroVideoState } from '#domain/onboarding/video-states'
import { Role } from '#domain/roles'
import { isProfileComplete, type TutorProfile } from '#domain/tutors/onboarded'
import { migratedAround } from '#tests/migrated-db'

const NOW = Date.parse('2026-01-11T09:00:00Z')

type Row = Record<string, string | number | null>
type Tutor = TutorProfile & { studioId: number | null; activatedAt: number | null; readyAt: number | null }

/** The demo's database with the triggers of readiness alone: the other guards refuse most histories that are tried here. */
function database(): { db: DatabaseSync; tutorId: number } {
  const demo = demoOf(NOW)
  const db = migratedAround(() => true, statementsOf(demo, 'none', 1))
  const triggers = db.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all()
  db.exec('PRAGMA foreign_keys = OFF')
  for (const { name, sql } of triggers)
    if (!/ready_at|activated_at/.test(String(sql))) db.exec(`DROP TRIGGER "${name}"`)
  return { db, tutorId: demo.tutors.find(({ stage }) => stage === 'ready')?.id ?? 0 }
}

/** Whether the rules of `domain/` call the tutor ready to activate (docs/rules/onboarding.md 1.5). */
function isReadyByRule(db: DatabaseSync, id: number): boolean {
  const all = (sql: string) => db.prepare(sql).all(id) as Row[]
  const [row] = all('SELECT * FROM tutors t JOIN users u ON u.id = t.id WHERE t.id = ?')
  const tutor = {
    ...row,
    birthYear: row?.birth_year,
    verifiedEmail: row?.verified_email === 1,
    verifiedPhone: row?.verified_phone === 1,
  } as unknown as Tutor
  const videos = all(
    'SELECT state, created_at AS createdAt, updated_at AS updatedAt FROM intro_videos WHERE tutor_id = ? ORDER BY created_at DESC, id DESC',
  )
  const interviews = all(
    'SELECT status, start, created_at AS createdAt, updated_at AS updatedAt FROM interviews WHERE interviewee_id = ? ORDER BY created_at DESC, id DESC',
  )
  const demos = all('SELECT status FROM demo_sessions WHERE tutor_id = ? ORDER BY created_at DESC, id DESC')
  const video = videos.find(({ state }) => state === IntroVideoState.Approved) ?? videos[0]
  const interview = interviews.find(({ status }) => !isMeetingCanceled(status as MeetingStatus))
  const demo = demos.find(({ status }) => status === MeetingStatus.Pending || status === MeetingStatus.Passed)
  const hasApprovedVideo = video?.state === IntroVideoState.Approved
  const steps = [
    introVideoStep((video as never) ?? null, NOW),
    interviewStep((interview as never) ?? null, NOW),
    demoSessionStep((demo as never) ?? null, hasApprovedVideo),
    photoSessionStep({
      hasStudio: row?.studio_id !== null,
      image: Boolean(row?.image),
      video: Boolean(row?.video),
      thumbnail: Boolean(row?.thumbnail),
    }),
  ]
  return (
    tutor.role === Role.Tutor &&
    row?.activated_at === null &&
    isProfileComplete(tutor) &&
    steps.every(({ state }) => state === StepState.Passed)
  )
}

type Act = (db: DatabaseSync, id: number, at: number) => void

/** Columns that may be missing, each with a value that it has when it is there. */
const FIELDS: Record<'users' | 'tutors', Record<string, string | number>> = {
  users: { name: 'سارة علي', phone: '01012345678', city: 1, gender: 'female', birth_year: 1990, image: 'x' },
  tutors: { bio: 'بشرح بالعربي', about: 'عن نفسي', video: 'x', thumbnail: 'x' },
}

const setField = (table: 'users' | 'tutors', column: string, value: string | number | null): Act => {
  return (db, id, at) => db.prepare(`UPDATE ${table} SET ${column} = ?, updated_at = ? WHERE id = ?`).run(value, at, id)
}

const fields = (Object.keys(FIELDS) as (keyof typeof FIELDS)[]).flatMap((table) =>
  Object.entries(FIELDS[table]).flatMap(([column, value]) => [
    fc.constant(setField(table, column, value)),
    fc.constant(setField(table, column, null)),
  ]),
)

const flags = ['verified_email', 'verified_phone'].flatMap((column) =>
  [0, 1].map((value) => fc.constant(setField('users', column, value))),
)

const states = fc.constantFrom(...Object.values(IntroVideoState))
const statuses = fc.constantFrom(...Object.values(MeetingStatus))
const interviewStatuses = fc.constantFrom(1, 2, 3, 4, 5)

const newVideo = states.map(
  (state): Act =>
    (db, id, at) => {
      db.prepare(
        `INSERT INTO intro_videos (src, tutor_id, reviewer_id, state, created_at, updated_at) VALUES ('x', ?, 3, ?, ?, ?)`,
      ).run(id, state, at, at)
    },
)
const newInterview = interviewStatuses.map(
  (status): Act =>
    (db, id, at) => {
      db.prepare(
        `INSERT INTO interviews (session_id, interviewer_id, interviewee_id, slot_id, start, status, created_at, updated_at)
      VALUES (?, 3, ?, 1, 0, ?, ?, ?)`,
      ).run(`interview:${at}`, id, status, at, at)
    },
)
const newDemo = statuses.map(
  (status): Act =>
    (db, id, at) => {
      db.prepare(
        `INSERT INTO demo_sessions (session_id, tutor_id, slot_id, start, status, created_at, updated_at)
      VALUES (?, ?, 1, 0, ?, ?, ?)`,
      ).run(`demo:${at}`, id, status, at, at)
    },
)
const judged = (table: string, owner: string, column: string, values: fc.Arbitrary<number>) =>
  values.map(
    (value): Act =>
      (db, id, at) => {
        db.prepare(
          `UPDATE ${table} SET ${column} = ?, updated_at = ?
        WHERE id = (SELECT id FROM ${table} WHERE ${owner} = ? ORDER BY id DESC LIMIT 1)`,
        ).run(value, at, id)
      },
  )
const activated = fc.constantFrom(0, 1).map((value): Act => setField('tutors', 'activated', value))

const act = fc.oneof(
  { weight: 4, arbitrary: fc.oneof(...fields, ...flags) },
  { weight: 2, arbitrary: fc.oneof(newVideo, newInterview, newDemo) },
  {
    weight: 3,
    arbitrary: fc.oneof(
      judged('intro_videos', 'tutor_id', 'state', states),
      judged('interviews', 'interviewee_id', 'status', interviewStatuses),
      judged('demo_sessions', 'tutor_id', 'status', statuses),
    ),
  },
  { weight: 1, arbitrary: activated },
)

it('the database notes that a tutor is ready exactly while the rules say so, whatever happens in whatever order', () => {
  const { db, tutorId } = database()
  const isNoted = () =>
    db.prepare('SELECT ready_at IS NOT NULL AND activated_at IS NULL AS noted FROM tutors WHERE id = ?').get(tutorId)
      ?.noted === 1
  expect([isNoted(), isReadyByRule(db, tutorId)]).toEqual([true, true])
  const seen = { ready: 0, notReady: 0 }
  fc.assert(
    fc.property(fc.array(act, { maxLength: 25 }), (acts) => {
      db.exec('SAVEPOINT history')
      try {
        for (const [step, doIt] of acts.entries()) {
          try {
            doIt(db, tutorId, NOW + step)
          } catch (error) {
            // A second pending or passed one: the database refuses it, and nothing has changed.
            if (!/constraint failed/.test(String(error))) throw error
          }
          const isReady = isReadyByRule(db, tutorId)
          expect(isNoted()).toBe(isReady)
          seen[isReady ? 'ready' : 'notReady'] += 1
        }
      } finally {
        db.exec('ROLLBACK TO history')
        db.exec('RELEASE history')
      }
    }),
    { numRuns: 300 },
  )
  expect(Math.min(seen.ready, seen.notReady)).toBeGreaterThan(100)
})
