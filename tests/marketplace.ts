import { Role } from '#domain/roles'
import { migrated } from './migrated.ts'

export const QUARTER = 900_000
export const HOUR = 4 * QUARTER
export const WEEK = 7 * 24 * HOUR
/** A Wednesday, 13:00 in UTC. */
export const NOW = Date.UTC(2026, 10, 4, 13)
export const at = { created_at: NOW, updated_at: NOW }

let named = 0
/** A session id that nobody else has. */
export function session(kind: 'lesson' | 'interview' | 'demo'): string {
  named += 1
  return `${kind}:00000000-0000-4000-8000-${String(named).padStart(12, '0')}`
}

/** The usual cast, a plan, and Omar's open time of three hours from tomorrow's `NOW`. */
export function marketplace() {
  const db = migrated()
  const person = (email: string, role: Role) => db.put('users', { email, role, ...at })
  const people = {
    sara: person('sara@hessa.test', Role.Student),
    nour: person('nour@hessa.test', Role.Student),
    omar: person('omar@hessa.test', Role.Tutor),
    karim: person('karim@hessa.test', Role.Tutor),
    mona: person('mona@hessa.test', Role.TutorManager),
    adel: person('adel@hessa.test', Role.SuperAdmin),
  }
  for (const id of [people.omar, people.karim, people.mona]) db.put('tutors', { id, ...at })
  const plan = db.put('plans', { weekly_minutes: 60, base_monthly_price: 60_000, active: 1, ...at })
  const opens = NOW + 24 * HOUR

  const slot = (user_id: number, start: number, end: number, more = {}) =>
    db.put('availability_slots', { user_id, start, end, ...at, ...more })
  const omarsSlot = slot(people.omar, opens, opens + 3 * HOUR)

  const lesson = (start: number, more = {}) =>
    db.put('lessons', {
      start,
      duration: 30,
      price: 7_500,
      slot_id: omarsSlot,
      session_id: session('lesson'),
      ...at,
      ...more,
    })

  const payment = (user_id: number, more = {}) =>
    db.put('transactions', {
      user_id,
      plan_id: plan,
      plan_period: 0,
      amount: 60_000,
      payment_method: 0,
      provider: 'fawry',
      ...at,
      ...more,
    })
  const trial = (user_id: number, more = {}) =>
    db.put('subscriptions', {
      user_id,
      period: 3,
      weekly_minutes: 60,
      start: NOW,
      end: NOW + 5200 * WEEK,
      ...at,
      ...more,
    })
  const bought = (user_id: number, more = {}) =>
    db.put('subscriptions', {
      user_id,
      plan_id: plan,
      tx_id: payment(user_id),
      period: 0,
      weekly_minutes: 60,
      start: NOW,
      end: NOW + 4 * WEEK,
      ...at,
      ...more,
    })
  return { db, ...people, plan, opens, slot, omarsSlot, lesson, payment, trial, bought }
}

export type Marketplace = ReturnType<typeof marketplace>
