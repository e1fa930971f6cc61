/** What an isolate that starts knows of the tutors: it begins with those that another one has kept (docs/decisions/003). */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openDb } from '#db/client'
import { hours, minutes } from '#domain/cairo'
import {
  bindings,
  bumpTutorElsewhere,
  callApi,
  expectOk,
  newAdmin,
  onboardedTutor,
  openSlot,
  type Person,
  row,
  run,
  setNow,
  verifiedStudent,
} from '#tests/people'
import { countCosts } from '../../dev/cost.ts'
import { tutorStatements, tutorsOf } from '../../worker/tutors/cards.ts'
import { at, book, NOW, startClockAtNoon, tryCancel } from './lesson-fixtures.ts'

startClockAtNoon()

const counter = countCosts(bindings as unknown as Parameters<typeof countCosts>[0])
afterAll(() => counter.end())

const db = openDb(bindings.DB)

type Store = typeof import('../../worker/tutors/store.ts')
let isolates = 0
/** The module as an isolate has it that has read nothing: under an address that none has asked for. */
const newStore = (): Promise<Store> => import(/* @vite-ignore */ `../../worker/tutors/store.ts?isolate=${++isolates}`)

/** What an isolate that starts shows and how many rows it reads for that; it has kept what it keeps when this is answered. */
async function startIsolate({ now = Date.now(), version = 'tests' } = {}) {
  const { tutorsFor, tutorsCheck } = await newStore()
  const later: Promise<unknown>[] = []
  const reader = { ...bindings, CF_VERSION_METADATA: { id: version } } as never
  counter.begin()
  const changed = await tutorsCheck(db, now, { id: 1 })[0]
  const at = { db, env: reader, now, actor: { id: 1 } as never, headers: new Headers(), after: later.push.bind(later) }
  const { entries, introduced } = await tutorsFor(at as never, changed)
  const { rowsRead } = counter.read()
  await Promise.all(later)
  return { shown: { entries, introduced }, rowsRead, keeps: later.length > 0 }
}

/** What the tables say. */
async function readTables(now = Date.now()) {
  const { listed, introduced } = tutorsOf(await db.batch(tutorStatements(db, null, now)))
  return {
    entries: new Map(listed.map((entry) => [entry.card.id, entry])),
    introduced: new Map(introduced.map((tutor) => [tutor.id, tutor])),
  }
}

const storedUpTo = async () => (await row<{ upTo: number }>('SELECT MAX(up_to) AS upTo FROM kept_tutors'))?.upTo

describe('an isolate that starts', () => {
  const tutors: Person[] = []
  beforeEach(async () => {
    while (tutors.length < 3) {
      const tutor = await onboardedTutor()
      await openSlot(tutor, at(24), 6)
      tutors.push(tutor)
    }
    await run('DELETE FROM kept_tutors')
    setNow(NOW)
  })

  it('stores a snapshot of what it read from the tables, from which the next one starts with few rows', async () => {
    const first = await startIsolate()
    const second = await startIsolate()
    expect([first.keeps, second.keeps]).toEqual([true, false])
    expect(first.rowsRead).toBeGreaterThan(20)
    // The number up to which they are kept, twice, and the tutors.
    expect(second.rowsRead).toBeLessThan(5)
    expect(second.shown).toEqual(await readTables())
    expect(second.shown.entries.size).toBeGreaterThanOrEqual(3)
  })

  it('shows every change of a card since, and reads no tutor but the changed one', async () => {
    const [tutor] = tutors as [Person]
    const [admin, student] = [await newAdmin(), await verifiedStudent()]
    let lesson = { id: 0 }
    const slot = await openSlot(tutor, at(48), 2)
    const changes: Record<string, () => Promise<void>> = {
      booking: async () => {
        lesson = await book(student, { tutor, slot, start: at(48) })
      },
      cancellation: async () => {
        expect(await tryCancel(student, lesson)).toBe('ok')
      },
      deactivation: async () => {
        await run('UPDATE tutors SET activated = 0 WHERE id = ?', tutor.id)
        await bumpTutorElsewhere(tutor.id)
      },
      activation: async () => {
        await run('UPDATE tutors SET activated = 1 WHERE id = ?', tutor.id)
        await bumpTutorElsewhere(tutor.id)
      },
    }
    await startIsolate()
    for (const [name, change] of Object.entries(changes)) {
      await change()
      const { shown, rowsRead } = await startIsolate()
      expect([name, shown]).toEqual([name, await readTables()])
      expect(rowsRead).toBeLessThan(60)
    }
    await expectOk(callApi('DELETE', '/cache/flush', { as: admin }))
    await run("UPDATE users SET name = 'غيره' WHERE id = ?", tutors[1]?.id)
    const { shown, keeps } = await startIsolate()
    expect(shown).toEqual(await readTables())
    expect(keeps).toBe(true)
  })

  it('stores a new snapshot once more than fifty tutors have changed, so that the next one reads few rows again', async () => {
    const many: Person[] = []
    for (let count = 0; count < 51; count++) many.push(await onboardedTutor())
    await startIsolate()
    for (const { id } of many.slice(1)) await bumpTutorElsewhere(id)
    expect((await startIsolate()).keeps).toBe(false)
    for (const { id } of many) await bumpTutorElsewhere(id)
    expect((await startIsolate()).keeps).toBe(true)
    const last = await startIsolate()
    expect(last.rowsRead).toBeLessThan(5)
    expect(last.shown).toEqual(await readTables())
  })

  it('reads the tables where the snapshot is of another version of the worker, and stores its own', async () => {
    await startIsolate({ version: 'old' })
    const { shown, keeps } = await startIsolate()
    expect(keeps).toBe(true)
    expect(shown).toEqual(await readTables())
    expect((await startIsolate()).keeps).toBe(false)
  })

  it('reads the tables again after a day, and where the time of the snapshot lies in the future', async () => {
    await startIsolate()
    expect((await startIsolate({ now: NOW + hours(24) - 1 })).keeps).toBe(false)
    expect((await startIsolate({ now: NOW + hours(24) })).keeps).toBe(true)
    const before = await startIsolate({ now: NOW + hours(24) - minutes(1) - 1 })
    expect(before.keeps).toBe(true)
    expect(before.shown).toEqual(await readTables(NOW + hours(24) - minutes(1) - 1))
  })

  it('never lowers the version of the snapshot, since others have asked for changes after it', async () => {
    await startIsolate()
    const upTo = (await storedUpTo()) ?? 0
    const { storeSnapshot } = await import('../../worker/tutors/stored-snapshot.ts')
    const tables = await readTables()
    const env = { CF_VERSION_METADATA: { id: 'slow' } } as never
    await storeSnapshot(db, env, { upTo: upTo - 1, readAt: NOW, allReadAt: NOW, ...tables })
    expect(await storedUpTo()).toBe(upTo)
    expect((await startIsolate()).keeps).toBe(false)
  })

  it('reads a snapshot of several rows', async () => {
    const { storeSnapshot, readSnapshot } = await import('../../worker/tutors/stored-snapshot.ts')
    const tables = await readTables()
    // What cannot be compressed.
    const noise = () => Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))).toString('base64')
    const entries = new Map(
      [...tables.entries.values()].flatMap((entry) =>
        Array.from({ length: 8 }, (_, copy) => {
          const id = entry.card.id * 100 + copy
          return [[id, { ...entry, card: { ...entry.card, id, about: noise() } }] as const]
        }).flat(),
      ),
    )
    const upTo = ((await row<{ v: number }>('SELECT MAX(version) AS v FROM cache_versions'))?.v ?? 0) + 1
    await storeSnapshot(db, bindings as never, {
      upTo,
      readAt: NOW,
      allReadAt: NOW,
      entries,
      introduced: tables.introduced,
    })
    expect((await row<{ parts: number }>('SELECT COUNT(*) AS parts FROM kept_tutors'))?.parts).toBeGreaterThan(1)
    const { tutors: read } = await readSnapshot(db, bindings as never, NOW)
    expect(read?.entries).toEqual(entries)
    expect(read?.introduced).toEqual(tables.introduced)
  })
})
