import { beforeAll, describe, expect, it, vi } from 'vitest'
import { calls } from '#contract/all'
import type { Call } from '#contract/call'
import type { Permission } from '#domain/permissions'
import { Role, roles } from '#domain/roles'
import { type Answer, callApi, expectOk, newAdmin, outcome, type Person, setNow } from '#tests/people'
import { expectedGrant } from '#tests/permission-matrix'
import { servedCalls } from '../../worker/http/bind.ts'
import { fieldsOf, sampleBody } from './bad-inputs.ts'
import { OWNED_IDS, type Owned, type OwnershipFixtures, ownershipFixtures } from './ownership-fixtures.ts'
import { upload } from './uploads.ts'

/** A request that names one of somebody's things; null when they own none of the kind. */
type NamedRequest = { path: string; body?: object; form?: Record<string, string> } | null
type Naming = (owned: Owned) => NamedRequest

const ifOwned = (
  id: number | string | undefined,
  name: (id: number | string) => Exclude<NamedRequest, null>,
): NamedRequest => (id === undefined ? null : name(id))

/** How a request names somebody's thing, where its contract does not tell. */
const NAMED_HERE: Partial<Record<Permission, Naming>> = {
  'user.edit': ({ person }) => ({ path: `/user/${person.id}`, body: { phone: '01012345678' } }),
  'user.setImage': ({ person }) => ({ path: `/user/asset?forUser=${person.id}`, form: { image: 'x' } }),
  'tutor.setMedia': ({ tutorId }) =>
    ifOwned(tutorId, (id) => ({ path: `/user/asset/tutor?tutorId=${id}`, form: { image: 'x' } })),
  'studio.edit': ({ person }) => ({ path: `/studio/${person.id}`, body: { hours: 'كل يوم' } }),
  'tutor.listForStudio': ({ person }) => ({ path: `/user/tutor/all/for/studio?studioId=${person.id}` }),
  'authSession.end': ({ authSessionId }) => ifOwned(authSessionId, (id) => ({ path: `/user/current/sessions/${id}` })),
  'secondFactor.renamePasskey': ({ passkeyId }) =>
    ifOwned(passkeyId, (id) => ({ path: `/second-factor/passkeys/${id}`, body: { name: 'لابتوب' } })),
  'secondFactor.removePasskey': ({ passkeyId }) =>
    ifOwned(passkeyId, (id) => ({ path: `/second-factor/passkeys/${id}`, body: { password: 'Hessa2026!' } })),
  'guardian.read': ({ person }) => ({ path: `/student/${person.id}/guardian` }),
  'cardRenewal.read': ({ person }) => ({ path: `/student/${person.id}/card-renewal` }),
  'student.brief': ({ other }) => ({ path: `/student/${other.id}/brief` }),
  'student.endPause': ({ person, pauseId }) =>
    ifOwned(pauseId, (id) => ({ path: `/student/${person.id}/pauses/${id}` })),
  'student.writeNotes': ({ other }) => ({ path: `/student/${other.id}/notes`, body: { text: 'نراجع الماضي البسيط' } }),
  'lesson.book': ({ person }) => ({
    path: '/lesson',
    body: { studentId: person.id, tutorId: 999_999, slotId: 1, start: '2030-01-01T00:00:00Z', duration: 30 },
  }),
  'lesson.rebook': ({ lessonId }) =>
    ifOwned(lessonId, (id) => ({
      path: '/lesson',
      body: { lessonId: id, slotId: 1, start: '2030-01-01T00:00:00Z', duration: 30 },
    })),
  'heldTime.take': ({ lessonId }) =>
    ifOwned(lessonId, (id) => ({
      path: '/held-time',
      body: { lessonId: id, tutorId: 1, slotId: 1, start: '2030-01-01T00:00:00Z', duration: 30 },
    })),
  'standingTime.answer': ({ standingTimeId, isReviewer, uploadId }) =>
    ifOwned(isReviewer || uploadId ? standingTimeId : undefined, (id) => ({
      path: `/standing-time/${id}/answer`,
      body: { accepts: true },
    })),
  'standingTime.end': ({ standingTimeId }) => ifOwned(standingTimeId, (id) => ({ path: `/standing-time/${id}` })),
  'lesson.list': ({ person }) => ({ path: `/lesson/list?users[]=${person.id}` }),
  'subscription.list': ({ person }) => ({ path: `/sub/list?users[]=${person.id}` }),
  'transaction.list': ({ person }) => ({ path: `/tx/list?users[]=${person.id}` }),
  'planInvite.list': ({ person }) => ({ path: `/plan-invite/list?userIds[]=${person.id}` }),
  'invoice.list': ({ person }) => ({ path: `/invoice?users[]=${person.id}` }),
  'invoice.update': ({ withdrawalId }) =>
    ifOwned(withdrawalId, (id) => ({ path: `/invoice/${id}/with/asset`, form: { status: '1' } })),
  'asset.receipt': ({ receipt }) => ifOwned(receipt, (name) => ({ path: `/assets/receipts/${name}` })),
  'rating.listByRater': ({ person }) => ({ path: `/rating/list/rater/${person.id}` }),
  'chat.findRoom': ({ person, other }) => ({
    path: `/chat/room/by/members?members[]=${person.id}&members[]=${other.id}`,
  }),
  'interview.update': ({ interviewId, isReviewer }) =>
    ifOwned(interviewId, (id) => ({
      path: '/interview',
      body: isReviewer ? { id, note: 'مقابلة لطيفة' } : { id, status: 5 },
    })),
  'interview.list': ({ interviewId }) => ifOwned(interviewId, (id) => ({ path: `/interview/list?ids[]=${id}` })),
  'demoSession.update': ({ demoSessionId, isReviewer }) =>
    ifOwned(demoSessionId, (id) => ({
      path: '/demo-session',
      body: isReviewer ? { id, status: 2, level: 4, tutorManagerFeedback: 'شرح واضح وصبور' } : { id, status: 5 },
    })),
  'demoSession.list': ({ person, isReviewer }) => ({
    path: `/demo-session/list?${isReviewer ? 'tutorManagerIds' : 'tutorIds'}[]=${person.id}`,
  }),
  'introVideo.readUpload': ({ uploadId }) => ifOwned(uploadId, (id) => ({ path: `/intro-video/upload/${id}` })),
  'introVideo.putPart': ({ uploadId }) =>
    ifOwned(uploadId, (id) => ({ path: `/intro-video/upload/${id}/part/1`, form: { part: 'x' } })),
  'introVideo.completeUpload': ({ uploadId }) =>
    ifOwned(uploadId, (id) => ({ path: `/intro-video/upload/${id}/complete` })),
  'introVideo.abortUpload': ({ uploadId }) => ifOwned(uploadId, (id) => ({ path: `/intro-video/upload/${id}` })),
  'introVideo.update': ({ introVideoId }) =>
    ifOwned(introVideoId, (id) => ({ path: `/intro-video/${id}`, body: { state: 3 } })),
}

/** Calls about the caller's own things that name only what is nobody's, or with whom. */
const NAMING_NOBODYS: readonly Permission[] = [
  'favouriteTutor.add',
  'favouriteTutor.remove',
  'waiting.join',
  'waiting.leave',
  'waiting.decline',
  'standingTime.ask',
  'cardRenewal.switchOn',
  'guardian.ask',
  'guardian.confirm',
  'cardRenewal.switchOff',
  'heldTime.release',
  'demoSession.book',
  'interview.book',
  'fawry.payByCard',
  'fawry.payByInstallments',
  'fawry.payByReference',
  'fawry.payByWallet',
  'plan.read',
  'paymob.checkout',
  'rating.create',
  'subscription.cancel',
  'subscription.chooseNext',
  'chat.open',
  'topic.addToUser',
  'topic.removeFromUser',
  'topic.changeOfUser',
  'introVideo.list',
]

const partsOf = ({ path, query, body }: Call): string[] => [
  ...[...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name),
  ...(query ? fieldsOf(query) : []),
  ...(body ? fieldsOf(body) : []),
]

/** The name of what somebody owns, as a parameter or field of this call names it: its `id` is that of its own kind. */
const ownedName = ({ may }: Call, name: string): string => (name === 'id' ? `${may.split('.')[0]}Id` : name)

/** Everybody is the user, and by their role the student, the studio and whom an invoice is about. */
const PERSON = ['userId', 'studentId', 'studioId', 'invoiceId']

function ownedValue(call: Call, name: string, owned: Owned): string | number | undefined {
  const known = ownedName(call, name)
  const value = known in owned ? owned[known as keyof Owned] : PERSON.includes(known) ? owned.person.id : undefined
  return typeof value === 'string' || typeof value === 'number' ? value : undefined
}

const OWNABLE = [...PERSON, ...OWNED_IDS]
const namesIn = (call: Call) => partsOf(call).filter((name) => OWNABLE.includes(ownedName(call, name)))

/** The request that a contract tells: with the ids of what is owned, and samples of what else its body requires. */
const namedByContract =
  (call: Call): Naming =>
  (owned) => {
    const values = Object.fromEntries(namesIn(call).map((name) => [name, ownedValue(call, name, owned)]))
    if (Object.values(values).includes(undefined)) return null
    const path = call.path.replace(/:(\w+)/g, (_, name) => String(values[name]))
    const query = (call.query ? fieldsOf(call.query) : []).filter((name) => name in values)
    const named = query.length > 0 ? `${path}?${query.map((name) => `${name}=${values[name]}`).join('&')}` : path
    if (!call.body) return { path: named }
    const fields = fieldsOf(call.body).filter((name) => name in values)
    const others = Object.fromEntries(fields.map((name) => [name, values[name]]))
    return { path: named, body: { ...sampleBody(call.body), ...others } }
  }

const ownRoles = (may: Permission): Role[] => roles.filter((role) => expectedGrant(may, role) === 'own')
const limitedToOwn = servedCalls.filter(({ may }) => ownRoles(may).length > 0)

/** What is read first and deleted last: the people of this file keep their things from one call to the next. */
const METHODS = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE']
const inOrder = limitedToOwn.toSorted((one, other) => METHODS.indexOf(one.method) - METHODS.indexOf(other.method))

const named: (readonly [Permission, Naming])[] = inOrder.flatMap((call) => {
  const naming = NAMED_HERE[call.may] ?? (namesIn(call).length > 0 ? namedByContract(call) : null)
  return naming && !NAMING_NOBODYS.includes(call.may) ? [[call.may, naming] as const] : []
})

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
  // What an admin does for others is done with a reason.
  const headers = as === adel ? { 'x-reason': 'for this test' } : {}
  return form ? upload(method, path, as, form) : callApi(method, path, { as, headers, ...(body ? { body } : {}) })
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
const NARROWED: Partial<Record<Permission, { to: 'own' | 'empty'; for?: Role }>> = {
  'interview.list': { to: 'empty' },
  'invoice.list': { to: 'own' },
  'lesson.list': { to: 'empty', for: Role.TutorManager },
  'subscription.list': { to: 'own' },
  'transaction.list': { to: 'own' },
}

/** Why a request for one's own is refused, where it is: the act has looked at what is named, and cannot do it. */
const IMPOSSIBLE: Partial<Record<Permission, string>> = {
  'user.setImage': 'bad-request',
  'tutor.setMedia': 'bad-request',
  'asset.receipt': 'asset-not-found',
  'lesson.book': 'tutor-not-found',
  'lesson.rebook': 'busy-tutor',
  'heldTime.take': 'busy-tutor',
  'lesson.summarize': 'illegal',
  'lesson.dispute': 'lesson-not-disputable',
  'session.token': 'service-unavailable',
  // One has not begun.
  'student.pause': 'subscription-paused',
  'fawry.cancelOrder': 'bad-request',
  'fawry.requestWalletAgain': 'bad-request',
  'fawry.status': 'fawry-error',
  'fawry.listCards': 'fawry-error',
  'fawry.deleteCard': 'fawry-error',
  'introVideo.putPart': 'bad-request',
  'introVideo.completeUpload': 'upload-incomplete',
}
/** The same for what an admin requests after its owner has. */
const IMPOSSIBLE_FOR_ADMINS: Partial<Record<Permission, string>> = { 'invoice.update': 'illegal-invoice-update' }

describe('calls that are limited to one’s own records', () => {
  it('name another person’s record in one of these ways, or cannot name one', () => {
    const isKnown = ({ may }: Call) => NAMING_NOBODYS.includes(may) || named.some(([one]) => one === may)
    const others = limitedToOwn.filter((call) => !isKnown(call))
    const naming = others.filter((call) =>
      partsOf(call).some((name) => /^id$|^ids$|I[dD]s?$|^users$|^members$/.test(name)),
    )
    expect(naming.map(({ may }) => may)).toEqual([])
    const limited = limitedToOwn.map(({ may }) => may)
    const here = [...Object.keys(NAMED_HERE), ...NAMING_NOBODYS] as Permission[]
    expect(here.filter((may) => !limited.includes(may))).toEqual([])
  })
})

describe.each(named)('%s', (may, naming) => {
  const requests = () =>
    ownRoles(may).flatMap((role) => {
      const own = mine.get(role)
      const another = theirs.get(role)
      const [ownRequest, othersRequest] = [own && naming(own), another && naming(another)]
      return own && ownRequest && othersRequest ? [{ role, as: own.person, ownRequest, othersRequest }] : []
    })

  it('refuses another person’s record to a caller of the same role', async () => {
    expect(requests()).not.toEqual([])
    for (const { role, as, othersRequest } of requests()) {
      const answer = send(may, as, othersRequest)
      const narrowed = NARROWED[may]
      if (narrowed && (narrowed.for === undefined || narrowed.for === role)) {
        const { list } = await expectOk<{ list: { userId: number }[] }>(answer)
        expect([role, list.length > 0]).toEqual([role, narrowed.to === 'own'])
        expect(list.filter(({ userId }) => userId !== as.id)).toEqual([])
      } else expect([role, await outcome(answer)]).toEqual([role, REFUSALS[may] ?? 'forbidden'])
    }
  })

  it('allows one’s own record', async () => {
    expect(requests()).not.toEqual([])
    for (const { role, as, ownRequest } of requests())
      expect([role, await outcome(send(may, as, ownRequest))]).toEqual([role, IMPOSSIBLE[may] ?? 'ok'])
  })
})

const forAdmins = named.filter(([may]) => expectedGrant(may, Role.RegularAdmin) === 'any')
it.each(forAdmins)('%s allows everybody’s records to admins', async (may, naming) => {
  const expected = IMPOSSIBLE_FOR_ADMINS[may] ?? IMPOSSIBLE[may] ?? 'ok'
  const requests = ownRoles(may).flatMap((role) => {
    const another = theirs.get(role)
    return (another && naming(another)) ?? []
  })
  expect(requests).not.toEqual([])
  for (const request of requests) expect(await outcome(send(may, adel, request))).toBe(expected)
})
