/** The copy of one's own data (docs/rules/privacy.md 2.1 to 2.7). */
import { strFromU8, unzipSync } from 'fflate'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { DataExport, RevealedExport } from '#contract/privacy'
import {
  type Answer,
  bindings,
  callApi,
  expectOk,
  fetchWorker,
  insertLesson,
  newStudent,
  newSuperAdmin,
  onboardedTutor,
  outcome,
  PASSWORD,
  type Person,
  row,
  rows,
  run,
  setNow,
  tokenFor,
  triggerJob,
  tutorManager,
  verifiedStudent,
} from '#tests/people'

const NOW = Date.parse('2026-02-11T10:00:00Z')
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const proof = { password: PASSWORD }

beforeEach(async () => {
  setNow(NOW)
  await run('DELETE FROM data_exports')
})

const ask = (as: Person): Promise<Answer> => callApi('POST', '/privacy/export', { as, body: proof })
const read = (as: Person) => expectOk<DataExport>(callApi('GET', '/privacy/export', { as }))
const reveal = (as: Person): Promise<Answer> => callApi('POST', '/privacy/export/address', { as, body: proof })
const signedInAgain = async (person: Person): Promise<Person> => ({ ...person, token: await tokenFor(person.id, true) })
const stateOf = async (as: Person) => (await read(as)).state
const askedBy = ({ id }: Person) =>
  rows<{ id: number; key: string | null; attempts: number }>('SELECT * FROM data_exports WHERE user_id = ?', id)

async function readyCopy(as: Person): Promise<RevealedExport> {
  await expectOk(ask(as))
  await triggerJob('make-exports')
  return expectOk<RevealedExport>(reveal(as))
}

async function unzipped(url: string): Promise<Record<string, Uint8Array>> {
  const response = await fetchWorker(url)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/zip')
  expect(response.headers.get('content-disposition')).toContain('attachment')
  return unzipSync(new Uint8Array(await response.arrayBuffer()))
}

const json = (files: Record<string, Uint8Array>, name: string): Record<string, Record<string, unknown>[]> =>
  JSON.parse(strFromU8(files[name] ?? new Uint8Array()))

describe('what a copy has (docs/rules/privacy.md 1.2 and 2.4)', () => {
  it('has the own words and figures of a student, and neither secrets nor what others keep', async () => {
    const sara = await verifiedStudent()
    const omar = await onboardedTutor()
    await run('UPDATE users SET name = ?, city = 1 WHERE id = ?', 'سارة علي', sara.id)
    const lessonId = await insertLesson({ tutor: omar, student: sara, start: NOW - DAY })
    await run(
      'INSERT INTO ratings (rater_id, ratee_id, value, feedback, created_at, updated_at) VALUES (?, ?, 5, ?, ?, ?)',
      ...[sara.id, omar.id, 'شرحه ممتاز', NOW, NOW],
    )
    await run(
      'INSERT INTO student_notes (tutor_id, student_id, text, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
      ...[omar.id, sara.id, 'note-of-the-tutor', NOW, NOW],
    )
    await run(
      'INSERT INTO person_notes (user_id, author_id, text, pinned, created_at) VALUES (?, ?, ?, 0, ?)',
      ...[sara.id, (await newSuperAdmin()).id, 'note-of-staff', NOW],
    )
    const opened = callApi('POST', '/chat/new', { as: sara, body: { userId: omar.id, message: 'hello from sara' } })
    const { roomId } = await expectOk<{ roomId: number }>(opened)
    await bindings.ChatParty.getByName(String(roomId)).send({ userId: omar.id, refId: null, text: 'answer-of-omar' })
    await bindings.FILES.put('users/images/sara', 'bytes of a picture')
    await run(
      "INSERT INTO assets (key, kind, owner_id, content_type, bytes, created_at) VALUES ('users/images/sara', 'image', ?, 'image/webp', 18, ?)",
      ...[sara.id, NOW],
    )

    const { url, largeFiles } = await readyCopy(sara)
    const files = await unzipped(url)

    expect(largeFiles).toEqual([])
    const { account, student } = json(files, 'account.json')
    expect(account).toEqual([
      expect.objectContaining({ id: sara.id, email: sara.email, name: 'سارة علي', role: 'Student', city: 'Cairo' }),
    ])
    expect(account?.[0]?.createdAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
    expect(student).toHaveLength(1)
    const learnt = json(files, 'lessons.json')
    expect(learnt.lessons).toEqual([
      expect.objectContaining({ id: lessonId, start: new Date(NOW - DAY).toISOString() }),
    ])
    expect(learnt.lessonMembers).toContainEqual({ lessonId, userId: 'عمر حسن' })
    expect(learnt.ratingsGiven).toEqual([expect.objectContaining({ feedback: 'شرحه ممتاز', rateeId: 'عمر حسن' })])
    expect(json(files, 'chats.json').messages).toEqual([
      expect.objectContaining({ with: 'عمر حسن', text: 'hello from sara', roomId }),
    ])
    expect(strFromU8(files['files/image-1.webp'] ?? new Uint8Array())).toBe('bytes of a picture')
    const all = Object.values(files)
      .map((file) => strFromU8(file))
      .join('\n')
    for (const secret of ['note-of-the-tutor', 'note-of-staff', 'answer-of-omar', '$argon2'])
      expect([secret, all.includes(secret)]).toEqual([secret, false])
  })

  it('has a tutor’s pay and notes, and no price that a student could read', async () => {
    const omar = await onboardedTutor()
    const sara = await verifiedStudent()
    await run(
      'INSERT INTO student_notes (tutor_id, student_id, text, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
      ...[omar.id, sara.id, 'note-of-the-tutor', NOW, NOW],
    )
    await run(
      "INSERT INTO accounts (code, kind, owner_id, created_at) VALUES ('tutor:' || ?, 'liability', ?, ?)",
      ...[omar.id, omar.id, NOW],
    )
    const files = await unzipped((await readyCopy(omar)).url)
    expect(json(files, 'account.json').tutor).toEqual([expect.objectContaining({ id: omar.id, activated: true })])
    expect(json(files, 'teaching.json').notesAboutStudents).toEqual([
      expect.objectContaining({ text: 'note-of-the-tutor' }),
    ])
    expect(json(files, 'money.json').ledgerAccounts).toHaveLength(1)
  })

  it('has many rows in pages, each once', async () => {
    const sara = await verifiedStudent()
    const values = Array.from({ length: 1203 }, (_, index) => `(${sara.id}, '10.${index}.0.0', ${NOW})`)
    for (let from = 0; from < values.length; from += 400)
      await run(
        `INSERT INTO sign_in_networks (user_id, network, last_used_at) VALUES ${values.slice(from, from + 400)}`,
      )
    const files = await unzipped((await readyCopy(sara)).url)
    const networks = json(files, 'security.json').networks?.map(({ network }) => network) ?? []
    expect(new Set(networks).size).toBe(networks.length)
    expect(networks.length).toBeGreaterThanOrEqual(1203)
  })

  it('leaves out files that are too large together, which have addresses of their own', async () => {
    const omar = await onboardedTutor()
    await bindings.FILES.put('tutors/intro-videos/large', 'a long video')
    await run(
      "INSERT INTO assets (key, kind, owner_id, content_type, bytes, created_at) VALUES ('tutors/intro-videos/large', 'intro-video', ?, 'video/mp4', ?, ?)",
      ...[omar.id, 51 * 1024 * 1024, NOW],
    )
    const { url, largeFiles } = await readyCopy(omar)
    expect(largeFiles).toEqual([
      { name: 'files/intro-video-1.mp4', bytes: 51 * 1024 * 1024, url: expect.stringContaining('/assets/uploads/') },
    ])
    expect(await (await fetchWorker(largeFiles[0]?.url ?? '')).text()).toBe('a long video')
    expect(Object.keys(await unzipped(url))).not.toContain('files/intro-video-1.mp4')
  })
})

describe('asking for a copy (docs/rules/privacy.md 2.1)', () => {
  it('takes a proof, and so does its address', async () => {
    const sara = await newStudent()
    expect(await outcome(callApi('POST', '/privacy/export', { as: sara, body: {} }))).toBe('proof-required')
    expect(await stateOf(sara)).toBe('none')
    await readyCopy(sara)
    expect(await outcome(callApi('POST', '/privacy/export/address', { as: sara, body: {} }))).toBe('proof-required')
  })

  it('makes one copy of twenty requests at the same time', async () => {
    const sara = await newStudent()
    const answers = await Promise.all(Array.from({ length: 20 }, () => outcome(ask(sara))))
    // So many proofs at once are too many.
    expect(new Set(answers)).toEqual(new Set(['ok', 'too-many-requests']))
    expect(await askedBy(sara)).toHaveLength(1)
  })

  it('is refused within a day of the last, and goes on after it', async () => {
    const sara = await newStudent()
    await readyCopy(sara)
    setNow(NOW + DAY - 1)
    expect(await outcome(ask(sara))).toBe('too-many-requests')
    expect((await read(sara)).nextAt).toBe(new Date(NOW + DAY).toISOString())
    setNow(NOW + DAY)
    expect(await outcome(ask(sara))).toBe('ok')
    expect(await stateOf(sara)).toBe('asked')
  })

  it('is recorded of staff', async () => {
    const mona = await tutorManager()
    await expectOk(ask(mona))
    expect(await rows("SELECT id FROM audit_entries WHERE act = 'privacy.ask' AND actor_id = ?", mona.id)).toHaveLength(
      1,
    )
  })
})

describe('making a copy (docs/rules/privacy.md 2.3 and 2.7)', () => {
  it('is begun again under the same key after an attempt that did not end', async () => {
    const sara = await newStudent()
    await expectOk(ask(sara))
    const [before] = await askedBy(sara)
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const put = vi.spyOn(bindings.FILES, 'put').mockRejectedValueOnce(new Error('the storage is away'))
    await triggerJob('make-exports')
    put.mockRestore()
    expect(await stateOf(sara)).toBe('making')
    setNow(NOW + 10 * MINUTE)
    await triggerJob('make-exports')
    expect(await stateOf(sara)).toBe('making')
    setNow(NOW + 20 * MINUTE)
    await triggerJob('make-exports')
    expect(await stateOf(sara)).toBe('ready')
    expect(await askedBy(sara)).toEqual([expect.objectContaining({ key: before?.key, attempts: 2 })])
  })

  it('is told by one mail that leads to the settings', async () => {
    const sara = await verifiedStudent()
    const { url } = await readyCopy(sara)
    await triggerJob('make-exports')
    const mails = await rows<{ params: string }>(
      `SELECT params FROM outbox WHERE template = 'data_export_ready' AND "to" = ?`,
      sara.email,
    )
    expect(mails).toHaveLength(1)
    expect(JSON.parse(mails[0]?.params ?? '{}').url).toMatch(/\/s\/settings\?tab=data$/)
    expect(mails[0]?.params).not.toContain(url.slice(url.lastIndexOf('/') + 1))
  })
})

describe('the end of a copy (docs/rules/privacy.md 2.5 and 2.6)', () => {
  it('comes after seven days, and the night deletes its object', async () => {
    const sara = await newStudent()
    await readyCopy(sara)
    const [{ key } = { key: null }] = await askedBy(sara)
    setNow(NOW + 7 * DAY - MINUTE)
    const { url } = await expectOk<RevealedExport>(reveal(await signedInAgain(sara)))
    setNow(NOW + 7 * DAY)
    const later = await signedInAgain(sara)
    expect(await stateOf(later)).toBe('expired')
    expect(await outcome(reveal(later))).toBe('not-found')
    expect((await fetchWorker(url)).status).toBe(404)
    expect(await bindings.FILES.head(key ?? '')).not.toBeNull()
    await triggerJob('clear-expired')
    expect(await bindings.FILES.head(key ?? '')).toBeNull()
    setNow(NOW + 31 * DAY)
    await triggerJob('clear-expired')
    expect(await askedBy(sara)).toEqual([])
  })

  it('comes with the sessions of the account, also for one that is asked for', async () => {
    const [sara, nour] = [await newStudent(), await newStudent()]
    const { url } = await readyCopy(sara)
    await expectOk(ask(nour))
    for (const as of [sara, nour]) await expectOk(callApi('POST', '/auth/sign-out-everywhere', { as }))
    await triggerJob('make-exports')
    expect((await fetchWorker(url)).status).toBe(404)
    const ended = await rows(
      'SELECT id FROM data_exports WHERE ended_at IS NULL AND user_id IN (?, ?)',
      sara.id,
      nour.id,
    )
    expect(ended).toEqual([])
    expect(await row('SELECT ready_at FROM data_exports WHERE user_id = ?', nour.id)).toEqual({ ready_at: null })
    const [{ key } = { key: null }] = await askedBy(sara)
    await triggerJob('clear-expired')
    expect(await bindings.FILES.head(key ?? '')).toBeNull()
  })
})
