import { beforeAll, describe, expect, it, vi } from 'vitest'
import { calls } from '#contract/all'
import { grantOf, type Permission } from '#domain/permissions'
import { type Role, roles } from '#domain/roles'
import { type Answer, callApi, newAdmin, type Person, setNow } from '#tests/people'
import { servedCalls } from '../../worker/http/bind.ts'
import { type Owned, type OwnershipFixtures, ownershipFixtures } from './ownership-fixtures.ts'
import { upload } from './uploads.ts'

/** A request that names one of somebody's things; null when they own none of the kind. */
type NamedRequest = { path: string; body?: object; form?: Record<string, string> } | null
type Naming = (owned: Owned) => NamedRequest

const ifOwned = (
  id: number | string | undefined,
  name: (id: number | string) => Exclude<NamedRequest, null>,
): NamedRequest => (id === undefined ? null : name(id))

/** Every call with the grant `own`, and how a request names somebody's thing. */
const NAMED: Partial<Record<Permission, Naming>> = {
  'user.edit': ({ person }) => ({ path: `/user/${person.id}`, body: { phone: '01012345678' } }),
  'user.setImage': ({ person }) => ({ path: `/user/asset?forUser=${person.id}`, form: { image: 'x' } }),
  'tutor.setMedia': ({ tutorId }) =>
    ifOwned(tutorId, (id) => ({ path: `/user/asset/tutor?tutorId=${id}`, form: { image: 'x' } })),
  'tutorMedia.list': ({ tutorId }) => ifOwned(tutorId, (id) => ({ path: `/tutor-media/list/${id}` })),
  'tutorMedia.show': ({ tutorMediaId }) => ifOwned(tutorMediaId, (id) => ({ path: `/tutor-media/${id}/shown` })),
  'studio.read': ({ person }) => ({ path: `/studio/${person.id}` }),
  'studio.edit': ({ person }) => ({ path: `/studio/${person.id}`, body: { hours: 'كل يوم' } }),
  'tutor.meta': ({ person }) => ({ path: `/user/tutor/meta?tutorId=${person.id}` }),
  'tutor.readForStudio': ({ tutorId }) => ifOwned(tutorId, (id) => ({ path: `/user/tutor/${id}/for/studio` })),
  'tutor.listForStudio': ({ person }) => ({ path: `/user/tutor/all/for/studio?studioId=${person.id}` }),
  'authSession.end': ({ authSessionId }) => ifOwned(authSessionId, (id) => ({ path: `/user/current/sessions/${id}` })),
  'secondFactor.renamePasskey': ({ passkeyId }) =>
    ifOwned(passkeyId, (id) => ({ path: `/second-factor/passkeys/${id}`, body: { name: 'لابتوب' } })),
  'secondFactor.removePasskey': ({ passkeyId }) =>
    ifOwned(passkeyId, (id) => ({ path: `/second-factor/passkeys/${id}`, body: { password: 'Hessa2026!' } })),

  'student.read': ({ person }) => ({ path: `/student/${person.id}` }),
  'student.edit': ({ person }) => ({ path: `/student/${person.id}`, body: { jobTitle: 'مهندسة' } }),
  'student.minutes': ({ person }) => ({ path: `/student/${person.id}/minutes` }),
  'student.brief': ({ other }) => ({ path: `/student/${other.id}/brief` }),
  'student.writeNotes': ({ other }) => ({ path: `/student/${other.id}/notes`, body: { text: 'نراجع الماضي البسيط' } }),
  'student.stats': ({ person }) => ({ path: `/user/student/stats/${person.id}` }),

  'session.members': ({ sessionId }) => ifOwned(sessionId, (id) => ({ path: `/session/${id}` })),
  'session.token': ({ sessionId }) => ifOwned(sessionId, (id) => ({ path: `/session/token?sessionId=${id}` })),
  'lesson.rebook': ({ lessonId }) =>
    ifOwned(lessonId, (id) => ({
      path: '/lesson',
      body: { lessonId: id, slotId: 1, start: '2030-01-01T00:00:00Z', duration: 30 },
    })),
  'lesson.cancel': ({ lessonId }) => ifOwned(lessonId, (id) => ({ path: `/lesson/${id}` })),
  'lesson.read': ({ lessonId }) => ifOwned(lessonId, (id) => ({ path: `/lesson/${id}` })),
  'lesson.summarize': ({ lessonId }) =>
    ifOwned(lessonId, (id) => ({ path: `/lesson/${id}/summary`, body: { text: 'راجعنا الماضي البسيط' } })),
  'lesson.dispute': ({ lessonId }) =>
    ifOwned(lessonId, (id) => ({ path: `/lesson/${id}/dispute`, body: { text: 'محدش كان موجود' } })),
  'lesson.list': ({ person }) => ({ path: `/lesson/list?users[]=${person.id}` }),

  'subscription.ofUser': ({ person }) => ({ path: `/sub/user?userId=${person.id}` }),
  'subscription.read': ({ subscriptionId }) => ifOwned(subscriptionId, (id) => ({ path: `/sub/${id}` })),
  'subscription.list': ({ person }) => ({ path: `/sub/list?users[]=${person.id}` }),
  'transaction.read': ({ transactionId }) => ifOwned(transactionId, (id) => ({ path: `/tx/${id}` })),
  'transaction.list': ({ person }) => ({ path: `/tx/list?users[]=${person.id}` }),
  'planInvite.list': ({ person }) => ({ path: `/plan-invite/list?userIds[]=${person.id}` }),
  'fawry.cancelOrder': ({ transactionId }) =>
    ifOwned(transactionId, (id) => ({ path: '/fawry/cancel-unpaid-order', body: { transactionId: id } })),
  'fawry.status': ({ transactionId }) =>
    ifOwned(transactionId, (id) => ({ path: `/fawry/payment-status?transactionId=${id}` })),
  'fawry.syncStatus': ({ transactionId }) =>
    ifOwned(transactionId, (id) => ({ path: '/fawry/payment-status/sync', body: { transactionId: id } })),
  'fawry.listCards': ({ person }) => ({ path: `/fawry/card-token/list?userId=${person.id}` }),
  'fawry.deleteCard': ({ person }) => ({
    path: '/fawry/card-token',
    body: { userId: person.id, cardToken: 'a'.repeat(32) },
  }),

  'invoice.stats': ({ person }) => ({ path: `/invoice/stats/${person.id}` }),
  'invoice.statement': ({ person }) => ({ path: `/invoice/statement/${person.id}` }),
  'invoice.list': ({ person }) => ({ path: `/invoice?users[]=${person.id}` }),
  'invoice.update': ({ withdrawalId }) =>
    ifOwned(withdrawalId, (id) => ({ path: `/invoice/${id}/with/asset`, form: { status: '1' } })),
  'asset.receipt': ({ receipt }) => ifOwned(receipt, (name) => ({ path: `/assets/receipts/${name}` })),

  'rating.edit': ({ ratingId }) => ifOwned(ratingId, (id) => ({ path: `/rating/${id}`, body: { value: 4 } })),
  'rating.read': ({ ratingId }) => ifOwned(ratingId, (id) => ({ path: `/rating/${id}` })),
  'rating.delete': ({ ratingId }) => ifOwned(ratingId, (id) => ({ path: `/rating/${id}` })),
  'rating.listByRater': ({ person }) => ({ path: `/rating/list/rater/${person.id}` }),

  'chat.listRooms': ({ person }) => ({ path: `/chat/list/rooms/${person.id}` }),
  'chat.listMessages': ({ roomId }) => ifOwned(roomId, (id) => ({ path: `/chat/list/${id}/messages` })),
  'chat.findRoom': ({ person, other }) => ({
    path: `/chat/room/by/members?members[]=${person.id}&members[]=${other.id}`,
  }),
  'chat.listMembers': ({ roomId }) => ifOwned(roomId, (id) => ({ path: `/chat/room/members/${id}` })),
  'chat.setRoom': ({ roomId }) => ifOwned(roomId, (id) => ({ path: `/chat/room/${id}`, body: { pinned: true } })),

  'interview.update': ({ interviewId, isReviewer }) =>
    ifOwned(interviewId, (id) => ({
      path: '/interview',
      body: { id, [isReviewer ? 'note' : 'intervieweeFeedback']: 'مقابلة لطيفة' },
    })),
  'interview.list': ({ interviewId }) => ifOwned(interviewId, (id) => ({ path: `/interview/list?ids[]=${id}` })),
  'demoSession.update': ({ demoSessionId, isReviewer }) =>
    ifOwned(demoSessionId, (id) => ({ path: '/demo-session', body: { id, status: isReviewer ? 2 : 5 } })),
  'demoSession.list': ({ person, isReviewer }) => ({
    path: `/demo-session/list?${isReviewer ? 'tutorManagerIds' : 'tutorIds'}[]=${person.id}`,
  }),
  'topic.ofUser': ({ person }) => ({ path: `/topic/of/user?userId=${person.id}` }),
  'introVideo.readUpload': ({ uploadId }) => ifOwned(uploadId, (id) => ({ path: `/intro-video/upload/${id}` })),
  'introVideo.putPart': ({ uploadId }) =>
    ifOwned(uploadId, (id) => ({ path: `/intro-video/upload/${id}/part/1`, form: { part: 'x' } })),
  'introVideo.completeUpload': ({ uploadId }) =>
    ifOwned(uploadId, (id) => ({ path: `/intro-video/upload/${id}/complete` })),
  'introVideo.abortUpload': ({ uploadId }) => ifOwned(uploadId, (id) => ({ path: `/intro-video/upload/${id}` })),
  'introVideo.update': ({ introVideoId }) =>
    ifOwned(introVideoId, (id) => ({ path: `/intro-video/${id}`, body: { state: 3 } })),
}

/** Calls about the caller's own things, whose requests cannot name another's. */
const OF_THE_CALLER: readonly Permission[] = [
  'user.current',
  'user.cancelPendingEmail',
  'auth.googleProof',
  'identity.list',
  'identity.link',
  'identity.unlink',
  'auth.refreshToken',
  'authSession.list',
  'auth.signOutEverywhere',
  'user.endViewAs',
  'calendar.read',
  'calendar.renew',
  'calendar.stop',
  'secondFactor.read',
  'secondFactor.beginTotp',
  'secondFactor.confirmTotp',
  'secondFactor.removeTotp',
  'secondFactor.beginPasskey',
  'secondFactor.addPasskey',
  'secondFactor.beginConfirmation',
  'secondFactor.renewRecoveryCodes',
  'report.create',
  'rating.create',
  'verification.sendPhone',
  'verification.verifyPhone',
  'verification.sendEmail',
  'verification.confirmEmail',
  'tutor.ownStats',
  'tutor.home',
  'tutor.listUncontacted',
  'student.ownStats',
  'availability.change',
  'availability.readPattern',
  'availability.savePattern',
  'availability.stopPattern',
  'lesson.book',
  'plan.read',
  'transaction.last',
  'subscription.cancel',
  'fawry.payByCard',
  'fawry.payByReference',
  'fawry.payByWallet',
  'fawry.payByInstallments',
  'fawry.cardUrl',
  'paymob.checkout',
  'invoice.create',
  'chat.open',
  'interview.book',
  'demoSession.book',
  'introVideo.create',
  'introVideo.beginUpload',
  'introVideo.list',
  'onboarding.read',
  'dashboard.queue',
  'topic.addToUser',
  'topic.removeFromUser',
  'topic.changeOfUser',
]

const ownRoles = (may: Permission): Role[] => roles.filter((role) => grantOf(may, role) === 'own')
const limitedToOwn = servedCalls.filter(({ may }) => ownRoles(may).length > 0).map(({ may }) => may)

const NOW = Date.parse('2026-02-11T10:00:00Z')
let mine: OwnershipFixtures
let theirs: OwnershipFixtures
let adel: Person
beforeAll(async () => {
  setNow(NOW)
  mine = await ownershipFixtures(NOW)
  theirs = await ownershipFixtures(NOW)
  adel = await newAdmin()
  return () => vi.useRealTimers()
})

const send = (may: Permission, as: Person, { path, body, form }: Exclude<NamedRequest, null>): Promise<Answer> => {
  const { method } = calls[may]
  return form ? upload(method, path, as, form) : callApi(method, path, { as, ...(body ? { body } : {}) })
}

/** Whether the answer shows nothing of another's: refused, not found, or a list of the caller's own only. */
const hidesAnothers = ({ status, body }: Answer, as: Person): boolean => {
  if (status === 403 || status === 404) return true
  const { list } = body as { list?: { userId?: number }[] }
  return status === 200 && list !== undefined && list.every(({ userId }) => userId === as.id)
}

describe('calls that are limited to one’s own things', () => {
  it('name another’s in one of these ways, or cannot name them', () => {
    const known = [...Object.keys(NAMED), ...OF_THE_CALLER]
    expect(limitedToOwn.filter((may) => !known.includes(may))).toEqual([])
    expect(known.filter((may) => !limitedToOwn.includes(may as Permission))).toEqual([])
  })
})

describe.each(Object.entries(NAMED) as [Permission, Naming][])('%s', (may, naming) => {
  const requests = () =>
    ownRoles(may).flatMap((role) => {
      const own = mine.get(role)
      const another = theirs.get(role)
      const [ownRequest, othersRequest] = [own && naming(own), another && naming(another)]
      return own && ownRequest && othersRequest ? [{ role, as: own.person, ownRequest, othersRequest }] : []
    })

  it('refuses another’s to somebody of the same role', async () => {
    expect(requests().length).toBeGreaterThan(0)
    for (const { role, as, othersRequest } of requests()) {
      const answer = await send(may, as, othersRequest)
      expect([role, hidesAnothers(answer, as), answer.code, answer.body]).toEqual([
        role,
        true,
        answer.code,
        answer.body,
      ])
    }
  })

  it('allows one’s own', async () => {
    for (const { role, as, ownRequest } of requests()) {
      const { status, code } = await send(may, as, ownRequest)
      expect([role, status === 401, code === 'forbidden']).toEqual([role, false, false])
    }
  })

  it('allows everybody’s to admins, where the permission table says so', async () => {
    if (grantOf(may, 2) !== 'any') return
    for (const { role, othersRequest } of requests()) {
      const { code } = await send(may, adel, othersRequest)
      expect([role, code === 'forbidden']).toEqual([role, false])
    }
  })
})
