/**
 * What a call reads does not grow with the marketplace (docs/decisions/010): every call that reads is made on a marketplace and again
 * on one three times as large, and the rows that D1 counts are compared. A page is full in both.
 */
import { applyD1Migrations, reset } from 'cloudflare:test'
import { afterAll, expect, it, vi } from 'vitest'
import { demoOf } from '#db/demo/demo'
import { statementsOf } from '#db/demo/statements'
import { Role } from '#domain/roles'
import { bindings, callApi, newAdmin, type Person, row, run, setNow } from '#tests/people'
import { isAllowed } from '#tests/permission-matrix'
import { idsOf, readsOf } from '#tests/reads'
import { countCosts } from '../../dev/cost.ts'
import { marketplaceStatements } from '../../dev/large-marketplace.ts'
import { NOW } from './lesson-fixtures.ts'
import { ownershipFixtures } from './ownership-fixtures.ts'

const SCALES = [1, 3] as const
/** Less than the tutors, interviews or reports that the larger marketplace has more than the smaller one. */
const MAY_GROW = 60

/** Calls that read the more the more there is, and why they may. */
const ACCEPTED: Record<string, string> = {
  'lesson.demand': 'the hours of the window that have a lesson, however many: 24 a day at the most',
  'lesson.attendedStats (30 days)': 'the same',
  'tutor.tutoringMinutes (30 days)': 'the same',
  'dashboard.queue': 'what waits for staff, of each kind a hundred at the most',
  'dashboard.figures (30 days)': 'the rows of days that are not stored: a day that is over is counted once, by the job',
  'serverStats.read': 'who is online, what is taught and which messages wait at this moment',
  'user.list (a name)': 'up to a thousand accounts that have the word are sorted, and ten thousand counted',
}

const counter = countCosts(bindings as unknown as Parameters<typeof countCosts>[0])

afterAll(() => {
  counter.end()
  vi.useRealTimers()
})

/** Writes a marketplace of this scale into an empty database, and one person of each role with something of everything. */
async function marketplaceOf(scale: number) {
  await reset()
  await applyD1Migrations(bindings.DB, (bindings as unknown as { TEST_MIGRATIONS: never }).TEST_MIGRATIONS)
  for (const { sql, json } of statementsOf(demoOf(NOW), 'none', 1)) await run(sql, json)
  for (const statement of marketplaceStatements(scale, NOW)) await run(statement)
  await run("INSERT OR REPLACE INTO cache_versions (name, version) VALUES ('tutors', ?)", Date.now())
  return ownershipFixtures(NOW)
}

/** The rows that each call reads at a marketplace of this scale, as each role that may make it. */
async function rowsAt(scale: number): Promise<Map<string, number>> {
  const owners = await marketplaceOf(scale)
  const idOf = (role: Role) => owners.get(role)?.person.id ?? 0
  const known = { student: idOf(Role.Student), tutor: idOf(Role.Tutor), studio: idOf(Role.Studio) }
  const first = async (sql: string) => Object.values((await row<Record<string, unknown>>(sql)) ?? {})[0]
  const rows = new Map<string, number>()
  const count = async (name: string, path: string, as: Person) => {
    counter.begin()
    await callApi('GET', path.slice('/api/v1'.length), { as })
    rows.set(name, counter.read().rowsRead)
  }
  const people = [...owners].map(([role, { person }]) => ({ role, person }))
  for (const { role, person } of [...people, { role: Role.RegularAdmin, person: await newAdmin() }]) {
    // The tutors are kept in memory from here on.
    await callApi('GET', '/user/tutor/list/onboarded', { as: person })
    const ids = await idsOf(first, { me: person.id, ...known })
    for (const { name, path } of readsOf(ids, NOW).filter((read) => isAllowed(read.may, role)))
      await count(`${name} by ${role}`, path, person)
  }
  return rows
}

it('a call that reads reads no more rows on a larger marketplace', async () => {
  setNow(NOW)
  const [small, large] = [await rowsAt(SCALES[0]), await rowsAt(SCALES[1])]
  const grown = [...large].filter(([name, rows]) => rows > (small.get(name) ?? 0) + MAY_GROW)
  const isAccepted = (name: string) => Object.keys(ACCEPTED).some((call) => name.startsWith(`${call} by `))
  const refused = grown.filter(([name]) => !isAccepted(name))
  expect(refused.map(([name, rows]) => `${name}: ${small.get(name)} → ${rows}`)).toEqual([])
  expect(Object.keys(ACCEPTED).filter((call) => !grown.some(([name]) => name.startsWith(`${call} by `)))).toEqual([])
  expect(large.size).toBeGreaterThan(200)
})
