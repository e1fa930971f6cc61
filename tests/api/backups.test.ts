/** Backups, and a marketplace that is made again from them (docs/rules/privacy.md 3.1 to 3.7). */
import { beforeEach, describe, expect, it } from 'vitest'
import { open } from '#db/backups/sealing'
import { ROOMS_TO_RESTORE } from '#domain/backups/keys'
import { addDays, hours, localDay, minutes } from '#domain/cairo'
import {
  bindings,
  callApi,
  expectOk,
  onboardedTutor,
  openSlot,
  PASSWORD,
  type Person,
  row,
  rows,
  run,
  setNow,
  triggerJob,
} from '#tests/people'
import { chatParty, userParty } from '../../party/stubs.ts'
import { restoreRooms } from '../../worker/backups/restore-rooms.ts'
import { allMessages, drainRoom, roomOfTwo } from '../party/chat-rooms.ts'
import {
  backupKeys,
  loseEverything,
  manifestOf,
  opened,
  restoreDatabase,
  savedTexts,
  statementsOf,
  withPlatform,
} from './backup-fixtures.ts'
import type { Gateways } from './gateways.ts'
import { proofs } from './ledger-fixtures.ts'
import { book } from './lesson-fixtures.ts'
import { buyPlan, withGateways } from './order-fixtures.ts'
import { newPlan, payingStudent } from './payment-fixtures.ts'

const NIGHT = Date.parse('2026-02-11T02:10:00Z')
const TODAY = localDay(NIGHT)
const LESSON = NIGHT + hours(32) + minutes(50)
const lastRun = () =>
  row<{ ok: number; error: string | null; outcome: string }>(
    "SELECT ok, error, outcome FROM job_runs WHERE name = 'back-up' ORDER BY id DESC",
  )

let gateways: Gateways
withGateways('2026-02-11T02:10:00Z', (opening) => {
  gateways = opening
})

beforeEach(async () => {
  const keys = await backupKeys()
  if (keys.length > 0) await bindings.BACKUPS.delete(keys)
  await run('DELETE FROM room_backups')
  setNow(NIGHT)
})

/** A message that is delivered, so that the room has noted its change. */
async function send(roomId: number, userId: number, text: string): Promise<void> {
  await chatParty(bindings, roomId).send({ userId, refId: text, text })
  await drainRoom(roomId)
}

describe('a backup of the database (docs/rules/privacy.md 3.1)', () => {
  it('has all rows of all tables as of one moment, and is made once a night', async () => {
    const sara = await payingStudent()
    const requests = withPlatform()
    await triggerJob('back-up')
    const manifest = await manifestOf(TODAY)
    const [{ count = 0 } = {}] = await rows<{ count: number }>('SELECT COUNT(*) AS count FROM users')
    expect(manifest).toMatchObject({ madeAt: NIGHT, tables: { users: count, refunds: 0 } })
    expect(manifest.bookmark).not.toBe('')
    expect(manifest.migration).toMatch(/^\d{4}_\w+\.sql$/)
    const statements = await statementsOf(manifest)
    expect(statements).toHaveLength(Object.values(manifest.tables).reduce((sum, rowCount) => sum + rowCount, 0))
    expect(statements.some((statement) => statement.includes(sara.email))).toBe(true)
    expect(JSON.parse((await lastRun())?.outcome ?? '{}')).toMatchObject({ bookmark: manifest.bookmark })

    const asked = requests.length
    await triggerJob('back-up')
    expect(requests).toHaveLength(asked)
  })

  it('names the tables: an export of a search index is refused, and locks the database', async () => {
    const requests = withPlatform()
    await triggerJob('back-up')
    const { dump_options: options } = JSON.parse(requests[0]?.body ?? '{}')
    expect(options.no_schema).toBe(true)
    expect(options.tables).toContain('users')
    const wrong = options.tables.filter((name: string) => /^(?:user_search|sqlite_|_cf_|d1_|kept_tutors)/.test(name))
    expect(wrong).toEqual([])
  })

  it('that is interrupted is none, keeps what is old, and is made by the next run', async () => {
    await bindings.BACKUPS.put('database/2025-12-01/manifest', 'old')
    const broken = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('INSERT INTO "users" ("id") VALUES(1);\n')),
      pull: (controller) => controller.error(new Error('the connection broke')),
    })
    withPlatform(({ pathname }) => (pathname === '/export.sql' ? new Response(broken) : null))
    await expect(triggerJob('back-up')).rejects.toThrow()
    expect(await lastRun()).toMatchObject({ ok: 0 })
    expect(await backupKeys()).toEqual(['database/2025-12-01/manifest'])

    withPlatform()
    setNow(NIGHT + hours(1))
    await triggerJob('back-up')
    expect((await manifestOf(TODAY)).tables.users).toBeGreaterThan(0)
    expect(await backupKeys()).not.toContain('database/2025-12-01/manifest')
  })

  it('that the platform refuses fails the run with the platform’s words', async () => {
    withPlatform(() =>
      Response.json({ success: false, errors: [{ message: 'Authentication error' }] }, { status: 403 }),
    )
    await expect(triggerJob('back-up')).rejects.toThrow('Authentication error')
  })
})

describe('encryption (docs/rules/privacy.md 3.3)', () => {
  it('opens an object by the key and under its name only', async () => {
    withPlatform()
    await triggerJob('back-up')
    const [part = '', manifest = ''] = await backupKeys()
    expect(manifest).toContain('manifest')
    await expect(opened(part, 'another key')).rejects.toThrow('does not decrypt')
    const sealed = new Uint8Array((await (await bindings.BACKUPS.get(part))?.arrayBuffer()) ?? new ArrayBuffer())
    await expect(open([bindings.BACKUP_SECRET], manifest, sealed)).rejects.toThrow('does not decrypt')
    sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1
    await expect(open([bindings.BACKUP_SECRET], part, sealed)).rejects.toThrow('does not decrypt')
  })
})

describe('backups of chat rooms (docs/rules/privacy.md 3.2)', () => {
  it('are made of rooms that have changed, and again after 28 days', async () => {
    withPlatform()
    const { student, tutor, roomId } = await roomOfTwo()
    await send(roomId, student.id, 'أهلا يا مستر')
    await triggerJob('back-up')
    expect(await savedTexts(roomId)).toEqual(['أهلا يا مستر'])

    const again = async (now: number) => {
      setNow(now)
      await triggerJob('back-up')
      return (await backupKeys()).filter((key) => key.endsWith(`/${roomId}`)).length
    }
    expect(await again(NIGHT + hours(24))).toBe(1)
    await send(roomId, tutor.id, 'أهلا بيكي')
    expect(await again(NIGHT + hours(48))).toBe(2)
    expect(await savedTexts(roomId)).toEqual(['أهلا يا مستر', 'أهلا بيكي'])
    expect(await again(NIGHT + hours(48 + 24 * 28))).toBe(2)
    expect(await again(NIGHT + hours(48 + 24 * 28) + 1)).toBe(3)
  })

  it('do not hide a change that comes while the room is being saved', async () => {
    withPlatform()
    const { student, roomId } = await roomOfTwo()
    await send(roomId, student.id, 'one')
    const { put } = bindings.BACKUPS
    const other = chatParty(bindings, roomId)
    let isChanged = false
    bindings.BACKUPS.put = (async (...stored: Parameters<typeof put>) => {
      if (!isChanged) {
        isChanged = true
        setNow(NIGHT + 1)
        await other.send({ userId: student.id, refId: 'two', text: 'two' })
        await drainRoom(roomId)
      }
      return put.apply(bindings.BACKUPS, stored)
    }) as typeof put
    await triggerJob('back-up')
    bindings.BACKUPS.put = put
    expect(await savedTexts(roomId)).toEqual(['one'])
    await triggerJob('back-up')
    expect(await savedTexts(roomId)).toEqual(['one', 'two'])
  })
})

describe('how long backups are kept (docs/rules/privacy.md 3.4)', () => {
  it('is 35 days, of rooms too', async () => {
    withPlatform()
    for (const days of [35, 36])
      for (const kind of ['database', 'rooms']) await bindings.BACKUPS.put(`${kind}/${addDays(TODAY, -days)}/1`, 'old')
    await triggerJob('back-up')
    const old = (await backupKeys()).filter((key) => !key.includes(TODAY))
    expect(old).toEqual([`database/${addDays(TODAY, -35)}/1`, `rooms/${addDays(TODAY, -35)}/1`])
  })
})

describe('a marketplace that is lost (docs/rules/privacy.md 3.6 and 3.7)', () => {
  it('is made again: the proof finds nothing, chats are complete, a student signs in and books', async () => {
    const sara = await payingStudent()
    const plan = await newPlan({ weeklyMinutes: 120 })
    await run('UPDATE plans SET max_upcoming_lessons = 2 WHERE id = ?', plan)
    await buyPlan(gateways, sara, plan)
    const omar = await onboardedTutor()
    const { roomId } = await expectOk<{ roomId: number }>(
      callApi('POST', '/chat/new', { as: sara, body: { userId: omar.id, message: 'أهلا يا مستر' } }),
    )
    const slot = await openSlot(omar, LESSON, 4)
    await book(sara, { tutor: omar, slot, start: LESSON })
    await send(roomId, omar.id, 'أهلا بيكي')
    await chatParty(bindings, roomId).read(omar.id, 1)
    await drainRoom(roomId)
    const before = await allMessages(sara, roomId)
    expect(before.map(({ text, read }) => [text, read])).toEqual([
      ['أهلا يا مستر', true],
      ['أهلا بيكي', false],
    ])
    withPlatform()
    await triggerJob('back-up')

    await loseEverything()
    const manifest = await restoreDatabase()
    for (const [table, count] of Object.entries(manifest.tables))
      expect([table, await row(`SELECT COUNT(*) AS count FROM "${table}"`)]).toEqual([table, { count }])
    expect(await rows('PRAGMA foreign_key_check')).toEqual([])
    await bindings.BACKUPS.put(ROOMS_TO_RESTORE, '0')
    await triggerJob('restore-rooms')
    expect(await backupKeys()).not.toContain(ROOMS_TO_RESTORE)

    await triggerJob('prove-ledger')
    expect((await proofs()).at(-1)).toEqual([])
    const body = { email: sara.email, password: PASSWORD }
    const { token } = await expectOk<{ token: string }>(callApi('POST', '/auth/password', { body }))
    const again: Person = { ...sara, token }
    await drainRoom(roomId)
    expect(await allMessages(again, roomId)).toEqual(before)
    expect(await userParty(bindings, sara.id).inbox()).toMatchObject([
      { roomId, unread: 1, latest: { text: 'أهلا بيكي' } },
    ])
    await send(roomId, sara.id, 'نكمّل')
    expect((await allMessages(again, roomId)).map(({ text }) => text)).toEqual(['أهلا يا مستر', 'أهلا بيكي', 'نكمّل'])
    expect(await userParty(bindings, omar.id).inbox()).toMatchObject([{ roomId, latest: { text: 'نكمّل' } }])
    await book(again, { tutor: omar, slot, start: LESSON + hours(1) })
  })

  it('gives out no id again that was given out after the backup', async () => {
    withPlatform()
    const { student, roomId } = await roomOfTwo()
    await triggerJob('back-up')
    const since = await roomOfTwo()
    await chatParty(bindings, since.roomId).send({ userId: since.student.id, refId: 'secret', text: 'secret' })
    await loseEverything()
    await restoreDatabase()
    expect(await row('SELECT 1 FROM rooms WHERE id = ?', roomId)).not.toBeNull()
    const newRoom = await roomOfTwo()
    expect(newRoom.roomId).toBeGreaterThan(since.roomId)
    expect(newRoom.student.id).toBeGreaterThan(since.student.id)
    expect(student.id).toBeLessThan(since.student.id)
  })

  it('restores what the previous key has encrypted while that is set', async () => {
    withPlatform()
    const { student, roomId } = await roomOfTwo()
    await send(roomId, student.id, 'one')
    await triggerJob('back-up')
    await loseEverything()
    await restoreDatabase()
    await bindings.BACKUPS.put(ROOMS_TO_RESTORE, '0')
    const after = { ...bindings, BACKUP_SECRET: 'a new key, which nobody else knows' }
    const during = { ...after, BACKUP_SECRET_BEFORE: bindings.BACKUP_SECRET }
    expect(await restoreRooms(after)).toEqual({ restored: 0, kept: 0, failed: 1 })
    await bindings.BACKUPS.put(ROOMS_TO_RESTORE, '0')
    expect(await restoreRooms(during)).toEqual({ restored: 1, kept: 0, failed: 0 })
    expect((await allMessages(student, roomId)).map(({ text }) => text)).toEqual(['one'])
  })

  it('keeps the messages of a room that was not lost', async () => {
    withPlatform()
    const { student, roomId } = await roomOfTwo()
    await send(roomId, student.id, 'one')
    await triggerJob('back-up')
    await send(roomId, student.id, 'two')
    await bindings.BACKUPS.put(ROOMS_TO_RESTORE, '0')
    await triggerJob('restore-rooms')
    expect((await allMessages(student, roomId)).map(({ text }) => text)).toEqual(['one', 'two'])
  })
})
