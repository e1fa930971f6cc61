import { decodeJwt, SignJWT } from 'jose'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Role } from '#domain/roles'
import {
  bindings,
  callApi,
  expectOk,
  fetchWorker,
  insertLesson,
  newAdmin,
  newStudio,
  newSuperAdmin,
  onboardedTutor,
  outcome,
  type Person,
  row,
  rows,
  run,
  setNow,
  subscribe,
  tutorManager,
  verifiedStudent,
} from '#tests/people'
import { isAllowed } from '#tests/permission-matrix'
import { servedCalls } from '../../worker/http/bind.ts'
import { drainRoom } from '../party/chat-rooms.ts'
import { addressOf } from './bad-inputs.ts'
import { enrolApp } from './second-factor-fixtures.ts'

const NOW = Date.parse('2026-02-11T10:00:00Z')
const SECOND = 1000
const MINUTE = 60 * SECOND

beforeEach(() => {
  setNow(NOW)
  return () => vi.useRealTimers()
})

type Begun = { token: string; expiresAt: string }
const REASON = 'بتقول إن الدقايق ناقصة'
const view = (viewer: Person, subject: { id: number }, reason = REASON) =>
  callApi('POST', '/auth/view-as', { as: viewer, body: { userId: subject.id, reason } })
/** The subject as the viewer sees the app: with the view's token. */
const viewing = async (viewer: Person, subject: Person): Promise<Person> => {
  const { token } = await expectOk<Begun>(view(viewer, subject))
  return { ...subject, token }
}
/** A student with a chat whose last message is this text. */
async function chatWith(message: string): Promise<{ room: number; student: Person }> {
  const [student, tutor] = [await verifiedStudent(), await onboardedTutor()]
  const { roomId } = await expectOk<{ roomId: number }>(
    callApi('POST', '/chat/new', { as: student, body: { userId: tutor.id, message } }),
  )
  await drainRoom(roomId)
  return { room: roomId, student }
}
const current = (as: Person) => outcome(callApi('GET', '/user/current', { as }))

describe('viewing as a user', () => {
  it('gives a token of a quarter of an hour, with viewer, subject and purpose', async () => {
    const [adel, sara] = [await newAdmin(), await verifiedStudent()]
    const { token, expiresAt } = await expectOk<Begun>(view(adel, sara))
    expect(expiresAt).toBe(new Date(NOW + 15 * MINUTE).toISOString())
    expect(decodeJwt(token)).toEqual({
      id: sara.id,
      role: Role.Student,
      viewer: adel.id,
      sid: decodeJwt(adel.token).sid,
      view: expect.any(Number),
      purpose: 'view-as',
      iat: NOW / 1000,
      exp: NOW / 1000 + 15 * 60,
    })
    const seen = { ...sara, token }
    expect(await expectOk(callApi('GET', '/user/current', { as: seen }))).toMatchObject({ id: sara.id })
    setNow(NOW + 15 * MINUTE)
    expect(await current(seen)).toBe('unauthenticated')
  })

  it('is for admins alone, and never for staff above or beside them', async () => {
    const [adel, dina] = [await newAdmin(), await newSuperAdmin()]
    const others = [await verifiedStudent(), await onboardedTutor(), await tutorManager(), await newStudio()]
    for (const other of others) {
      expect(await outcome(view(adel, other))).toBe('ok')
      expect(await outcome(view(other, others[0] === other ? dina : (others[0] ?? dina)))).toBe('forbidden')
    }
    expect(await outcome(view(adel, await newAdmin()))).toBe('forbidden')
    expect(await outcome(view(adel, dina))).toBe('forbidden')
    expect(await outcome(view(adel, adel))).toBe('forbidden')
    expect(await outcome(view(dina, adel))).toBe('ok')
    expect(await outcome(view(dina, await newSuperAdmin()))).toBe('forbidden')
    expect(await outcome(view(dina, { id: 999_999 }))).toBe('user-not-found')
  })

  it('requires a reason, and is audited with it', async () => {
    const [adel, sara] = [await newAdmin(), await verifiedStudent()]
    expect(await outcome(view(adel, sara, ' '))).toBe('bad-request')
    const seen = await viewing(adel, sara)
    await expectOk(callApi('POST', '/auth/view-as/end', { as: seen }))
    const entries = await rows<{ act: string; target_id: number; reason: string | null }>(
      'SELECT act, target_id, reason FROM audit_entries WHERE actor_id = ? ORDER BY id',
      adel.id,
    )
    expect(entries).toEqual([
      { act: 'user.viewAs', target_id: sara.id, reason: REASON },
      { act: 'user.endViewAs', target_id: sara.id, reason: null },
    ])
  })
})

describe('a view', () => {
  it('writes nothing: every call but a reading one is refused, whatever the subject may do', async () => {
    const dina = await newSuperAdmin()
    const subjects = [await verifiedStudent(), await onboardedTutor(), await tutorManager(), await newAdmin()]
    const before = await row('SELECT COUNT(*) AS rows FROM audit_entries')
    // What the media server reports is signed in the place of a session.
    const others = ['user.endViewAs', 'session.notifyLiveKit']
    const refused = servedCalls.filter(({ method, may }) => method !== 'GET' && !others.includes(may))
    expect(refused.length).toBeGreaterThan(60)
    for (const subject of subjects) {
      const seen = await viewing(dina, subject)
      for (const contract of refused) {
        const answer = await callApi(contract.method, addressOf(contract, '1'), { as: seen, raw: '{}' })
        expect([contract.may, answer.status, answer.code]).toEqual([contract.may, 403, 'read-only-session'])
      }
    }
    expect(await row('SELECT COUNT(*) - ? AS rows FROM audit_entries', subjects.length)).toEqual(before)
  })

  it('reads what the subject’s own screens show, and none of the staff’s calls', async () => {
    const dina = await newSuperAdmin()
    const adel = await viewing(dina, await newAdmin())
    const others = [Role.Student, Role.Tutor, Role.TutorManager, Role.Studio]
    const ofStaff = servedCalls.filter(
      ({ method, may }) => method === 'GET' && !others.some((role) => isAllowed(may, role)),
    )
    expect(ofStaff.length).toBeGreaterThan(5)
    for (const contract of ofStaff) {
      const answer = await callApi('GET', addressOf(contract, '1'), { as: adel })
      expect([contract.may, answer.code]).toEqual([contract.may, 'read-only-session'])
    }
  })

  it('never shows the texts of chats', async () => {
    const { room, student } = await chatWith('كلام خاص')
    const seen = await viewing(await newSuperAdmin(), student)
    const path = `/chat/list/rooms/${student.id}`
    expect(JSON.stringify((await callApi('GET', path, { as: student })).body)).toContain('كلام خاص')
    const { list } = await expectOk<{ list: { roomId: number; latestMessage: unknown }[] }>(
      callApi('GET', path, { as: seen }),
    )
    expect(list).toEqual([expect.objectContaining({ roomId: room, latestMessage: null })])
    expect(await outcome(callApi('GET', `/chat/list/${room}/messages`, { as: seen }))).toBe('read-only-session')
    const search = callApi('GET', `${path}?keyword=${encodeURIComponent('كلام')}`, { as: seen })
    expect(await outcome(search)).toBe('read-only-session')
  })

  it('never shows reference numbers or pages of payments', async () => {
    const [adel, sara] = [await newAdmin(), await verifiedStudent()]
    await subscribe(sara, NOW - 30 * 24 * 60 * MINUTE, NOW)
    const inserted = await row<{ id: number }>(
      `INSERT INTO transactions (user_id, plan_id, plan_period, amount, status, payment_method, provider, checkout, created_at, updated_at)
       SELECT user_id, plan_id, plan_period, amount, 0, payment_method, provider, ?, created_at + 1, updated_at
       FROM transactions WHERE user_id = ? RETURNING id`,
      JSON.stringify({ redirectUrl: 'https://bank.example/3ds?secret', referenceNumber: '963455678' }),
      sara.id,
    )
    const seen = await viewing(adel, sara)
    const id = inserted?.id
    for (const path of [`/tx/${id}`, '/tx/last']) {
      const own = await expectOk<{ checkout: unknown }>(callApi('GET', path, { as: sara }))
      expect([path, own.checkout]).toEqual([path, expect.objectContaining({ referenceNumber: '963455678' })])
      const shown = await expectOk<{ checkout: unknown }>(callApi('GET', path, { as: seen }))
      expect([path, shown]).toEqual([path, { ...own, checkout: null }])
    }
    for (const path of [
      `/fawry/card-token/list?userId=${sara.id}`,
      '/fawry/card-token/url',
      `/fawry/payment-status?transactionId=${id}`,
      '/session/token?sessionId=x',
    ])
      expect([path, await outcome(callApi('GET', path, { as: seen }))]).toEqual([path, 'read-only-session'])
  })

  it('opens no socket', async () => {
    const [adel, sara, omar] = [await newAdmin(), await verifiedStudent(), await onboardedTutor()]
    const lesson = await insertLesson({ tutor: omar, student: sara, start: NOW })
    const { session_id: session } = (await row<{ session_id: string }>(
      'SELECT session_id FROM lessons WHERE id = ?',
      lesson,
    )) ?? { session_id: '' }
    const seen = await viewing(adel, sara)
    for (const path of [`/parties/user/${sara.id}`, '/parties/broadcast/TutorsCache', `/parties/session/${session}`]) {
      const headers = { upgrade: 'websocket', 'sec-websocket-protocol': `bearer, ${seen.token}` }
      expect([path, (await fetchWorker(path, { headers })).status]).toEqual([path, 403])
    }
  })

  it('reads only what the subject may read', async () => {
    const [adel, sara, nour] = [await newAdmin(), await verifiedStudent(), await verifiedStudent()]
    const seen = await viewing(adel, sara)
    expect(await outcome(callApi('GET', `/student/${nour.id}`, { as: seen }))).toBe('forbidden')
    expect(await outcome(callApi('GET', `/user/list`, { as: seen }))).toBe('read-only-session')
  })
})

describe('a view ends', () => {
  it('when it is ended', async () => {
    const [adel, sara] = [await newAdmin(), await verifiedStudent()]
    const seen = await viewing(adel, sara)
    expect(await outcome(callApi('POST', '/auth/view-as/end', { as: seen }))).toBe('ok')
    expect(await current(seen)).toBe('unauthenticated')
    expect(await current(sara)).toBe('ok')
    expect(await outcome(callApi('POST', '/auth/view-as/end', { as: sara }))).toBe('illegal')
    expect(await outcome(callApi('POST', '/auth/view-as/end', { as: adel }))).toBe('illegal')
  })

  it('when the viewer or the subject ends their sessions', async () => {
    const [adel, sara] = [await newAdmin(), await verifiedStudent()]
    for (const who of [adel, sara]) {
      const seen = await viewing(adel, sara)
      expect(await current(seen)).toBe('ok')
      setNow(Date.now() + 2 * SECOND)
      const renewed = await expectOk<string>(callApi('POST', '/auth/sign-out-everywhere', { as: who }))
      who.token = renewed
      expect(await current(seen)).toBe('unauthenticated')
    }
  })

  it('when the viewer is no admin any more, or the subject has become one', async () => {
    const [adel, sara] = [await newAdmin(), await verifiedStudent()]
    const seen = await viewing(adel, sara)
    await run('UPDATE users SET role = 6 WHERE id = ?', adel.id)
    expect(await current(seen)).toBe('unauthenticated')
    await run('UPDATE users SET role = 2 WHERE id IN (?, ?)', adel.id, sara.id)
    expect(await current(seen)).toBe('unauthenticated')
    await run('UPDATE users SET role = 4 WHERE id = ?', sara.id)
    expect(await current(seen)).toBe('ok')
  })

  it('with the viewer’s own token at the latest, and begins with its second factor only', async () => {
    const adel = await enrolApp(await newAdmin())
    const sara = await verifiedStudent()
    const seen = await viewing(adel, sara)
    expect(await current(seen)).toBe('ok')
    const { exp = 0 } = decodeJwt(adel.token)
    setNow(exp * 1000 - 5 * MINUTE)
    expect(decodeJwt((await viewing(adel, sara)).token).exp).toBe(exp)
  })

  it('and cannot be renewed or passed on', async () => {
    const [dina, adel, sara] = [await newSuperAdmin(), await newAdmin(), await verifiedStudent()]
    const seen = await viewing(dina, adel)
    expect(await outcome(callApi('POST', '/auth/refresh-token', { as: seen }))).toBe('read-only-session')
    expect(await outcome(view(seen, sara))).toBe('read-only-session')
    expect(await outcome(callApi('GET', '/second-factor', { as: seen }))).toBe('read-only-session')
  })
})

describe('a forged view', () => {
  const signed = (claims: Record<string, unknown>) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuedAt(NOW / 1000)
      .setExpirationTime(NOW / 1000 + 3600)
      .sign(new TextEncoder().encode(bindings.JWT_SECRET))

  it('is refused: another purpose, another view, another viewer or subject', async () => {
    const [adel, dina, sara, nour] = [
      await newAdmin(),
      await newSuperAdmin(),
      await verifiedStudent(),
      await verifiedStudent(),
    ]
    const { view: id } = decodeJwt((await viewing(adel, sara)).token)
    const good = { id: sara.id, viewer: adel.id, view: id, purpose: 'view-as' }
    expect(await current({ ...sara, token: await signed(good) })).toBe('ok')
    for (const changed of [
      { purpose: 'second-factor' },
      { purpose: '' },
      { purpose: null },
      { view: 999_999 },
      { view: undefined },
      { viewer: dina.id },
      { viewer: undefined },
      { id: nour.id },
    ])
      expect([changed, await current({ ...sara, token: await signed({ ...good, ...changed }) })]).toEqual([
        changed,
        'unauthenticated',
      ])
    // Signed rightly and for longer: the row of the database ends it all the same.
    setNow(NOW + 15 * MINUTE)
    expect(await current({ ...sara, token: await signed(good) })).toBe('unauthenticated')
  })
})
