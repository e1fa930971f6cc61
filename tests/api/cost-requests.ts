/** Successful requests of the calls that write and are made less often, for the test that holds what each costs. */
import { expect, vi } from 'vitest'
import type { PersonFile } from '#contract/person-file'
import { hours } from '#domain/cairo'
import type { Permission } from '#domain/permissions'
import { minutesWeekOf } from '#domain/subscriptions/minutes'
import { PlanPeriod } from '#domain/subscriptions/periods'
import { eventually } from '#tests/eventually'
import { bytesOf, png, webmOf } from '#tests/files'
import {
  agreeingToMailings,
  callApi,
  decryptedMail,
  expectOk,
  insertLesson,
  mailedCode,
  mailedResetCode,
  newAdmin,
  newEmail,
  newStudio,
  newSuperAdmin,
  onboardedTutor,
  openedByStaff,
  PASSWORD,
  type Person,
  row,
  rows,
  run,
  setNow,
  subscribe,
  textedCode,
  tokenFor,
  triggerJob,
  tutorManager,
  verifiedStudent,
} from '#tests/people'
import { insertTaughtLessons, request } from './earning-fixtures.ts'
import { openGateways } from './gateways.ts'
import { signInAtGoogle, stubGoogle, tokens } from './google-fixtures.ts'
import { at, iso, NOW } from './lesson-fixtures.ts'
import { newPlan } from './payment-fixtures.ts'
import { newBrowserKeys } from './push-decryption.ts'
import { authenticator, challengeOf, codeAt, type Enrolled, enrolApp } from './second-factor-fixtures.ts'
import { formOf } from './uploads.ts'

type Sent = { as?: Person; body?: unknown; headers?: Record<string, string> }
/** Makes a request that succeeds, counts what it costs, and answers its body. */
export type Measure = <T>(call: Permission, method: string, path: string, sent?: Sent) => Promise<T>

const insert = async (sql: string, ...values: unknown[]): Promise<number> =>
  (await row<{ id: number }>(`${sql} RETURNING id`, ...values))?.id ?? 0

const REASON = { 'x-reason': 'support' }
const proof = { password: PASSWORD }

/** What staff do about plans, coupons, invites and topics. */
export async function measureOffers(measure: Measure): Promise<void> {
  const [as, student] = await Promise.all([newSuperAdmin(), verifiedStudent()])
  const prices = { weeklyMinutes: 60, baseMonthlyPrice: 60000, monthDiscount: 0, quarterDiscount: 0, yearDiscount: 0 }
  const draft = { ...prices, forInvitesOnly: false, active: true }
  const plan = await measure<{ id: number }>('plan.create', 'POST', '/plan', { as, body: draft })
  await measure('plan.edit', 'PATCH', `/plan/${plan.id}`, { as, body: { active: false } })
  await measure('plan.delete', 'DELETE', `/plan/${plan.id}`, { as })

  const planId = await newPlan()
  const discounts = { monthDiscount: 10, quarterDiscount: 10, yearDiscount: 10 }
  const code = { code: 'COSTS1', planId, ...discounts, expiresAt: iso(at(24)) }
  const coupon = await measure<{ id: number }>('coupon.create', 'POST', '/coupon', { as, body: code })
  await measure('coupon.edit', 'PUT', `/coupon/${coupon.id}`, { as, body: { monthDiscount: 20 } })
  await measure('coupon.delete', 'DELETE', `/coupon/${coupon.id}`, { as })

  const invitation = { email: newEmail(), planId, expiresAt: iso(at(24)) }
  const invite = await measure<{ id: number }>('invite.create', 'POST', '/invite', { as, body: invitation })
  await measure('invite.edit', 'PUT', `/invite/${invite.id}`, { as, body: { expiresAt: iso(at(48)) } })
  await measure('invite.delete', 'DELETE', `/invite/${invite.id}`, { as })

  await measure('planInvite.create', 'POST', '/plan-invite', { as, body: { userIds: [student.id], planId } })
  const id = await row<{ id: number }>('SELECT id FROM plan_invites WHERE user_id = ?', student.id)
  await measure('planInvite.edit', 'PATCH', '/plan-invite', { as, body: { ids: [id?.id], expiresAt: null } })
  await measure('planInvite.delete', 'DELETE', `/plan-invite/${id?.id}`, { as })

  const names = { arabicName: 'سفر ورحلات', englishName: 'Journeys' }
  const topic = await measure<{ id: number }>('topic.create', 'POST', '/topic', { as, body: names })
  const other = await insert(
    "INSERT INTO topics (name_ar, name_en, created_at, updated_at) VALUES ('رحلات', 'Trips', 1, 1)",
  )
  await measure('topic.edit', 'PUT', `/topic/${topic.id}`, { as, body: { englishName: 'Travelling' } })
  const ids = (await rows<{ id: number }>('SELECT id FROM topics ORDER BY id DESC')).map((one) => one.id)
  await measure('topic.order', 'PUT', '/topic/order', { as, body: { ids } })
  await measure('topic.merge', 'POST', `/topic/${other}/merge`, { as, body: { into: topic.id } })
  await measure('topic.delete', 'DELETE', `/topic/${topic.id}`, { as })
}

/** A lesson two hours ago that the student paid for with minutes of a plan, and the tutor was paid for. */
async function paidLesson(): Promise<number> {
  const [tutor, student] = await Promise.all([onboardedTutor(), verifiedStudent()])
  const [start, end] = [at(-24), at(24 * 27)]
  const subscriptionId = await subscribe(student, start, end)
  const { start: week } = minutesWeekOf({ period: PlanPeriod.Month, start, end }, NOW)
  const lessonId = await insertLesson({ tutor, student, start: at(-2), attended: true })
  await run(
    `INSERT INTO minute_entries (subscription_id, week, kind, minutes, lesson_id, created_at)
     VALUES (?1, ?2, 'grant', 60, NULL, ?4), (?1, ?2, 'booking', -30, ?3, ?4)`,
    subscriptionId,
    week,
    lessonId,
    at(-3),
  )
  await triggerJob('settle-lessons')
  return lessonId
}

/** What staff do at their desk. */
export async function measureDesk(measure: Measure): Promise<void> {
  const [as, adel, student] = await Promise.all([newSuperAdmin(), newAdmin(), verifiedStudent()])
  const title = { title: 'مشكلة', description: 'الصفحة واقفة' }
  const report = formOf({ ...title, log: bytesOf('10:00 GET /tutors') })
  await measure('report.create', 'POST', '/report/with/asset', { as: student, body: report })
  const reported = await row<{ id: number }>('SELECT MAX(id) AS id FROM reports')
  await measure('report.change', 'PATCH', `/report/${reported?.id}`, { as: adel, body: { ownerId: adel.id } })
  const taking = { changes: [{ id: reported?.id, ownerId: null, previousOwnerId: adel.id }] }
  await measure('report.changeMany', 'POST', '/report/changes', { as: adel, body: taking })
  await measure('report.note', 'POST', `/report/${reported?.id}/note`, { as: adel, body: { text: 'مهم' } })
  await measure('report.answer', 'POST', `/report/${reported?.id}/answer`, { as: adel, body: { text: 'بنبص عليها' } })
  await measure('report.resolve', 'PUT', '/report', { as: adel, body: { id: reported?.id, resolved: true } })
  const crash = { host: 'localhost', screen: '/tutors', message: 'x is undefined', stack: 'at x' }
  await measure('report.crash', 'POST', '/report/crash', { body: crash })
  const visit = { app: 'app', page: '/tutors', lcp: 1200, inp: 80, cls: 0.02 }
  await measure('serverStats.visit', 'POST', '/server-stats/visit', { body: visit })

  const asked = { name: 'سارة علي', phone: '01012345678', title: 'سؤال عن الباقات', message: 'مواعيد الحصص في رمضان' }
  await measure('contact.send', 'POST', '/contact-request', { body: asked })
  const contact = await row<{ id: number }>('SELECT MAX(id) AS id FROM contact_requests')
  const path = `/contact-request/${contact?.id}`
  await measure('contact.change', 'PATCH', path, { as: adel, body: { ownerId: adel.id } })
  const givingBack = { changes: [{ id: contact?.id, ownerId: null, previousOwnerId: adel.id }] }
  await measure('contact.changeMany', 'POST', '/contact-request/changes', { as: adel, body: givingBack })
  await measure('contact.note', 'POST', `${path}/note`, { as: adel, body: { text: 'مهم' } })
  await measure('contact.answer', 'POST', `${path}/answer`, { as: adel, body: { channel: 2, text: 'كلمناها' } })

  const person = `/user/${student.id}`
  await measure('personFile.change', 'PATCH', `${person}/file`, {
    as: adel,
    body: { ownerId: adel.id, tags: ['متابعة'] },
  })
  const { notes } = await measure<PersonFile>('personFile.note', 'POST', `${person}/notes`, {
    as: adel,
    body: { text: 'طلبت تتكلم بالليل بس' },
  })
  const written = `${person}/notes/${notes[0]?.id}`
  await measure('personFile.pinNote', 'PATCH', written, { as: adel, body: { pinned: true } })
  await measure('personFile.deleteNote', 'DELETE', written, { as: adel })

  await measure('settings.edit', 'PUT', '/settings/bannerShown', { as, body: { value: true } })
  await measure('cache.flush', 'DELETE', '/cache/flush', { as })
  const decision = { outcome: 3, reason: 'الطالب بعت صورة' }
  await measure('lesson.decide', 'POST', `/lesson/${await paidLesson()}/decision`, { as: adel, body: decision })
  const given = await measure<{ entryId: number }>('student.giveMinutes', 'POST', `/student/${student.id}/minutes`, {
    as: adel,
    body: { minutes: 30, reason: 'تعويض' },
  })
  await measure('student.takeMinutesBack', 'DELETE', `/student/${student.id}/minutes/${given.entryId}`, {
    as: adel,
    headers: REASON,
  })
  const resting = await verifiedStudent()
  const plan = await subscribe(resting, NOW, at(24 * 28))
  await run('UPDATE subscriptions SET pausable = 1 WHERE id = ?', plan)
  const pause = await measure<{ id: number }>('student.pause', 'POST', `/student/${resting.id}/pauses`, {
    as: resting,
    body: { weeks: 1 },
  })
  await measure('student.endPause', 'DELETE', `/student/${resting.id}/pauses/${pause.id}`, { as: resting })
  const parked = () =>
    insert(
      `INSERT INTO outbox (channel, template, "to", params, status, created_at, next_attempt_at)
       VALUES ('whatsapp', 'lesson_reminder', '01012345678', '{}', 'parked', 1, 1)`,
    )
  await measure('message.retry', 'POST', '/message/retry', { as: adel, body: { ids: [await parked()] } })
  const lost = { as: adel, body: { ids: [await parked()] }, headers: REASON }
  await measure('message.discard', 'POST', '/message/discard', lost)
  const name = 'wa-costs'
  await run(
    "INSERT INTO links (name, url, visits, created_at, updated_at) VALUES (?, 'https://wa.me/201012345678', 0, 1, 1)",
    name,
  )
  await measure('link.visit', 'POST', `/link/${name}/visit`)
  const boss = await newSuperAdmin()
  const target = { url: 'https://wa.me/201012345678' }
  await measure('link.create', 'POST', '/link', { as: boss, body: { name: 'wa-cost', ...target } })
  await measure('link.edit', 'PUT', '/link/wa-cost', { as: boss, body: target })
  await measure('link.delete', 'DELETE', '/link/wa-cost', { as: boss })

  const seen = { as: adel, body: { userId: student.id, reason: 'بتقول إن الدقايق ناقصة' } }
  const { token } = await measure<{ token: string }>('user.viewAs', 'POST', '/auth/view-as', seen)
  await measure('user.endViewAs', 'POST', '/auth/view-as/end', { as: { id: student.id, email: student.email, token } })
}

/** What tutors are paid. */
export async function measureWithdrawals(measure: Measure): Promise<void> {
  const [as, tutor] = await Promise.all([newSuperAdmin(), onboardedTutor()])
  await insertTaughtLessons(tutor, 10)
  await triggerJob('settle-lessons')
  const ask = async () => (await expectOk<{ id: number }>(request(tutor, 10_000))).id
  const change = { as: tutor, body: formOf({ note: 'الرقم الجديد' }) }
  const paid = { as, body: formOf({ status: '3', receipt: png(10, 10) }) }
  await measure('invoice.update', 'PUT', `/invoice/${await ask()}/with/asset`, paid)
  void change
  const file = async (call: Measure | null) => {
    const sent = { as, body: { ids: [await ask()] } }
    const made = call ?? measure
    const { list } = await made<{ list: { id: number }[] }>('paymentFile.create', 'POST', '/invoice/payment-file', sent)
    return list[0]?.id
  }
  await measure('paymentFile.drop', 'PUT', `/invoice/payment-file/${await file(null)}/dropped`, { as })
  const receipt = { as, body: formOf({}) }
  await measure('paymentFile.pay', 'PUT', `/invoice/payment-file/${await file(null)}/paid`, receipt)
  const pay = async (made: Measure | null) => {
    const sent = { as, body: { ids: [await ask()] } }
    const answer = made
      ? await made<{ id: number }>('payoutBatch.create', 'POST', '/invoice/payout-batch', sent)
      : await expectOk<{ id: number }>(callApi('POST', '/invoice/payout-batch', sent))
    return answer.id
  }
  const gateways = openGateways()
  await pay(measure)
  await run("INSERT INTO settings (name, value, updated_at) VALUES ('payoutLimit', '0', 1)")
  await measure('payoutBatch.drop', 'PUT', `/invoice/payout-batch/${await pay(null)}/dropped`, { as })
  const second = { as: await newSuperAdmin() }
  await measure('payoutBatch.confirm', 'PUT', `/invoice/payout-batch/${await pay(null)}/confirmed`, second)
  await run("DELETE FROM settings WHERE name = 'payoutLimit'")
  gateways.loseRequests((path) => path.includes('/disburse/'))
  const batchId = await pay(null)
  const ofBatch = () => row<{ id: number; state: string }>('SELECT * FROM payouts WHERE batch_id = ?', batchId)
  await eventually(async () => expect((await ofBatch())?.state).toBe('sending'))
  const present = Date.now()
  setNow(present + hours(25))
  const late = { as: await newSuperAdmin(), body: { payoutId: (await ofBatch())?.id, found: 'paid' }, headers: REASON }
  await measure('payoutBatch.end', 'PUT', `/invoice/payout-batch/${batchId}/ended`, late)
  setNow(present)
  vi.unstubAllGlobals()
}

/** What tutors and students do seldom. */
export async function measureSeldom(measure: Measure): Promise<void> {
  await run('UPDATE tutors SET activated = 0 WHERE id IN (SELECT id FROM users WHERE role = 5)')
  const [tutor, another, manager, studio, student] = await Promise.all([
    onboardedTutor(),
    onboardedTutor(),
    tutorManager(),
    newStudio(),
    verifiedStudent(),
  ])
  const as = tutor
  const ranges = [{ weekday: 1, from: 600, to: 720, purpose: 2 }]
  const pattern = { ranges, season: null, daysOff: [] }
  await measure('availability.savePattern', 'PUT', '/availability-pattern', { as, body: pattern })
  await measure('availability.stopPattern', 'DELETE', '/availability-pattern', { as })
  const proven = { as, body: { password: PASSWORD } }
  await measure('calendar.renew', 'PUT', '/calendar-feed', proven)
  await measure('calendar.reveal', 'POST', '/calendar-feed/address', proven)
  await measure('calendar.stop', 'DELETE', '/calendar-feed', { as })
  await measure('privacy.ask', 'POST', '/privacy/export', proven)
  await triggerJob('make-exports')
  await measure('privacy.reveal', 'POST', '/privacy/export/address', proven)
  const body = { accepted: [{ text: 'terms', version: 1 }] }
  await measure('consent.give', 'POST', '/user/current/consents', { as: await openedByStaff(await newAdmin()), body })
  await measure('privacy.erase', 'POST', '/privacy/erasure', proven)
  await measure('privacy.keep', 'DELETE', '/privacy/erasure', { as })
  await run('UPDATE tutors SET studio_id = ? WHERE id = ?', studio.id, tutor.id)
  const media = { as: studio, body: formOf({ image: png(600, 600) }) }
  await measure('tutor.setMedia', 'PUT', `/user/asset/tutor?tutorId=${tutor.id}`, media)
  const stored = await row<{ id: number }>('SELECT MAX(id) AS id FROM tutor_media WHERE tutor_id = ?', tutor.id)
  await measure('tutorMedia.show', 'PUT', `/tutor-media/${stored?.id}/shown`, { as: studio })

  const video = webmOf(90)
  const whole = { as, body: formOf({ duration: '1.5', video }) }
  await measure('introVideo.create', 'POST', '/intro-video/with/asset', whole)
  const sent = await row<{ id: number }>('SELECT MAX(id) AS id FROM intro_videos')
  const rejected = { as: manager, body: { state: 2, reason: 'الصوت مش واضح' } }
  await measure('introVideo.update', 'PUT', `/intro-video/${sent?.id}`, rejected)
  const sender = { as: another }
  const begin = { as: another, body: { bytes: video.length } }
  const begun = () => measure<{ id: string }>('introVideo.beginUpload', 'POST', '/intro-video/upload', begin)
  await measure('introVideo.abortUpload', 'DELETE', `/intro-video/upload/${(await begun()).id}`, sender)
  const { id } = await begun()
  const part = { as: another, body: formOf({ part: video }) }
  await measure('introVideo.putPart', 'PUT', `/intro-video/upload/${id}/part/1`, part)
  await measure('introVideo.completeUpload', 'POST', `/intro-video/upload/${id}/complete`, sender)

  await measure('favouriteTutor.remove', 'DELETE', `/favourite-tutor/${tutor.id}`, { as: student })
  const roomId = await insert(
    'INSERT INTO rooms (lower_id, higher_id, created_at) VALUES (?, ?, 1)',
    Math.min(student.id, tutor.id),
    Math.max(student.id, tutor.id),
  )
  await run(
    'INSERT INTO room_members (room_id, user_id, created_at, updated_at) VALUES (?1, ?2, 1, 1), (?1, ?3, 1, 1)',
    roomId,
    student.id,
    tutor.id,
  )
  await measure('chat.setRoom', 'PUT', `/chat/room/${roomId}`, { as: student, body: { pinned: true } })
  const { p256dh, auth } = await newBrowserKeys()
  const subscription = { endpoint: 'https://fcm.googleapis.com/fcm/send/cost', p256dh, auth }
  await measure('push.save', 'PUT', '/push/subscription', { as: student, body: subscription })
  await measure('push.stop', 'DELETE', '/push/subscription', { as: student })
}

/** Accounts, their sessions and the ways to sign in. */
export async function measureAccounts(measure: Measure): Promise<void> {
  const [boss, student, signedOut] = await Promise.all([newSuperAdmin(), verifiedStudent(), verifiedStudent()])
  await measure('user.setImage', 'PUT', '/user/asset', { as: student, body: formOf({ image: png(600, 600) }) })
  const colleague = { email: newEmail(), password: PASSWORD, role: 6 }
  await measure('user.register', 'POST', '/user', { as: boss, body: colleague })
  const joining = newEmail()
  const invitation = { as: boss, body: { email: joining, role: 6 } }
  await measure('staffInvite.create', 'POST', '/staff-invite', invitation)
  const { url: link = '' } = await decryptedMail(joining, 'staff_invite')
  const token = link.slice(link.indexOf('#') + 1)
  await measure('staffInvite.read', 'POST', '/staff-invite/read', { body: { token } })
  const own = { body: { token, name: 'نهى سالم', password: PASSWORD } }
  await measure('staffInvite.accept', 'POST', '/staff-invite/accept', own)
  const { id: waiting } = await expectOk<{ id: number }>(
    callApi('POST', '/staff-invite', { as: boss, body: { email: newEmail(), role: 6 } }),
  )
  await measure('staffInvite.revoke', 'POST', `/staff-invite/${waiting}/revocation`, { as: boss, headers: REASON })
  const view = { list: 'tutors', name: 'costs' }
  await measure('sharedView.save', 'PUT', '/shared-view', { as: boss, body: { ...view, search: '', role: 2 } })
  await measure('sharedView.stop', 'DELETE', '/shared-view', { as: boss, body: view })
  const words = { ar: { title: 'costs', text: 'costs' } }
  const mailing = { ids: [(await agreeingToMailings(await verifiedStudent())).id], template: 'news' }
  await measure('mailing.preview', 'POST', '/mailing/people', { as: boss, body: mailing })
  await measure('mailing.send', 'POST', '/mailing', { as: boss, body: Object.assign({ words }, mailing) })
  const choice = { isWanted: true, language: 'en' }
  await measure('mailingChoice.change', 'PUT', '/user/current/mailings', { as: student, body: choice })
  await measure('user.sendReset', 'POST', `/user/${signedOut.id}/password-reset`, { as: boss, headers: REASON })
  await measure('user.endSessions', 'POST', `/user/${signedOut.id}/end-sessions`, {
    as: boss,
    body: { reason: 'support' },
  })

  const edit = (email: string) =>
    measure('user.edit', 'PUT', `/user/${student.id}`, { as: student, body: { email, proof } })
  await edit(newEmail('next'))
  await measure('user.cancelPendingEmail', 'DELETE', '/user/current/pending-email', { as: student })
  const email = newEmail('next')
  await edit(email)
  const code = await mailedCode(email)
  await measure('verification.confirmEmail', 'POST', '/confirmation-code/email/confirm', {
    as: student,
    body: { code },
  })
  const { url = '' } = await decryptedMail(student.email, 'email_changed')
  const undo = { token: url.slice(url.indexOf('#') + 1), password: 'Mine2026!' }
  await measure('verification.undoEmailChange', 'POST', '/confirmation-code/email/undo', { body: undo })

  const phone = { method: 'whatsapp', phone: '01098765432' }
  const sara = await verifiedStudent()
  await measure('verification.sendPhone', 'POST', '/confirmation-code/phone/send', { as: sara, body: phone })
  const proven = { code: await textedCode(phone.phone), method: 'whatsapp' }
  await measure('verification.verifyPhone', 'POST', '/confirmation-code/phone/verify', { as: sara, body: proven })

  await measure('verification.sendPassword', 'POST', '/confirmation-code/password/send', {
    body: { email: sara.email },
  })
  const reset = { code: await mailedResetCode(sara.email), password: PASSWORD, email: sara.email }
  await measure('verification.confirmPassword', 'POST', '/confirmation-code/password/confirm', { body: reset })

  const nour = await verifiedStudent()
  const here = async () => ({ id: nour.id, email: nour.email, token: await tokenFor(nour.id) })
  const other = await row<{ id: string }>('SELECT id FROM auth_sessions WHERE user_id = ?', nour.id)
  const as = await here()
  await measure('authSession.end', 'DELETE', `/user/current/sessions/${other?.id}`, { as })
  await measure('auth.signOut', 'POST', '/auth/sign-out', { as })
  await measure('auth.signOutEverywhere', 'POST', '/auth/sign-out-everywhere', { as: await here() })
}

/** Signing in by Google, and the identity that is linked to an account. */
export async function measureGoogle(measure: Measure): Promise<void> {
  stubGoogle()
  const email = newEmail('gmail')
  const token = async () => (await tokens(email)).id_token
  const first = { body: { token: await token(), type: 'id-token', role: 4 } }
  const { user, token: own } = await measure<{ user: { id: number }; token: string }>(
    'auth.google',
    'POST',
    '/auth/google',
    first,
  )
  const page = async (address: string) => signInAtGoogle(address)
  const as = { id: user.id, email, token: own }
  await measure('auth.googleProof', 'POST', '/auth/google/proof', { as, body: await page(email) })
  const nour = await verifiedStudent()
  const linked = { as: nour, body: { ...(await page(newEmail('gmail'))), proof } }
  await measure('identity.link', 'POST', '/user/current/identities', linked)
  await measure('identity.unlink', 'DELETE', '/user/current/identities/google', { as: nour, body: { proof } })
  vi.unstubAllGlobals()
}

/** Second factors of staff. Each code of an authenticator app counts once, so that the clock moves on between two. */
export async function measureSecondFactors(measure: Measure): Promise<void> {
  const [boss, fresh, dina] = await Promise.all([newSuperAdmin(), newAdmin(), newAdmin()])
  const { secret } = await measure<{ secret: string }>('secondFactor.beginTotp', 'POST', '/second-factor/totp', {
    as: fresh,
    body: proof,
  })
  const confirmation = { as: fresh, body: { code: codeAt(secret) } }
  const { token } = await measure<Enrolled>(
    'secondFactor.confirmTotp',
    'POST',
    '/second-factor/totp/confirmation',
    confirmation,
  )
  const as = { id: fresh.id, email: fresh.email, token: token ?? fresh.token }
  await measure('secondFactor.renewRecoveryCodes', 'POST', '/second-factor/recovery-codes', { as, body: proof })
  setNow(at(1))
  const challenge = await challengeOf(fresh)
  await measure('auth.secondFactor', 'POST', '/auth/second-factor', { body: { challenge, code: codeAt(secret) } })

  const key = await authenticator()
  const options = await measure<{ challenge: string }>(
    'secondFactor.beginPasskey',
    'POST',
    '/second-factor/passkeys/options',
    { as, body: proof },
  )
  const credential = { name: 'لابتوب', credential: await key.create(options.challenge) }
  await measure('secondFactor.addPasskey', 'POST', '/second-factor/passkeys', { as, body: credential })
  const stored = await row<{ id: number }>('SELECT id FROM passkeys WHERE user_id = ?', fresh.id)
  const path = `/second-factor/passkeys/${stored?.id}`
  await measure('secondFactor.renamePasskey', 'PUT', path, { as, body: { name: 'مفتاح الشغل' } })
  await measure('secondFactor.beginConfirmation', 'POST', '/second-factor/confirmation-options', { as })
  const second = { body: { challenge: await challengeOf(fresh) } }
  await measure('auth.secondFactorOptions', 'POST', '/auth/second-factor/passkey-options', second)
  await measure('secondFactor.removePasskey', 'DELETE', path, { as, body: proof })
  await measure('secondFactor.removeTotp', 'DELETE', '/second-factor/totp', { as, body: proof })

  await enrolApp(dina)
  await measure('secondFactor.reset', 'POST', `/user/${dina.id}/second-factor-reset`, { as: boss, headers: REASON })
  setNow(NOW)
}
