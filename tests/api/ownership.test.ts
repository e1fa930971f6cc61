import { beforeAll, describe, expect, it, vi } from 'vitest'
import { calls } from '#contract/all'
import { grantOf, type Permission } from '#domain/permissions'
import { type Role, roles } from '#domain/roles'
import { type Answer, admin, callApi, type Person, setNow } from '#tests/people'
import { servedCalls } from '../../worker/http/bind.ts'
import { type Owned, type OwnershipFixtures, ownershipFixtures } from './ownership-fixtures.ts'
import { upload } from './uploads.ts'

/** A request that names something of an estate; null where its owner has no such thing. */
type Ask = { path: string; body?: object; form?: Record<string, string> } | null
type Naming = (estate: Owned) => Ask

const of = (id: number | string | undefined, ask: (id: number | string) => Exclude<Ask, null>): Ask =>
  id === undefined ? null : ask(id)

/** Every call that reaches as far as what is one's own, and how another's is named in it. */
const NAMED: Partial<Record<Permission, Naming>> = {
  'user.edit': ({ person }) => ({ path: `/user/${person.id}`, body: { phone: '01012345678' } }),
  'user.setImage': ({ person }) => ({ path: `/user/asset?forUser=${person.id}`, form: { image: 'x' } }),
  'tutor.setMedia': ({ tutorId }) =>
    of(tutorId, (id) => ({ path: `/user/asset/tutor?tutorId=${id}`, form: { image: 'x' } })),
  'tutor.meta': ({ person }) => ({ path: `/user/tutor/meta?tutorId=${person.id}` }),
  'tutor.readForStudio': ({ tutorId }) => of(tutorId, (id) => ({ path: `/user/tutor/${id}/for/studio` })),
  'tutor.listForStudio': ({ person }) => ({ path: `/user/tutor/all/for/studio?studioId=${person.id}` }),
  'student.read': ({ person }) => ({ path: `/student/${person.id}` }),
  'student.edit': ({ person }) => ({ path: `/student/${person.id}`, body: { jobTitle: 'مهندسة' } }),
  'student.stats': ({ person }) => ({ path: `/user/student/stats/${person.id}` }),

  'session.members': ({ sessionId }) => of(sessionId, (id) => ({ path: `/session/${id}` })),
  'session.token': ({ sessionId }) => of(sessionId, (id) => ({ path: `/session/token?sessionId=${id}` })),
  'lesson.rebook': ({ lessonId }) =>
    of(lessonId, (id) => ({
      path: '/lesson',
      body: { lessonId: id, slotId: 1, start: '2030-01-01T00:00:00Z', duration: 30 },
    })),
  'lesson.cancel': ({ lessonId }) => of(lessonId, (id) => ({ path: `/lesson/${id}` })),
  'lesson.read': ({ lessonId }) => of(lessonId, (id) => ({ path: `/lesson/${id}` })),
  'lesson.list': ({ person }) => ({ path: `/lesson/list?users[]=${person.id}` }),

  'subscription.ofUser': ({ person }) => ({ path: `/sub/user?userId=${person.id}` }),
  'subscription.read': ({ subscriptionId }) => of(subscriptionId, (id) => ({ path: `/sub/${id}` })),
  'subscription.list': ({ person }) => ({ path: `/sub/list?users[]=${person.id}` }),
  'transaction.read': ({ transactionId }) => of(transactionId, (id) => ({ path: `/tx/${id}` })),
  'transaction.list': ({ person }) => ({ path: `/tx/list?users[]=${person.id}` }),
  'planInvite.list': ({ person }) => ({ path: `/plan-invite/list?userIds[]=${person.id}` }),
  'fawry.cancelOrder': ({ transactionId }) =>
    of(transactionId, (id) => ({ path: '/fawry/cancel-unpaid-order', body: { transactionId: id } })),
  'fawry.status': ({ transactionId }) =>
    of(transactionId, (id) => ({ path: `/fawry/payment-status?transactionId=${id}` })),
  'fawry.syncStatus': ({ transactionId }) =>
    of(transactionId, (id) => ({ path: '/fawry/payment-status/sync', body: { transactionId: id } })),
  'fawry.listCards': ({ person }) => ({ path: `/fawry/card-token/list?userId=${person.id}` }),
  'fawry.deleteCard': ({ person }) => ({
    path: '/fawry/card-token',
    body: { userId: person.id, cardToken: 'a'.repeat(32) },
  }),

  'invoice.stats': ({ person }) => ({ path: `/invoice/stats/${person.id}` }),
  'invoice.list': ({ person }) => ({ path: `/invoice?users[]=${person.id}` }),
  'invoice.update': ({ withdrawalId }) =>
    of(withdrawalId, (id) => ({ path: `/invoice/${id}/with/asset`, form: { status: '1' } })),
  'asset.receipt': ({ receipt }) => of(receipt, (name) => ({ path: `/assets/receipts/${name}` })),

  'rating.edit': ({ ratingId }) => of(ratingId, (id) => ({ path: `/rating/${id}`, body: { value: 4 } })),
  'rating.read': ({ ratingId }) => of(ratingId, (id) => ({ path: `/rating/${id}` })),
  'rating.delete': ({ ratingId }) => of(ratingId, (id) => ({ path: `/rating/${id}` })),
  'rating.listByRater': ({ person }) => ({ path: `/rating/list/rater/${person.id}` }),

  'chat.listRooms': ({ person }) => ({ path: `/chat/list/rooms/${person.id}` }),
  'chat.listMessages': ({ roomId }) => of(roomId, (id) => ({ path: `/chat/list/${id}/messages` })),
  'chat.findRoom': ({ person, other }) => ({
    path: `/chat/room/by/members?members[]=${person.id}&members[]=${other.id}`,
  }),
  'chat.listMembers': ({ roomId }) => of(roomId, (id) => ({ path: `/chat/room/members/${id}` })),
  'chat.setRoom': ({ roomId }) => of(roomId, (id) => ({ path: `/chat/room/${id}`, body: { pinned: true } })),

  'interview.update': ({ interviewId, isReviewer: isJudge }) =>
    of(interviewId, (id) => ({
      path: '/interview',
      body: { id, [isJudge ? 'note' : 'intervieweeFeedback']: 'مقابلة لطيفة' },
    })),
  'interview.list': ({ interviewId }) => of(interviewId, (id) => ({ path: `/interview/list?ids[]=${id}` })),
  'demoSession.update': ({ demoSessionId, isReviewer: isJudge }) =>
    of(demoSessionId, (id) => ({ path: '/demo-session', body: { id, status: isJudge ? 2 : 5 } })),
  'demoSession.list': ({ person, isReviewer: isJudge }) => ({
    path: `/demo-session/list?${isJudge ? 'tutorManagerIds' : 'tutorIds'}[]=${person.id}`,
  }),
  'introVideo.update': ({ introVideoId }) =>
    of(introVideoId, (id) => ({ path: `/intro-video/${id}`, body: { state: 2 } })),
}

/** These speak of whoever asks, and can name nothing of anybody else's. */
const OF_THE_CALLER: readonly Permission[] = [
  ...(['user.current', 'auth.refreshToken', 'auth.signOutEverywhere', 'report.create', 'rating.create'] as const),
  ...(['verification.sendPhone', 'verification.verifyPhone', 'verification.sendEmail'] as const),
  ...(['verification.confirmEmail', 'tutor.ownStats', 'tutor.listUncontacted', 'student.ownStats'] as const),
  ...(['availability.change', 'lesson.book', 'plan.read', 'transaction.last', 'subscription.cancel'] as const),
  ...(['fawry.payByCard', 'fawry.payByReference', 'fawry.payByWallet', 'fawry.payByInstallments'] as const),
  ...(['fawry.cardUrl', 'paymob.checkout', 'invoice.create', 'chat.open'] as const),
  ...(['interview.book', 'demoSession.book', 'introVideo.create', 'introVideo.list'] as const),
  ...(['topic.ofUser', 'topic.addToUser', 'topic.removeFromUser', 'topic.changeOfUser'] as const),
]

const ownRoles = (may: Permission): Role[] => roles.filter((role) => grantOf(may, role) === 'own')
const reaching = servedCalls.filter(({ may }) => ownRoles(may).length > 0).map(({ may }) => may)

const NOW = Date.parse('2026-02-11T10:00:00Z')
let mine: OwnershipFixtures
let theirs: OwnershipFixtures
let adel: Person
beforeAll(async () => {
  setNow(NOW)
  mine = await ownershipFixtures(NOW)
  theirs = await ownershipFixtures(NOW)
  adel = await admin()
  return () => vi.useRealTimers()
})

const send = (may: Permission, as: Person, { path, body, form }: Exclude<Ask, null>): Promise<Answer> => {
  const { method } = calls[may]
  return form ? upload(method, path, as, form) : callApi(method, path, { as, ...(body ? { body } : {}) })
}

/** Nothing of it was shown: refused, hidden, or a list of the asker's own only. */
const isKept = ({ status, body }: Answer, as: Person): boolean => {
  if (status === 403 || status === 404) return true
  const { list } = body as { list?: { userId?: number }[] }
  return status === 200 && list !== undefined && list.every(({ userId }) => userId === as.id)
}

describe('what belongs to somebody', () => {
  it('is asked for by each of these calls, or cannot be named at all', () => {
    const known = [...Object.keys(NAMED), ...OF_THE_CALLER]
    expect(reaching.filter((may) => !known.includes(may))).toEqual([])
    expect(known.filter((may) => !reaching.includes(may as Permission))).toEqual([])
  })
})

describe.each(Object.entries(NAMED) as [Permission, Naming][])('%s', (may, naming) => {
  const asks = () =>
    ownRoles(may).flatMap((role) => {
      const own = mine.get(role)
      const another = theirs.get(role)
      const [ask, askAnother] = [own && naming(own), another && naming(another)]
      return own && ask && askAnother ? [{ role, as: own.person, ask, askAnother }] : []
    })

  it('keeps another’s from somebody of the same role', async () => {
    expect(asks().length).toBeGreaterThan(0)
    for (const { role, as, askAnother } of asks()) {
      const answer = await send(may, as, askAnother)
      expect([role, isKept(answer, as), answer.code, answer.body]).toEqual([role, true, answer.code, answer.body])
    }
  })

  it('opens one’s own', async () => {
    for (const { role, as, ask } of asks()) {
      const { status, code } = await send(may, as, ask)
      expect([role, status === 401, code === 'forbidden']).toEqual([role, false, false])
    }
  })

  it('opens everybody’s to admins, where the table says so', async () => {
    if (grantOf(may, 2) !== 'any') return
    for (const { role, askAnother } of asks()) {
      const { code } = await send(may, adel, askAnother)
      expect([role, code === 'forbidden']).toEqual([role, false])
    }
  })
})
