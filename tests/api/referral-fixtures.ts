/** Students who bring a friend, for the tests of docs/rules/minutes.md 12.1 to 12.11. */
import type { Referral } from '#contract/referrals'
import { hours, minutes } from '#domain/cairo'
import { REFERRAL_DELAY } from '#domain/subscriptions/referral'
import {
  again,
  callApi,
  expectOk,
  newAdmin,
  onboardedTutor,
  openSlot,
  outcome,
  type Person,
  run,
  setNow,
  triggerJob,
} from '#tests/people'
import type { Gateways } from './gateways.ts'
import { attend, book } from './lesson-fixtures.ts'
import { buyPlan } from './order-fixtures.ts'
import { newPlan, payingStudent } from './payment-fixtures.ts'

/** A Wednesday noon in Cairo: weeks of plans that begin now begin on Wednesdays at 05:00. */
export const NOW = '2026-02-11T10:00:00Z'
export const START = Date.parse(NOW)
export const LESSON = START + hours(2)
const LESSON_END = LESSON + minutes(30)
/** The lesson is over and its record complete. */
export const SETTLED = LESSON_END + hours(1)
export const GIVEN = SETTLED + REFERRAL_DELAY

/** Other tests of a file ran the job later, and left referrals that wait for staff. */
export async function forgetOthers(): Promise<void> {
  await run('DELETE FROM job_runs')
  await run(`UPDATE referrals SET state = 'refused', decided_by = bringer_id, reason = 'over' WHERE state = 'review'`)
}

let numbers = 0
/** A student with an account of their own, who pays under their own number. */
export const newPerson = () => payingStudent(`010${20_000_000 + numbers++}`)

export const codeOf = async (student: Person) =>
  (await expectOk<{ code: string }>(callApi('PUT', '/referral/code', { as: await again(student) }))).code
export const enter = async (friend: Person, code: string, isOwnBrowser = false) =>
  outcome(callApi('PUT', '/referral/mine', { as: await again(friend), body: { code, isOwnBrowser } }))

export async function referralOf(friend: Person): Promise<Referral> {
  const path = `/referral/list?userId=${friend.id}`
  const { list } = await expectOk<{ list: Referral[] }>(callApi('GET', path, { as: await newAdmin() }))
  if (!list[0]) throw new Error('No referral')
  return list[0]
}

export async function remainingOf(student: Person): Promise<number> {
  const path = `/sub/user?userId=${student.id}`
  const own = await expectOk<{ remainingWeeklyMinutes: number }>(callApi('GET', path, { as: await again(student) }))
  return own.remainingWeeklyMinutes
}

const headers = { 'x-reason': 'checked with both' }
export const decide = async (id: number, isGranted: boolean, as?: Person) =>
  outcome(callApi('PATCH', `/referral/${id}`, { as: as ?? (await newAdmin()), body: { isGranted }, headers }))
export const undo = async (id: number) =>
  outcome(callApi('DELETE', `/referral/${id}`, { as: await newAdmin(), headers }))

export async function runJob(at: number): Promise<void> {
  setNow(at)
  await triggerJob('settle-lessons')
}

/** Two students, the second brought by the first. */
export async function brought(isOwnBrowser = false) {
  const bringer = await newPerson()
  const friend = await newPerson()
  const entered = await enter(friend, await codeOf(bringer), isOwnBrowser)
  if (entered !== 'ok') throw new Error(entered)
  return { bringer, friend }
}

/** A lesson of the friend's plan that both attend to its end. */
export async function paidLesson(gateways: Gateways, friend: Person) {
  const tutor = await onboardedTutor()
  const bought = await buyPlan(gateways, friend, await newPlan())
  const slot = await openSlot(tutor, LESSON, 4)
  const lesson = await book(friend, { tutor, slot, start: LESSON })
  for (const member of [friend, tutor]) await attend(member, lesson, LESSON, LESSON_END)
  return { tutor, lesson, bought }
}

/** A referral that waits for staff, with plans of both. */
export async function reviewed(gateways: Gateways) {
  const both = await brought(true)
  await buyPlan(gateways, both.bringer, await newPlan())
  await paidLesson(gateways, both.friend)
  await runJob(SETTLED)
  return { ...both, referral: await referralOf(both.friend) }
}
