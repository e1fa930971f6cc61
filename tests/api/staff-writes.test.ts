import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Permission } from '#domain/permissions'
import { isStaff, Role, roles } from '#domain/roles'
import { png } from '#tests/files'
import {
  type Answer,
  agreeingToMailings,
  callApi,
  expectOk,
  insertLesson,
  newAdmin,
  newEmail,
  newSuperAdmin,
  onboardedTutor,
  openSlot,
  PASSWORD,
  type Person,
  row,
  rows,
  run,
  setNow,
  tokenFor,
  tutorManager,
  verifiedStudent,
} from '#tests/people'
import { isAllowed } from '#tests/permission-matrix'
import { servedCalls } from '../../worker/http/bind.ts'
import { type Owned, ownershipFixtures } from './ownership-fixtures.ts'
import { upload } from './uploads.ts'

const NOW = Date.parse('2026-02-11T10:00:00Z')
const HOUR = 3_600_000
const NOTE = 'ملاحظة من فريق حصة'
const later = (days: number) => new Date(NOW + days * 24 * HOUR).toISOString()

/** What a write does to the record: that decides which of before and after its entry has. `touches` has no record. */
type Effect = 'makes' | 'changes' | 'removes' | 'touches'
type Write = { effect: Effect; write: () => Promise<Answer> }

/** Calls that staff may make and that write nothing of a record, each for its reason (docs/rules/staff.md 3.1). */
const NOT_AUDITED: Partial<Record<Permission, string>> = {
  'auth.password': 'signing in',
  'auth.google': 'signing in',
  'auth.googleProof': 'proves who asks, and changes nothing',
  'auth.secondFactor': 'signing in',
  'auth.secondFactorOptions': 'signing in',
  'auth.refreshToken': 'signing in',
  'auth.signOut': 'signing out',
  'calendar.reveal': 'reads one’s own address',
  'privacy.reveal': 'reads where one’s own copy is',
  'secondFactor.beginTotp': 'nothing counts before it is confirmed',
  'secondFactor.beginPasskey': 'nothing counts before it is kept',
  'secondFactor.beginConfirmation': 'a question for the authenticator',
  'verification.sendPhone': 'a request for a code',
  'verification.sendEmail': 'a request for a code',
  'verification.sendPassword': 'a request for a code',
  'chat.open': 'chats',
  'chat.setRoom': 'chats',
  'push.save': 'where one’s own device receives messages',
  'push.stop': 'where one’s own device receives messages',
  'report.create': 'a form that anybody may send',
  'report.crash': 'a line of the log, of no record',
  'lesson.dispute': 'a form that both members may send',
  'contact.send': 'a form that anybody may send',
  'staffInvite.read': 'reads one’s own invitation',
  'guardian.ask': 'a request for a code',
  'guardian.withdraw': 'ends a guardian’s own consent, by the guardian’s own link',
  'cardRenewal.stop': 'ends the renewal of a student, by the student’s own link',
  'mailing.preview': 'reads who would get a message',
  'serverStats.visit': 'a figure of no record',
  'link.visit': 'a visit, which anybody makes',
  'fawry.notify': 'the provider’s own call',
  'paymob.notify': 'the provider’s own call',
  'message.notifyEmail': 'the provider’s own call',
  'message.notifyWhatsApp': 'the provider’s own call',
  'session.notifyLiveKit': 'the provider’s own call',
}

/** Those that need a provider, an authenticator, a mailed code or a longer story: the file in which each is played. */
const ELSEWHERE: Partial<Record<Permission, string>> = {
  'fawry.cancelOrder': 'payment-console.test.ts',
  'fawry.refund': 'refunds.test.ts',
  'payoutBatch.create': 'payouts.test.ts',
  'payoutBatch.confirm': 'payouts.test.ts',
  'payoutBatch.drop': 'payouts.test.ts',
  'payoutBatch.end': 'payouts.test.ts',
  'fawry.deleteCard': 'payments.test.ts',
  'fawry.syncStatus': 'payment-console.test.ts',
  'subscription.cancel': 'refunds.test.ts',
  'identity.link': 'google.test.ts',
  'identity.unlink': 'google.test.ts',
  'secondFactor.confirmTotp': 'second-factor.test.ts',
  'secondFactor.removeTotp': 'second-factor.test.ts',
  'secondFactor.addPasskey': 'second-factor.test.ts',
  'secondFactor.removePasskey': 'second-factor.test.ts',
  'secondFactor.renewRecoveryCodes': 'second-factor.test.ts',
  'verification.verifyPhone': 'verification.test.ts',
  'verification.confirmEmail': 'verification.test.ts',
  'verification.confirmPassword': 'verification.test.ts',
  'verification.undoEmailChange': 'takeover.test.ts',
  'staffDigest.stop': 'staff-digest.test.ts',
  'mailingChoice.stop': 'mailings.test.ts',
  'cardRenewal.switchOffOf': 'card-renewals.test.ts',
  'guardian.record': 'guardians.test.ts',
  'guardian.remove': 'guardians.test.ts',
  'staffInvite.accept': 'staff-invites.test.ts',
  'user.cancelPendingEmail': 'takeover.test.ts',
  'user.endViewAs': 'view-as.test.ts',
  'availability.savePattern': 'availability-pattern.test.ts',
  'availability.stopPattern': 'availability-pattern.test.ts',
  'rating.create': 'ratings.test.ts',
  'student.takeMinutesBack': 'minutes.test.ts',
  'student.pause': 'pauses.test.ts',
  'student.endPause': 'pauses.test.ts',
  'tutorMedia.show': 'tutor-media.test.ts',
}

const writes = new Map<Permission, Write>()

const insert = async (sql: string, ...values: unknown[]): Promise<number> =>
  (await row<{ id: number }>(`${sql} RETURNING rowid AS id`, ...values))?.id ?? 0

const insertPlan = () =>
  insert(
    'INSERT INTO plans (weekly_minutes, base_monthly_price, active, created_at, updated_at) VALUES (60, 60000, 1, 1, 1)',
  )
const insertTopic = (name: string) =>
  insert('INSERT INTO topics (name_ar, name_en, created_at, updated_at) VALUES (?, ?, 1, 1)', `موضوع ${name}`, name)
const insertReport = () =>
  insert(`INSERT INTO reports (title, description, created_at, updated_at) VALUES ('مشكلة', 'مفيش صوت', 1, 1)`)
const insertPersonNote = (userId: number, author: Person) =>
  insert(
    'INSERT INTO person_notes (user_id, author_id, text, pinned, created_at) VALUES (?, ?, ?, 0, 1)',
    userId,
    author.id,
    NOTE,
  )
const insertContact = () =>
  insert(
    `INSERT INTO contact_requests (name, phone, title, message, created_at, updated_at)
     VALUES ('هدى', '01012345678', 'سؤال', 'عن الباقات', 1, 1)`,
  )
const insertMessage = () =>
  insert(
    `INSERT INTO outbox (channel, template, "to", params, status, next_attempt_at, created_at)
     VALUES ('whatsapp', 'lesson_reminder', '01012345678', '{}', 'parked', 1, 1)`,
  )
const insertWithdrawal = (tutor: Person) =>
  insert(
    `INSERT INTO withdrawals (user_id, method, receiver, amount, status, created_at, updated_at)
     VALUES (?, 2, 'omar@instapay', 20000, 0, 1, 1)`,
    tutor.id,
  )

type Cast = { dina: Person; student: Owned; tutor: Owned; manager: Owned; studio: Owned }

const add = (may: Permission, effect: Effect, write: Write['write']) => writes.set(may, { effect, write })

function addAccounts({ dina, student, tutor, manager, studio }: Cast): void {
  const send = (as: Person, method: string, path: string, body?: object) => () => callApi(method, path, { as, body })
  const { person: sara } = student
  const { person: mona } = manager
  add('user.register', 'makes', send(dina, 'POST', '/user', { role: 6, email: newEmail('studio'), password: PASSWORD }))
  add('staffInvite.create', 'makes', send(dina, 'POST', '/staff-invite', { role: 6, email: newEmail('studio') }))
  add('staffInvite.revoke', 'removes', async () => {
    const body = { role: 6, email: newEmail('studio') }
    const { id } = (await callApi('POST', '/staff-invite', { as: dina, body })).body as { id: number }
    return callApi('POST', `/staff-invite/${id}/revocation`, { as: dina })
  })
  add('student.register', 'makes', send(dina, 'POST', '/student', { email: newEmail(), password: PASSWORD }))
  add('user.edit', 'changes', send(dina, 'PUT', `/user/${sara.id}`, { address: NOTE }))
  add('student.edit', 'changes', send(dina, 'PUT', `/student/${sara.id}`, { jobTitle: NOTE }))
  add('user.setImage', 'changes', () => upload('PUT', `/user/asset?forUser=${sara.id}`, dina, { image: png(600, 600) }))
  add('tutor.setMedia', 'changes', () =>
    upload('PUT', `/user/asset/tutor?tutorId=${studio.tutorId}`, studio.person, { image: png(600, 600) }),
  )
  add('user.endSessions', 'changes', send(dina, 'POST', `/user/${tutor.other.id}/end-sessions`, { reason: NOTE }))
  add('authSession.end', 'changes', async () => {
    const { sid } = decodeJwt<{ sid: string }>(await tokenFor(mona.id))
    return callApi('DELETE', `/user/current/sessions/${sid}`, { as: mona })
  })
  add('user.sendReset', 'makes', send(dina, 'POST', `/user/${sara.id}/password-reset`))
  add('user.viewAs', 'makes', send(dina, 'POST', '/auth/view-as', { userId: sara.id, reason: NOTE }))
  add(
    'secondFactor.renamePasskey',
    'changes',
    send(mona, 'PUT', `/second-factor/passkeys/${manager.passkeyId}`, { name: NOTE }),
  )
  add('secondFactor.reset', 'changes', async () => {
    const adel = await newAdmin()
    await run(
      `INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
       VALUES (?, ?, 'x', 0, '[]', 0, 'لابتوب', 1)`,
      adel.id,
      crypto.randomUUID(),
    )
    const headers = { 'x-reason': encodeURIComponent(NOTE) }
    return callApi('POST', `/user/${adel.id}/second-factor-reset`, { as: dina, headers })
  })
  add('calendar.renew', 'changes', send(mona, 'PUT', '/calendar-feed', { password: PASSWORD }))
  // Of somebody without lessons, which an account with lessons has to hold or cancel first.
  const erase = (as: Person) => send(as, 'POST', '/privacy/erasure', { password: PASSWORD })()
  add('privacy.erase', 'changes', async () => erase(await tutorManager()))
  add('privacy.keep', 'changes', async () => {
    const lina = await tutorManager()
    await expectOk(erase(lina))
    return send(lina, 'DELETE', '/privacy/erasure')()
  })
  add('privacy.ask', 'changes', send(mona, 'POST', '/privacy/export', { password: PASSWORD }))
  add('calendar.stop', 'changes', send(mona, 'DELETE', '/calendar-feed'))
  add('student.giveMinutes', 'makes', send(dina, 'POST', `/student/${sara.id}/minutes`, { minutes: 30, reason: NOTE }))
}

async function addOffers({ dina, student }: Cast): Promise<void> {
  const send = (method: string, path: string, body?: object) => () => callApi(method, path, { as: dina, body })
  const [plan, dropped] = [await insertPlan(), await insertPlan()]
  const draft = { weeklyMinutes: 60, baseMonthlyPrice: 60000, monthDiscount: 0, quarterDiscount: 0, yearDiscount: 0 }
  add('plan.create', 'makes', send('POST', '/plan', { ...draft, forInvitesOnly: false, active: true }))
  add('plan.edit', 'changes', send('PATCH', `/plan/${plan}`, { weeklyMinutes: 90 }))
  add('plan.delete', 'removes', send('DELETE', `/plan/${dropped}`))
  const coupon = (code: string) =>
    insert(
      `INSERT INTO coupons (code, plan_id, month_discount, quarter_discount, year_discount, expires_at, created_by, updated_by, created_at, updated_at)
       VALUES (?, ?, 10, 10, 10, ?, ?, ?, 1, 1)`,
      code,
      plan,
      NOW + 24 * HOUR,
      dina.id,
      dina.id,
    )
  const discounts = { monthDiscount: 10, quarterDiscount: 10, yearDiscount: 10 }
  add(
    'coupon.create',
    'makes',
    send('POST', '/coupon', { code: 'WRITES1', planId: plan, ...discounts, expiresAt: later(1) }),
  )
  add('coupon.edit', 'changes', send('PUT', `/coupon/${await coupon('WRITES2')}`, { monthDiscount: 20 }))
  add('coupon.delete', 'removes', send('DELETE', `/coupon/${await coupon('WRITES3')}`))
  const invite = () =>
    insert(
      'INSERT INTO invites (email, plan_id, expires_at, created_by, updated_by, created_at, updated_at) VALUES (?, ?, ?, ?, ?, 1, 1)',
      newEmail(),
      plan,
      NOW + 24 * HOUR,
      dina.id,
      dina.id,
    )
  add('invite.create', 'makes', send('POST', '/invite', { email: newEmail(), planId: plan, expiresAt: later(1) }))
  add('invite.edit', 'changes', send('PUT', `/invite/${await invite()}`, { expiresAt: later(2) }))
  add('invite.delete', 'removes', send('DELETE', `/invite/${await invite()}`))
  const planInvite = async () =>
    insert(
      'INSERT INTO plan_invites (user_id, plan_id, created_by, created_at, updated_at) VALUES (?, ?, ?, 1, 1)',
      student.person.id,
      await insertPlan(),
      dina.id,
    )
  const [edited, deleted] = [await planInvite(), await planInvite()]
  add('planInvite.create', 'makes', send('POST', '/plan-invite', { userIds: [student.person.id], planId: plan }))
  add('planInvite.edit', 'changes', send('PATCH', '/plan-invite', { ids: [edited], expiresAt: later(3).slice(0, 10) }))
  add('planInvite.delete', 'removes', send('DELETE', `/plan-invite/${deleted}`))
}

async function addContent({ dina, student, manager, studio }: Cast): Promise<void> {
  const send = (method: string, path: string, body?: object) => () => callApi(method, path, { as: dina, body })
  const sendAsMona = (method: string, path: string, body?: object) => () =>
    callApi(method, path, { as: manager.person, body })
  const [travel, sport, food] = [await insertTopic('Travel'), await insertTopic('Sport'), await insertTopic('Food')]
  add('topic.create', 'makes', send('POST', '/topic', { arabicName: 'سفر ورحلات', englishName: 'Journeys' }))
  add('topic.edit', 'changes', send('PUT', `/topic/${travel}`, { englishName: 'Trips' }))
  add('topic.merge', 'changes', send('POST', `/topic/${sport}/merge`, { into: travel }))
  add('topic.delete', 'removes', send('DELETE', `/topic/${food}`))
  const [mine, other] = [await insertTopic('Cinema'), await insertTopic('Music')]
  add('topic.addToUser', 'changes', sendAsMona('POST', '/topic/of/user', { topicIds: [mine] }))
  add(
    'topic.changeOfUser',
    'changes',
    sendAsMona('PATCH', '/topic/of/user', { addTopics: [other], removeTopics: [mine] }),
  )
  add('topic.removeFromUser', 'changes', sendAsMona('DELETE', '/topic/of/user', { topicIds: [other] }))
  add('rating.edit', 'changes', send('PUT', `/rating/${manager.ratingId}`, { feedback: NOTE }))
  add('rating.delete', 'removes', send('DELETE', `/rating/${student.ratingId}`))
  const [resolved, changed, noted] = [await insertReport(), await insertReport(), await insertReport()]
  add('report.resolve', 'changes', send('PUT', '/report', { id: resolved, resolved: true }))
  add('report.change', 'changes', send('PATCH', `/report/${changed}`, { state: 1 }))
  const [manyReports, manyRequests] = [await insertReport(), await insertContact()]
  add('report.changeMany', 'changes', send('POST', '/report/changes', { changes: [{ id: manyReports, state: 1 }] }))
  add(
    'contact.changeMany',
    'changes',
    send('POST', '/contact-request/changes', { changes: [{ id: manyRequests, state: 1 }] }),
  )
  add('report.note', 'makes', send('POST', `/report/${noted}/note`, { text: NOTE }))
  const person = `/user/${student.person.id}`
  add('personFile.change', 'changes', send('PATCH', `${person}/file`, { tags: ['متابعة'] }))
  add('personFile.note', 'makes', send('POST', `${person}/notes`, { text: NOTE }))
  const [pinned, deleted] = [
    await insertPersonNote(student.person.id, dina),
    await insertPersonNote(student.person.id, dina),
  ]
  add('personFile.pinNote', 'changes', send('PATCH', `${person}/notes/${pinned}`, { pinned: true }))
  add('personFile.deleteNote', 'removes', send('DELETE', `${person}/notes/${deleted}`))
  add('contact.change', 'changes', send('PATCH', `/contact-request/${await insertContact()}`, { state: 1 }))
  add('contact.note', 'makes', send('POST', `/contact-request/${await insertContact()}/note`, { text: NOTE }))
  add('message.retry', 'changes', send('POST', '/message/retry', { ids: [await insertMessage()] }))
  add(
    'contact.answer',
    'changes',
    send('POST', `/contact-request/${await insertContact()}/answer`, { channel: 2, text: NOTE }),
  )
  const answered = await insert(
    `INSERT INTO reports (title, description, user_id, created_at, updated_at) VALUES ('مشكلة', 'صوت', ?, 1, 1)`,
    student.person.id,
  )
  add('report.answer', 'changes', send('POST', `/report/${answered}/answer`, { text: NOTE }))
  add('topic.order', 'changes', async () => {
    const all = await rows<{ id: number }>('SELECT id FROM topics ORDER BY id')
    return callApi('PUT', '/topic/order', { as: dina, body: { ids: all.map(({ id }) => id) } })
  })
  const discarded = await insertMessage()
  add('message.discard', 'changes', () => {
    const headers = { 'x-reason': encodeURIComponent(NOTE) }
    return callApi('POST', '/message/discard', { as: dina, body: { ids: [discarded] }, headers })
  })
  add('cache.flush', 'touches', send('DELETE', '/cache/flush'))
  add('studio.edit', 'changes', () =>
    callApi('PUT', `/studio/${studio.person.id}`, { as: studio.person, body: { hours: 'كل يوم' } }),
  )
  add('link.create', 'makes', send('POST', '/link', { name: 'wa-note', url: 'https://wa.me/201012345678' }))
  add('link.edit', 'changes', send('PUT', '/link/wa-note', { url: 'https://wa.me/201112345678' }))
  add('link.delete', 'removes', send('DELETE', '/link/wa-note'))
  const view = { list: 'tutors', name: NOTE }
  add('sharedView.save', 'makes', send('PUT', '/shared-view', { ...view, search: '?ready=true', role: 2 }))
  add('sharedView.stop', 'removes', send('DELETE', '/shared-view', view))
  add('settings.edit', 'changes', send('PUT', '/settings/bannerText', { value: NOTE }))
}

async function addWork({ dina, student, tutor, manager }: Cast): Promise<void> {
  const send = (method: string, path: string, body?: object) => () => callApi(method, path, { as: dina, body })
  const sendAsMona = (method: string, path: string, body?: object) => () =>
    callApi(method, path, { as: manager.person, body })
  const past = await insertLesson({
    tutor: tutor.person,
    student: student.person,
    start: NOW - 3 * HOUR,
    attended: true,
  })
  const taught = await insertLesson({
    tutor: manager.person,
    student: manager.other,
    start: NOW - 5 * HOUR,
    attended: true,
  })
  add('lesson.decide', 'makes', send('POST', `/lesson/${past}/decision`, { outcome: 1, reason: NOTE }))
  add('lesson.cancel', 'changes', sendAsMona('DELETE', `/lesson/${manager.lessonId}`))
  const [teacher, learner] = [await onboardedTutor(), await verifiedStudent()]
  const slot = await openSlot(teacher, NOW + 24 * HOUR, 4)
  const time = (hour: number) => ({ slotId: slot.id, start: new Date(NOW + hour * HOUR).toISOString(), duration: 30 })
  const headers = { 'x-reason': encodeURIComponent(NOTE) }
  add('lesson.book', 'makes', () =>
    callApi('POST', '/lesson', {
      as: dina,
      body: { tutorId: teacher.id, studentId: learner.id, ...time(24) },
      headers,
    }),
  )
  add('mailing.send', 'makes', async () => {
    const words = { ar: { title: NOTE, text: NOTE } }
    await agreeingToMailings(learner)
    return callApi('POST', '/mailing', { as: dina, body: { ids: [learner.id], template: 'news', words }, headers })
  })
  add(
    'mailingChoice.change',
    'changes',
    sendAsMona('PUT', '/user/current/mailings', { isWanted: true, language: 'ar' }),
  )
  add('staffDigest.change', 'changes', send('PUT', '/staff/digest', { isWanted: false }))
  add('studentRisk.change', 'changes', async () => {
    await run(
      `INSERT INTO student_risks (student_id, state, low_rated_at, latest_at, created_at, updated_at) VALUES (?, 'open', 1, 1, 1, 1)`,
      learner.id,
    )
    return callApi('PATCH', `/student/${learner.id}/risk`, { as: dina, body: { isMine: true, done: NOTE } })
  })
  const referred = async (state: 'review' | 'given') => {
    const [bringer, friend] = [await verifiedStudent(), await verifiedStudent()]
    const { code } = await expectOk<{ code: string }>(callApi('PUT', '/referral/code', { as: bringer }))
    await expectOk(callApi('PUT', '/referral/mine', { as: friend, body: { code, isOwnBrowser: true } }))
    const set = `lesson_id = (SELECT MIN(id) FROM lessons), due_at = 1`
    for (const next of state === 'given' ? ['held', 'given'] : [state])
      await run(`UPDATE referrals SET state = ?, ${set} WHERE friend_id = ?`, next, friend.id)
    return (await row<{ id: number }>('SELECT id FROM referrals WHERE friend_id = ?', friend.id))?.id
  }
  add('referral.decide', 'changes', async () =>
    callApi('PATCH', `/referral/${await referred('review')}`, { as: dina, body: { isGranted: false }, headers }),
  )
  add('referral.undo', 'changes', async () =>
    callApi('DELETE', `/referral/${await referred('given')}`, { as: dina, headers }),
  )
  add('waiting.remove', 'removes', async () => {
    await expectOk(callApi('PUT', `/waiting/${teacher.id}`, { as: learner, body: { isEvening: false } }))
    return callApi('DELETE', `/waiting/${teacher.id}/student/${learner.id}`, { as: dina, headers })
  })
  const standing = (state: string, tutorId: number, minute: number) =>
    row<{ id: number }>(
      `INSERT INTO standing_times (student_id, tutor_id, weekday, minute, duration, state, asked_until, accepted_at, created_at, updated_at)
       VALUES (?, ?, 2, ?, 30, ?, ?, 1, 1, 1) RETURNING id`,
      learner.id,
      tutorId,
      minute,
      state,
      NOW + 24 * HOUR,
    )
  add('standingTime.answer', 'changes', async () => {
    const asked = await standing('asked', manager.person.id, 600)
    return sendAsMona('PUT', `/standing-time/${asked?.id}/answer`, { accepts: false })()
  })
  add('standingTime.end', 'changes', async () => {
    const accepted = await standing('accepted', teacher.id, 900)
    return callApi('DELETE', `/standing-time/${accepted?.id}`, { as: dina, headers })
  })
  add('lesson.rebook', 'changes', async () => {
    const body = { tutorId: teacher.id, ...time(25) }
    const other = await expectOk<{ id: number }>(callApi('POST', '/lesson', { as: await verifiedStudent(), body }))
    return callApi('PATCH', '/lesson', { as: dina, body: { lessonId: other.id, ...time(26) }, headers })
  })
  add('lesson.summarize', 'changes', sendAsMona('PUT', `/lesson/${taught}/summary`, { text: NOTE }))
  add('student.writeNotes', 'changes', sendAsMona('PUT', `/student/${manager.other.id}/notes`, { text: NOTE }))
  const action = {
    type: 'create',
    start: later(9),
    end: new Date(NOW + 9 * 24 * HOUR + HOUR).toISOString(),
    purpose: 1,
  }
  add('availability.change', 'changes', sendAsMona('POST', '/availability-slot', { actions: [action] }))
  add('interview.update', 'changes', sendAsMona('PATCH', '/interview', { id: manager.interviewId, note: NOTE }))
  add('demoSession.update', 'changes', sendAsMona('PATCH', '/demo-session', { id: manager.demoSessionId, status: 3 }))
  add('introVideo.update', 'changes', sendAsMona('PUT', `/intro-video/${manager.introVideoId}`, { state: 3 }))
  add('invoice.update', 'changes', () =>
    upload('PUT', `/invoice/${tutor.withdrawalId}/with/asset`, dina, { note: NOTE }),
  )
  add('paymentFile.create', 'makes', async () =>
    callApi('POST', '/invoice/payment-file', { as: dina, body: { ids: [await insertWithdrawal(tutor.person)] } }),
  )
  const madeFile = async (): Promise<number> => {
    const body = { ids: [await insertWithdrawal(tutor.person)] }
    await callApi('POST', '/invoice/payment-file', { as: dina, body })
    return (await row<{ id: number }>('SELECT id FROM payment_files ORDER BY id DESC LIMIT 1'))?.id ?? 0
  }
  add('paymentFile.pay', 'changes', async () =>
    upload('PUT', `/invoice/payment-file/${await madeFile()}/paid`, dina, {}),
  )
  add('paymentFile.drop', 'changes', async () =>
    callApi('PUT', `/invoice/payment-file/${await madeFile()}/dropped`, { as: dina }),
  )
  add('auth.signOutEverywhere', 'changes', async () => {
    const adel = await newSuperAdmin()
    return callApi('POST', '/auth/sign-out-everywhere', { as: { ...adel, token: await tokenFor(adel.id) } })
  })
}

beforeAll(async () => {
  setNow(NOW)
  const owned = await ownershipFixtures(NOW)
  const of = (role: Role): Owned => {
    const found = owned.get(role)
    if (!found) throw new Error('Somebody is missing')
    return found
  }
  const cast: Cast = {
    dina: await newSuperAdmin(),
    student: of(Role.Student),
    tutor: of(Role.Tutor),
    manager: of(Role.TutorManager),
    studio: of(Role.Studio),
  }
  addAccounts(cast)
  await addOffers(cast)
  await addContent(cast)
  await addWork(cast)
  return () => vi.useRealTimers()
})

const isOfStaff = (may: Permission): boolean => roles.some((role) => isStaff(role) && isAllowed(may, role))
const ofStaff = servedCalls.filter(({ method, may }) => method !== 'GET' && isOfStaff(may)).map(({ may }) => may)
const audited = ofStaff.filter((may) => !NOT_AUDITED[may] && !ELSEWHERE[may])

it('every call by which staff write is in this file', () => {
  expect(audited.filter((may) => !writes.has(may))).toEqual([])
})

type Entry = { act: string; kind: string; before: string | null; after: string | null }

const entriesOf = ({ headers }: Answer): Promise<Entry[]> =>
  rows(
    'SELECT act, target_kind AS kind, before, after FROM audit_entries WHERE request_id = ? ORDER BY id',
    headers.get('x-request-id'),
  )

const fieldsOf = (json: string | null): string[] => Object.keys(JSON.parse(json ?? '{}'))

describe('a write by staff has exactly one entry in the audit log for the record', () => {
  it.each(audited)('%s', async (may) => {
    const known = writes.get(may)
    if (!known) throw new Error('There is no request for it')
    const answer = await known.write()
    expect([answer.status, answer.code]).toEqual([200, undefined])
    const entries = await entriesOf(answer)
    // A payment file that is paid has an entry, and so has each of its withdrawals, here one.
    expect(entries.map(({ act }) => act)).toEqual(may === 'paymentFile.pay' ? [may, may] : [may])
    expect(new Set(entries.map(({ kind }) => kind)).size).toBe(entries.length)
    const { before = null, after = null } = entries.find(({ kind }) => kind !== 'withdrawal') ?? entries[0] ?? {}
    if (known.effect === 'makes' || known.effect === 'changes') expect(fieldsOf(after)).not.toEqual([])
    if (known.effect === 'removes' || known.effect === 'changes') expect(fieldsOf(before)).not.toEqual([])
    if (known.effect === 'changes') expect(after).not.toBe(before)
  })
})
