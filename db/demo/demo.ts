import { type Instant, localDay } from '#domain/cairo'
import { Role } from '#domain/roles'
import { accountOf } from './accounts.ts'
import { emptyDiary } from './diary.ts'
import { fileInsertions, filesOf } from './files.ts'
import type { Insertion } from './insertions.ts'
import { type Lesson, lessonsOf } from './lessons.ts'
import { type Movement, movementsOf } from './money.ts'
import { type Onboarding, onboardingOf } from './onboarding.ts'
import { DAY, knownPerson, making, type Person } from './people.ts'
import { type Rating, ratingsOf } from './ratings.ts'
import { lessonInsertions } from './rows-lessons.ts'
import { earningsInsertions, endsOfTrials, salesInsertions } from './rows-money.ts'
import { peopleInsertions } from './rows-people.ts'
import { type Slot, slotsOf } from './slots.ts'
import { type Student, studentsOf } from './students.ts'
import { type Paying, payingOf } from './subscriptions.ts'
import { type Tutor, tutorsOf } from './tutors.ts'
import { type Withdrawal, withdrawalsOf } from './withdrawals.ts'

/** A marketplace that has been alive for some time, as it stands at `now`. */
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
  paying: Paying
  lessons: Lesson[]
  ratings: Rating[]
  withdrawals: Withdrawal[]
  movements: Movement[]
}

const STUDIO_ADDRESS = 'شارع ٩، المعادي، القاهرة، الدور التالت'
const DAYS_SINCE_OPENING = 740

/** The same people and the same habits each time; only the days move with `now`, epoch milliseconds. */
export function demoOf(now: Instant): Demo {
  const year = Number(localDay(now).slice(0, 4))
  const made = making(now, year)
  const staff = [Role.SuperAdmin, Role.RegularAdmin, Role.Studio].map((role) => {
    const person = knownPerson(accountOf(role), made, DAYS_SINCE_OPENING - 10)
    return role === Role.Studio ? { ...person, image: null, address: STUDIO_ADDRESS } : { ...person, address: null }
  })
  const people = { tutors: tutorsOf(made), students: studentsOf(made) }
  const diary = emptyDiary()
  const slots = slotsOf(people.tutors, now)
  const onboarding = onboardingOf(people.tutors, slots, diary, now)
  const paying = payingOf(people.students, now)
  const lessons = lessonsOf(people, paying.allowances, slots, diary, now)
  const withdrawals = withdrawalsOf(people.tutors, lessons, now)
  return {
    now,
    firstDay: now - DAYS_SINCE_OPENING * DAY,
    studioId: accountOf(Role.Studio).id,
    staff,
    ...people,
    slots,
    onboarding,
    paying,
    lessons,
    ratings: ratingsOf(people, lessons, now),
    withdrawals,
    movements: movementsOf({ payments: paying.payments, lessons, withdrawals }, now),
  }
}

/** Everything as statements, in the order in which the tables refer to each other; `filmBytes` is the size of the film. */
export const statementsOf = (demo: Demo, passwordHash: string, filmBytes: number): Insertion[] => [
  ...peopleInsertions(demo, passwordHash),
  ...fileInsertions(filesOf(demo), demo, filmBytes),
  ...salesInsertions(demo),
  ...lessonInsertions(demo),
  ...earningsInsertions(demo),
  endsOfTrials(demo),
]
