import { evictDurableObject } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import type { RecordViewers } from '#contract/live/broadcast'
import { hours } from '#domain/cairo'
import { webmOf } from '#tests/files'
import {
  type Answer,
  bindings,
  callApi,
  expectOk,
  insertSlot,
  newAdmin,
  newStudio,
  newSuperAdmin,
  onboardedTutor,
  type Person,
  row,
  run,
  tutorManager,
  verifiedStudent,
} from '#tests/people'
import { at, iso, NOW, startClockAtNoon } from '../api/lesson-fixtures.ts'
import { upload } from '../api/uploads.ts'
import { openBroadcastRoom, openUserSocket, type Tab } from './socket.ts'

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

  it('are announced only for kinds that their role opens, eight at most', async () => {
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

  it('announces each act that changes it, and a step of the onboarding its tutor too', async () => {
    const [admin, manager, tutor] = await Promise.all([newAdmin(), tutorManager(), onboardedTutor()])
    const [room, own] = [await openStaffRoom(admin), await openUserSocket(tutor)]
    const call = (method: string, path: string, as: Person | null, body?: object) =>
      callApi(method, path, { as, ...(body ? { body } : {}), headers: { 'x-reason': 'why' } })
    /** Which queues and steps are announced for an act; it waits for one queue at least. */
    const announced = async (act: Promise<Answer>) => {
      const [queues, steps] = [room.received('StaffQueueUpdated').length, own.received('OnboardingUpdated').length]
      await expectOk(act)
      const isOnboarding = /interview|demo|video/
      const queue = (await room.receive('StaffQueueUpdated', queues + 1)).slice(queues) as { queue: string }[]
      const isOfTutor = queue.some((one) => isOnboarding.test(one.queue))
      const step = isOfTutor ? (await own.receive('OnboardingUpdated', steps + 1)).slice(steps) : []
      return [...queue.map((one) => one.queue), ...(step as { station: string }[]).map((one) => one.station)]
    }
    const idOf = async (table: string) => (await row<{ id: number }>(`SELECT MAX(id) AS id FROM ${table}`))?.id ?? 0

    const video = { duration: '1.5', video: webmOf(90) }
    expect(await announced(upload('POST', '/intro-video/with/asset', tutor, video))).toEqual([
      'intro-videos',
      'introVideo',
    ])
    const approval = call('PUT', `/intro-video/${await idOf('intro_videos')}`, admin, { state: 3 })
    expect(await announced(approval)).toEqual(['intro-videos', 'introVideo'])

    const [interviews, demos] = [
      await insertSlot(manager, NOW, NOW + hours(3), 3),
      await insertSlot(manager, NOW + hours(4), NOW + hours(8), 4),
    ]
    const booked = (path: string, slotId: number, hour: number) =>
      announced(call('POST', path, tutor, { slotId, start: iso(at(hour)) }))
    expect(await booked('/interview', interviews, 2)).toEqual(['interviews', 'interview'])
    const verdict = { id: await idOf('interviews'), status: 5 }
    expect(await announced(call('PATCH', '/interview', tutor, verdict))).toEqual(['interviews', 'interview'])
    expect(await booked('/demo-session', demos, 5)).toEqual(['demo-sessions', 'demoSession'])
    const cancellation = { id: await idOf('demo_sessions'), status: 5 }
    expect(await announced(call('PATCH', '/demo-session', tutor, cancellation))).toEqual([
      'demo-sessions',
      'demoSession',
    ])

    const request = { name: 'هدى سامي', phone: '01012345678', title: 'سؤال عن الباقات', message: 'الفرق بين الباقات' }
    expect(await announced(call('POST', '/contact-request', null, request))).toEqual(['contact-requests'])
    const path = `/contact-request/${await idOf('contact_requests')}`
    expect(await announced(call('PATCH', path, admin, { ownerId: admin.id }))).toEqual(['contact-requests'])
    const report = { title: 'مشكلة في الصوت', description: 'مفيش صوت خالص' }
    expect(await announced(upload('POST', '/report/with/asset', tutor, report))).toEqual(['reports'])
    const answer = call('POST', `/report/${await idOf('reports')}/answer`, admin, { text: 'اتصلّح' })
    expect(await announced(answer)).toEqual(['reports'])
    const resolution = call('PUT', '/report', admin, { id: await idOf('reports'), resolved: false })
    expect(await announced(resolution)).toEqual(['reports'])

    await run(
      `INSERT INTO outbox (channel, template, "to", params, status, attempts, next_attempt_at, created_at)
       VALUES ('whatsapp', 'lesson_canceled', '01012345678', '{}', 'parked', 6, 1, 1)`,
    )
    const discard = call('POST', '/message/discard', admin, { ids: [await idOf('outbox')] })
    expect(await announced(discard)).toEqual(['messages'])
  })
})
