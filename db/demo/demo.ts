import { type Instant, localDay } from '#domain/cairo'
import { Role } from '#domain/roles'
import { accountOf } from './accounts.ts'
import { emptyCalendar } from './busy-calendar.ts'
import { type LedgerMovement, movementsOf } from './ledger.ts'
import { type Lesson, lessonsOf } from './lessons.ts'
import { type Onboarding, onboardingOf } from './onboarding.ts'
import { type Outcomes, outcomesOf } from './outcomes.ts'
import { DAY, knownPerson, type Person, personFactory } from './people.ts'
import { type Rating, ratingsOf } from './ratings.ts'
import { type Slot, slotsOf } from './slots.ts'
import { type Student, studentsOf } from './students.ts'
import { type Sales, salesOf } from './subscriptions.ts'
import { type Tutor, tutorsOf } from './tutors.ts'
import { type Withdrawal, withdrawalsOf } from './withdrawals.ts'

/** The state at `now` of a marketplace that has been running for two years. */
export type Demo = {
  now: Instant
  /** When the marketplace opened. */
  firstDay: Instant
  studioId: number
  staff: (Person & { address: string | null })[]
  tutors: Tutor[]
  students: Student[]
  slots: Slot[]
  onboarding: Onboarding
  sales: Sales
  lessons: Lesson[]
  outcomes: Outcomes
  ratings: Rating[]
  withdrawals: Withdrawal[]
  movements: LedgerMovement[]
}

const STUDIO_ADDRESS = 'شارع ٩، المعادي، القاهرة، الدور التالت'
const DAYS_SINCE_OPENING = 740

/** Deterministic: the people and their choices are the same for every `now` (epoch milliseconds); only the dates differ. */
export function demoOf(now: Instant): Demo {
  const year = Number(localDay(now).slice(0, 4))
  const factory = personFactory(now, year)
  const staff = [Role.SuperAdmin, Role.RegularAdmin, Role.Studio].map((role) => {
    const person = knownPerson(accountOf(role), factory, DAYS_SINCE_OPENING - 10)
    return role === Role.Studio ? { ...person, image: null, address: STUDIO_ADDRESS } : { ...person, address: null }
  })
  const { tutors, addReady } = tutorsOf(factory)
  const students = studentsOf(factory)
  const people = { tutors: [...tutors, addReady()], students }
  const calendar = emptyCalendar()
  const slots = slotsOf(people.tutors, now)
  const onboarding = onboardingOf(people.tutors, slots, calendar, now)
  const sales = salesOf(people.students, now)
  const lessons = lessonsOf(people, sales.allowances, slots, calendar, now)
  const outcomes = outcomesOf({ students: people.students, lessons, sales, now })
  const withdrawals = withdrawalsOf(people.tutors, lessons, outcomes, now)
  return {
    now,
    firstDay: now - DAYS_SINCE_OPENING * DAY,
    studioId: accountOf(Role.Studio).id,
    staff,
    ...people,
    slots,
    onboarding,
    sales,
    lessons,
    outcomes,
    ratings: ratingsOf(people, lessons, now),
    withdrawals,
    movements: movementsOf({ payments: sales.payments, lessons, outcomes, withdrawals }),
  }
}
