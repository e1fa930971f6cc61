import { Role } from '#domain/roles'
import { openMigratedDb } from './migrated-db.ts'

export const QUARTER = 900_000
export const HOUR = 4 * QUARTER
export const WEEK = 7 * 24 * HOUR
/** A Wednesday, 13:00 in UTC. */
export const NOW = Date.UTC(2026, 10, 4, 13)
export const timestamps = { created_at: NOW, updated_at: NOW }

let lastSessionNumber = 0
/** A session id that is used nowhere else. */
export function newSessionId(kind: 'lesson' | 'interview' | 'demo'): string {
  lastSessionNumber += 1
  return `${kind}:00000000-0000-4000-8000-${String(lastSessionNumber).padStart(12, '0')}`
}

/**
 * A database with students, tutors, a manager and an admin, a plan, and a slot of Omar's: three hours, 24 hours after `NOW`.
 * The functions insert further rows and return their ids.
 */
export function marketplace() {
  const db = openMigratedDb()
  const person = (email: string, role: Role) => db.insert('users', { email, role, ...timestamps })
  const people = {
    sara: person('sara@hessa.test', Role.Student),
    nour: person('nour@hessa.test', Role.Student),
    omar: person('omar@hessa.test', Role.Tutor),
    karim: person('karim@hessa.test', Role.Tutor),
    mona: person('mona@hessa.test', Role.TutorManager),
    adel: person('adel@hessa.test', Role.SuperAdmin),
  }
  for (const id of [people.omar, people.karim, people.mona]) db.insert('tutors', { id, ...timestamps })
  const plan = db.insert('plans', { weekly_minutes: 60, base_monthly_price: 60_000, active: 1, ...timestamps })
  const slotStart = NOW + 24 * HOUR

  const slot = (user_id: number, start: number, end: number, more = {}) =>
    db.insert('availability_slots', { user_id, start, end, ...timestamps, ...more })
  const omarsSlot = slot(people.omar, slotStart, slotStart + 3 * HOUR)

  const lesson = (start: number, more = {}) =>
    db.insert('lessons', {
      start,
      duration: 30,
      price: 7_500,
      slot_id: omarsSlot,
      session_id: newSessionId('lesson'),
      ...timestamps,
      ...more,
    })

  /** A lesson that both attended and that is credited. */
  const taughtLesson = (start: number) => {
    const lesson_id = lesson(start)
    const earned_at = start + 2 * QUARTER
    db.insert('lesson_outcomes', {
      lesson_id,
      tutor_id: people.omar,
      outcome: 1,
      pay: 'earned',
      earned_at,
      ...timestamps,
    })
    return lesson_id
  }

  const payment = (user_id: number, more = {}) =>
    db.insert('transactions', {
      user_id,
      plan_id: plan,
      plan_period: 0,
      amount: 60_000,
      payment_method: 0,
      provider: 'fawry',
      ...timestamps,
      ...more,
    })
  const freeTrial = (user_id: number, more = {}) =>
    db.insert('subscriptions', {
      user_id,
      period: 3,
      weekly_minutes: 60,
      start: NOW,
      end: NOW + 5200 * WEEK,
      ...timestamps,
      ...more,
    })
  const paidSubscription = (user_id: number, more = {}) =>
    db.insert('subscriptions', {
      user_id,
      plan_id: plan,
      tx_id: payment(user_id),
      period: 0,
      weekly_minutes: 60,
      start: NOW,
      end: NOW + 4 * WEEK,
      ...timestamps,
      ...more,
    })
  return {
    db,
    ...people,
    plan,
    slotStart,
    slot,
    omarsSlot,
    lesson,
    taughtLesson,
    payment,
    freeTrial,
    paidSubscription,
  }
}

export type Marketplace = ReturnType<typeof marketplace>
