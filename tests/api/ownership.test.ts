import { beforeAll, describe, expect, it, vi } from 'vitest'
import { calls } from '#contract/all'
import type { Permission } from '#domain/permissions'
import { Role, roles } from '#domain/roles'
import { type Answer, callApi, expectOk, newAdmin, outcome, type Person, setNow } from '#tests/people'
import { expectedGrant } from '#tests/permission-matrix'
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
      body: isReviewer ? { id, note: 'مقابلة لطيفة' } : { id, status: 5 },
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
  'push.read',
  'push.save',
  'push.stop',
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
  'tutor.listForStudent',
  'favouriteTutor.list',
  'favouriteTutor.add',
  'favouriteTutor.remove',
  'student.ownStats',
  'student.home',
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

const ownRoles = (may: Permission): Role[] => roles.filter((role) => expectedGrant(may, role) === 'own')
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

/** What another's is answered with, where that is not `forbidden`. */
const REFUSALS: Partial<Record<Permission, string>> = {
  'authSession.end': 'not-found',
  'secondFactor.renamePasskey': 'not-found',
  'secondFactor.removePasskey': 'not-found',
  'student.brief': 'student-not-found',
  'student.writeNotes': 'student-not-found',
  'chat.listMembers': 'not-room-member',
  'introVideo.readUpload': 'upload-not-found',
  'introVideo.putPart': 'upload-not-found',
  'introVideo.completeUpload': 'upload-not-found',
  'introVideo.abortUpload': 'upload-not-found',
}

/** Lists that narrow their filter to the caller in place of refusing it, and whether they then hold the caller's own. */
const NARROWED: Partial<Record<Permission, 'own' | 'empty'>> = {
  'interview.list': 'empty',
  'invoice.list': 'own',
  'subscription.list': 'own',
  'transaction.list': 'own',
}

/** Why a request for one's own is refused, where it is: the act has looked at what is named, and cannot do it. */
const IMPOSSIBLE: Partial<Record<Permission, string>> = {
  'user.setImage': 'bad-request',
  'tutor.setMedia': 'bad-request',
  'asset.receipt': 'asset-not-found',
  'lesson.rebook': 'busy-tutor',
  'lesson.summarize': 'illegal',
  'lesson.dispute': 'lesson-not-disputable',
  'session.token': 'service-unavailable',
  'fawry.cancelOrder': 'bad-request',
  'fawry.status': 'fawry-error',
  'fawry.listCards': 'fawry-error',
  'fawry.deleteCard': 'fawry-error',
  'introVideo.putPart': 'bad-request',
  'introVideo.completeUpload': 'upload-incomplete',
}
/** The same for what an admin requests after its owner has. */
const IMPOSSIBLE_FOR_ADMINS: Partial<Record<Permission, string>> = { 'invoice.update': 'illegal-invoice-update' }

describe('calls that are limited to one’s own things', () => {
  it('name another’s in one of these ways, or cannot name them', () => {
    const known = [...Object.keys(NAMED), ...OF_THE_CALLER]
    expect(limitedToOwn.filter((may) => !known.includes(may))).toEqual([])
    expect(known.filter((may) => !limitedToOwn.includes(may as Permission))).toEqual([])
  })
})

const named = Object.entries(NAMED) as [Permission, Naming][]

describe.each(named)('%s', (may, naming) => {
  const requests = () =>
    ownRoles(may).flatMap((role) => {
      const own = mine.get(role)
      const another = theirs.get(role)
      const [ownRequest, othersRequest] = [own && naming(own), another && naming(another)]
      return own && ownRequest && othersRequest ? [{ role, as: own.person, ownRequest, othersRequest }] : []
    })

  it('refuses another’s to somebody of the same role', async () => {
    expect(requests()).not.toEqual([])
    for (const { role, as, othersRequest } of requests()) {
      const answer = send(may, as, othersRequest)
      const narrowed = NARROWED[may]
      if (narrowed) {
        const { list } = await expectOk<{ list: { userId: number }[] }>(answer)
        expect([role, list.length > 0]).toEqual([role, narrowed === 'own'])
        expect(list.filter(({ userId }) => userId !== as.id)).toEqual([])
      } else expect([role, await outcome(answer)]).toEqual([role, REFUSALS[may] ?? 'forbidden'])
    }
  })

  it('allows one’s own', async () => {
    expect(requests()).not.toEqual([])
    for (const { role, as, ownRequest } of requests())
      expect([role, await outcome(send(may, as, ownRequest))]).toEqual([role, IMPOSSIBLE[may] ?? 'ok'])
  })
})

const forAdmins = named.filter(([may]) => expectedGrant(may, Role.RegularAdmin) === 'any')
it.each(forAdmins)('%s allows everybody’s to admins', async (may, naming) => {
  const expected = IMPOSSIBLE_FOR_ADMINS[may] ?? IMPOSSIBLE[may] ?? 'ok'
  const requests = ownRoles(may).flatMap((role) => {
    const another = theirs.get(role)
    return (another && naming(another)) ?? []
  })
  expect(requests).not.toEqual([])
  for (const request of requests) expect(await outcome(send(may, adel, request))).toBe(expected)
})
