import { evictDurableObject } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import type { RecordViewers } from '#contract/live/broadcast'
import { hours } from '#domain/cairo'
import {
  bindings,
  callApi,
  expectOk,
  insertSlot,
  newAdmin,
  newStudio,
  newSuperAdmin,
  onboardedTutor,
  type Person,
  run,
  tutorManager,
  verifiedStudent,
} from '#tests/people'
import { at, iso, NOW, startClockAtNoon } from '../api/lesson-fixtures.ts'
import { upload } from '../api/uploads.ts'
import { openBroadcastRoom, type Tab } from './socket.ts'

startClockAtNoon()

const plan = { kind: 'plan', id: 7 }
const openStaffRoom = (person: Person): Promise<Tab> => openBroadcastRoom('Staff', person)
const viewersOf = async (tab: Tab, times: number) =>
  ((await tab.receive('RecordViewers', times)) as RecordViewers[]).map(({ viewers }) => viewers.map(({ id }) => id))

describe('the people who have a record open', () => {
  it('see each other come and go', async () => {
    const [adel, dina] = [await newSuperAdmin(), await newAdmin()]
    await run("UPDATE users SET name = 'دينا سمير' WHERE id = ?", dina.id)
    const [his, hers] = [await openStaffRoom(adel), await openStaffRoom(dina)]
    expect(await his.send('RecordOpened', plan)).toBe('ok')
    expect(await hers.send('RecordOpened', plan)).toBe('ok')
    expect(await viewersOf(his, 2)).toEqual([[adel.id], [adel.id, dina.id]])
    expect(hers.received('RecordViewers')).toEqual([
      {
        ...plan,
        viewers: [
          { id: adel.id, name: null },
          { id: dina.id, name: 'دينا سمير' },
        ],
      },
    ])
    expect(await hers.send('RecordClosed', plan)).toBe('ok')
    expect((await viewersOf(his, 3)).at(-1)).toEqual([adel.id])
    await hers.send('RecordOpened', plan)
    await hers.close()
    expect((await viewersOf(his, 5)).at(-1)).toEqual([adel.id])
  })

  it('are told nothing of other records, and one person’s two tabs are one viewer', async () => {
    const [adel, dina] = [await newSuperAdmin(), await newAdmin()]
    const [first, second, hers] = [await openStaffRoom(adel), await openStaffRoom(adel), await openStaffRoom(dina)]
    await hers.send('RecordOpened', { kind: 'plan', id: 8 })
    await first.send('RecordOpened', { kind: 'plan', id: 9 })
    await second.send('RecordOpened', { kind: 'plan', id: 9 })
    expect(await viewersOf(first, 2)).toEqual([[adel.id], [adel.id]])
    expect(hers.received('RecordViewers')).toHaveLength(1)
  })

  it('are kept when the object hibernates', async () => {
    const [adel, dina] = [await newSuperAdmin(), await newAdmin()]
    const record = { kind: 'topic', id: 1 }
    const his = await openStaffRoom(adel)
    await his.send('RecordOpened', record)
    await evictDurableObject(bindings.BroadcastParty.getByName('Staff:0'))
    const hers = await openStaffRoom(dina)
    await hers.send('RecordOpened', record)
    expect((await viewersOf(hers, 1)).at(-1)).toEqual([adel.id, dina.id])
  })

  it('say it only of kinds that their role opens, eight at most', async () => {
    const kindsOf = async (person: Person) => {
      const tab = await openStaffRoom(person)
      const codes = []
      for (const kind of ['user', 'interview', 'withdrawal'])
        codes.push(await tab.send('RecordOpened', { kind, id: 1 }))
      return codes
    }
    expect(await kindsOf(await newAdmin())).toEqual(['ok', 'ok', 'ok'])
    expect(await kindsOf(await tutorManager())).toEqual(['unallowed', 'ok', 'unallowed'])
    expect(await kindsOf(await newStudio())).toEqual(['ok', 'unallowed', 'unallowed'])
    const tab = await openStaffRoom(await newAdmin())
    const codes = []
    for (let id = 1; id <= 9; id++) codes.push(await tab.send('RecordOpened', { kind: 'plan', id }))
    expect(codes).toEqual([...Array(8).fill('ok'), 'unallowed'])
    for (const record of [{ kind: 'cow', id: 1 }, { kind: 'plan', id: -1 }, { kind: 'plan' }, null])
      expect(await tab.send('RecordOpened', record)).toBe('unallowed')
  })

  it('do not exist in other rooms', async () => {
    const tab = await openBroadcastRoom('TutorsCache', await newAdmin())
    expect(await tab.send('RecordOpened', plan)).toBe('unallowed')
  })
})

describe('a queue of staff', () => {
  it('announces its changes to those who work on it', async () => {
    const [admin, manager, studio] = await Promise.all([newAdmin(), tutorManager(), newStudio()])
    const tabs = [await openStaffRoom(admin), await openStaffRoom(manager), await openStaffRoom(studio)] as const
    const slot = await insertSlot(manager, NOW, NOW + hours(6), 3)
    const tutor = await onboardedTutor()
    await expectOk(callApi('POST', '/interview', { as: tutor, body: { slotId: slot, start: iso(at(2)) } }))
    expect(await tabs[1].receive('StaffQueueUpdated')).toEqual([{ queue: 'interviews' }])
    const student = await verifiedStudent()
    const report = { title: 'مشكلة في الصوت', description: 'مفيش صوت خالص' }
    await expectOk(upload('POST', '/report/with/asset', student, report))
    expect(await tabs[0].receive('StaffQueueUpdated', 2)).toEqual([{ queue: 'interviews' }, { queue: 'reports' }])
    for (const tab of tabs) expect(await tab.send('ping')).toBe('ok')
    expect(tabs[1].received('StaffQueueUpdated')).toHaveLength(1)
    expect(await tabs[2].receivedInAll('StaffQueueUpdated')).toEqual([])
  })
})
