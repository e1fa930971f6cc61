/** Views of the dashboard's lists that staff share with a role (docs/rules/staff.md 16.1). */
import { beforeAll, describe, expect, it } from 'vitest'
import type { SharedView } from '#contract/shared-views'
import { Role } from '#domain/roles'
import { MAX_SHARED_VIEWS } from '#domain/staff/shared-view'
import {
  callApi,
  expectOk,
  newAdmin,
  newStudio,
  newSuperAdmin,
  outcome,
  type Person,
  tutorManager,
  verifiedStudent,
} from '#tests/people'
import { lastAuditEntry } from './staff-fixtures.ts'

let dina: Person
let adel: Person
let mona: Person
let studio: Person

beforeAll(async () => {
  dina = await newSuperAdmin()
  adel = await newAdmin()
  mona = await tutorManager()
  studio = await newStudio()
})

const view = (more: object = {}) => ({
  list: 'tutors',
  name: 'جاهزين',
  search: '?ready=true',
  role: Role.RegularAdmin,
  ...more,
})
const share = (as: Person, more: object = {}) => callApi('PUT', '/shared-view', { as, body: view(more) })
const unshare = (as: Person, name: string, list = 'tutors') =>
  callApi('DELETE', '/shared-view', { as, body: { list, name } })
const seen = async (as: Person, list = 'tutors') =>
  (await expectOk<{ list: SharedView[] }>(callApi('GET', `/shared-view?list=${list}`, { as }))).list.map(
    ({ name, search, role, owner }) => ({ name, search, role, by: owner.id }),
  )

describe('a shared view', () => {
  it('is seen by its owner and the role that it is shared with, with who shared it, and by nobody else', async () => {
    await expectOk(share(dina))
    const expected = { name: 'جاهزين', search: '?ready=true', role: Role.RegularAdmin, by: dina.id }
    expect(await seen(dina)).toEqual([expected])
    expect(await seen(adel)).toEqual([expected])
    expect(await seen(mona)).toEqual([])
    expect(await seen(studio)).toEqual([])
    expect(await seen(adel, 'users')).toEqual([])
    expect(await lastAuditEntry('sharedView.save')).toMatchObject({ actor_id: dina.id, after: { name: 'جاهزين' } })
  })

  it('is replaced by its owner’s next one of the name, and stands beside another’s', async () => {
    await expectOk(share(dina, { search: '?ready=false', role: Role.TutorManager }))
    await expectOk(share(adel, { role: Role.TutorManager }))
    expect((await seen(mona)).toSorted((one, other) => one.search.localeCompare(other.search))).toEqual([
      { name: 'جاهزين', search: '?ready=false', role: Role.TutorManager, by: dina.id },
      { name: 'جاهزين', search: '?ready=true', role: Role.TutorManager, by: adel.id },
    ])
    expect(await seen(adel)).toHaveLength(1)
  })

  it('is shared no more by its owner alone', async () => {
    expect(await outcome(unshare(mona, 'جاهزين'))).toBe('not-found')
    await expectOk(unshare(adel, 'جاهزين'))
    expect(await outcome(unshare(adel, 'جاهزين'))).toBe('not-found')
    expect(await seen(mona)).toMatchObject([{ by: dina.id }])
    expect(await lastAuditEntry('sharedView.stop')).toMatchObject({ actor_id: adel.id, before: { name: 'جاهزين' } })
  })

  it('is shown to its owner once where it is shared with their own role', async () => {
    await expectOk(share(studio, { list: 'photo-sessions', role: Role.Studio }))
    expect(await seen(studio, 'photo-sessions')).toHaveLength(1)
  })

  it('is for staff: no other role shares one or is shared with', async () => {
    const sara = await verifiedStudent()
    expect(await outcome(share(sara))).toBe('forbidden')
    expect(await outcome(callApi('GET', '/shared-view?list=tutors', { as: sara }))).toBe('forbidden')
    for (const role of [Role.Student, Role.Tutor]) expect(await outcome(share(dina, { role }))).toBe('bad-request')
    for (const more of [{ name: ' ' }, { name: 'x'.repeat(41) }, { list: 'a b' }, { search: 'x'.repeat(2001) }])
      expect(await outcome(share(dina, more))).toBe('bad-request')
  })

  it('is one of thirty at most that somebody shares of a list', async () => {
    for (let nth = 0; nth < MAX_SHARED_VIEWS; nth++)
      await expectOk(share(adel, { list: 'plans', name: `باقات ${nth}` }))
    expect(await outcome(share(adel, { list: 'plans', name: 'زيادة' }))).toBe('illegal')
    expect(await outcome(share(adel, { list: 'plans', name: 'باقات 3', search: '?active=true' }))).toBe('ok')
  })
})
