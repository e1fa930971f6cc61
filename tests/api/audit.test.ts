import { beforeAll, describe, expect, it } from 'vitest'
import {
  callApi,
  expectOk,
  newAdmin,
  newStudent,
  newSuperAdmin,
  outcome,
  type Person,
  rows,
  run,
  tutorManager,
} from '#tests/people'

type Entry = {
  id: number
  actor: { id: number; name: string | null; role: number }
  act: string
  targetKind: string
  targetId: number | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  reason: string | null
  requestId: string
  at: string
}

let adel: Person
let dina: Person
let topic: number

const list = async (query: string, as = adel) =>
  expectOk<{ list: Entry[]; total: number }>(callApi('GET', `/audit/list?${query}`, { as }))
const rename = (as: Person, englishName: string, reason: string) =>
  callApi('PUT', `/topic/${topic}`, { as, body: { englishName }, headers: { 'x-reason': encodeURIComponent(reason) } })

beforeAll(async () => {
  adel = await newSuperAdmin()
  dina = await newAdmin()
  await run("UPDATE users SET name = 'دينا سمير' WHERE id = ?", dina.id)
  const body = { arabicName: 'رحلات', englishName: 'Trips' }
  topic = (await expectOk<{ id: number }>(callApi('POST', '/topic', { as: adel, body }))).id
  await expectOk(rename(dina, 'Travel', 'الاسم القديم ضيّق'))
})

describe('the audit log', () => {
  it('says who changed what on which record, before, after and why, newest first', async () => {
    const { list: entries, total } = await list(`targetKinds=topic&targetIds=${topic}`)
    expect(total).toBe(2)
    expect(entries).toMatchObject([
      {
        actor: { id: dina.id, name: 'دينا سمير', role: 2 },
        act: 'topic.edit',
        targetKind: 'topic',
        targetId: topic,
        before: { nameEn: 'Trips' },
        after: { nameEn: 'Travel' },
        reason: 'الاسم القديم ضيّق',
      },
      { actor: { id: adel.id, name: null, role: 1 }, act: 'topic.create', before: null, reason: null },
    ])
    expect(Date.parse(entries[0]?.at ?? '')).toBeGreaterThan(0)
  })

  it('is filtered by actor, act, record, request and time', async () => {
    const [edit] = (await list('acts=topic.edit')).list
    if (!edit) throw new Error('The change is not in the log')
    const found = async (query: string) => (await list(query)).list.map(({ id }) => id)
    expect(await found(`actors=${dina.id}`)).toEqual([edit.id])
    expect(await found(`actors[]=${dina.id}&actors[]=${adel.id}&targetKinds=topic`)).toHaveLength(2)
    expect(await found(`requestId=${edit.requestId}`)).toEqual([edit.id])
    expect(await found(`acts=topic.edit&at[gte]=${edit.at}&at[lte]=${edit.at}`)).toEqual([edit.id])
    expect(await found(`acts=topic.edit&at[gt]=${edit.at}`)).toEqual([])
    expect(await found('targetKinds=plan')).toEqual([])
    expect(await list('size=1&page=2')).toMatchObject({ list: [{ act: 'topic.create' }], total: 2 })
  })

  it('is read by admins only', async () => {
    const read = async (as: Person) => outcome(callApi('GET', '/audit/list', { as }))
    expect(await read(dina)).toBe('ok')
    expect(await read(await tutorManager())).toBe('forbidden')
    expect(await read(await newStudent())).toBe('forbidden')
  })

  it('holds no password', async () => {
    const password = { current: 'Hessa2026!', new: 'Secret2027!' }
    await expectOk(callApi('PUT', `/user/${dina.id}`, { as: dina, body: { password } }))
    const [entry] = (await list('acts=user.edit')).list
    expect(entry).toMatchObject({ after: { password: 'changed' } })
    const stored = JSON.stringify(await rows('SELECT * FROM audit_entries'))
    for (const secret of ['Secret2027!', 'Hessa2026!', '$argon2id$']) expect(stored).not.toContain(secret)
  })

  it('is never changed: the database refuses it', async () => {
    await expect(run('UPDATE audit_entries SET reason = ?', 'لأ')).rejects.toThrow('illegal')
    await expect(run('DELETE FROM audit_entries')).rejects.toThrow('illegal')
  })

  it('has an entry of a staff member’s own account too', async () => {
    const answer = await callApi('POST', '/auth/sign-out-everywhere', { as: adel })
    const requestId = answer.headers.get('x-request-id')
    adel = { ...adel, token: String(answer.body) }
    expect((await list(`requestId=${requestId}`)).list).toMatchObject([
      { act: 'auth.signOutEverywhere', targetKind: 'user', targetId: adel.id },
    ])
  })
})
