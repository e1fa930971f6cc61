import { SlotPurpose } from '#domain/availability/purposes'
import { hours, type Instant, minutes, type TimeRange } from '#domain/cairo'
import type { LessonDuration } from '#domain/lessons/durations'
import { lessonPrice } from '#domain/lessons/price'
import { Role } from '#domain/roles'
import { sessionIdOf } from '#domain/sessions/session-id'
import { accountOf } from './accounts.ts'
import { type BusyCalendar, findFreeStart } from './busy-calendar.ts'
import { type Random, seeded, shuffledCycle } from './random.ts'
import { type Slot, slotsFor } from './slots.ts'
import { quietStudents, type Student } from './students.ts'
import type { Allowance } from './subscriptions.ts'
import type { Tutor } from './tutors.ts'

export type Lesson = {
  id: number
  studentId: number
  tutorId: number
  slotId: number
  start: Instant
  end: Instant
  duration: LessonDuration
  /** Piastres. */
  price: number
  sessionId: string
  createdAt: Instant
  cancellation: { by: number; at: Instant } | null
  allowance: Allowance
}

type BookingContext = {
  random: Random
  calendar: BusyCalendar
  now: Instant
  slots: ReadonlyMap<number, readonly Slot[]>
  lessons: Lesson[]
}

/** The tutors of a student; `favourites` are those of whom one teaches them each week. */
type StudentsTutors = { tutors: readonly Tutor[]; favourites: readonly Tutor[] }

type LessonCandidate = { tutor: Tutor; duration: LessonDuration; slot: Slot; start: Instant }

function findCandidate(
  context: BookingContext,
  student: Student,
  studentsTutors: readonly Tutor[],
  within: TimeRange,
): LessonCandidate | null {
  const tutor = context.random.pick(studentsTutors)
  const duration = context.random.chance(0.72) ? 30 : 15
  const slots = context.slots.get(tutor.id) ?? []
  const found = findFreeStart(context.random, context.calendar, {
    slots,
    within,
    users: [student.id],
    durationMinutes: duration,
  })
  return found && { tutor, duration, ...found }
}

/**
 * When a lesson was booked: within its week, after the student's last lesson had ended, and before the tutor's advance
 * notice. Null when there is no such moment.
 */
function bookingTimeOf(context: BookingContext, candidate: LessonCandidate, earliest: Instant): Instant | null {
  const latest = Math.min(context.now - minutes(2), candidate.start - minutes(Math.max(candidate.tutor.notice, 10)))
  if (earliest > latest) return null
  const usual = candidate.start - context.random.int(3, 60) * hours(1)
  return Math.min(latest, Math.max(earliest, usual))
}

function book(
  context: BookingContext,
  student: Student,
  allowance: Allowance,
  candidate: LessonCandidate,
  createdAt: Instant,
): Lesson {
  const { tutor, duration, slot, start } = candidate
  const lesson: Lesson = {
    id: context.lessons.length + 1,
    studentId: student.id,
    tutorId: tutor.id,
    slotId: slot.id,
    start,
    end: start + minutes(duration),
    duration,
    price: lessonPrice(duration, tutor.role),
    sessionId: sessionIdOf('lesson', context.random.uuid()),
    createdAt,
    cancellation: null,
    allowance,
  }
  context.lessons.push(lesson)
  return lesson
}

/** How long a quiet student has had no lessons. */
const QUIET_FOR = hours(24 * 12)

/** Cancels one in nine lessons. */
function maybeCancel(context: BookingContext, lesson: Lesson): void {
  const { random, now } = context
  const at = lesson.createdAt + Math.floor(random.next() * (Math.min(lesson.start, now) - lesson.createdAt))
  if (random.chance(0.11)) lesson.cancellation = { by: random.chance(0.6) ? lesson.studentId : lesson.tutorId, at }
}

/** Books the past lessons of one allowance in the order of their starts, one of them with a favourite, then perhaps an upcoming one. */
function bookAllowance(
  context: BookingContext,
  student: Student,
  { tutors: studentsTutors, favourites }: StudentsTutors,
  allowance: Allowance,
): void {
  const { calendar, now } = context
  const past = { start: allowance.start, end: Math.min(allowance.end, now - minutes(5)) }
  const candidates = Array.from({ length: allowance.targetLessons }, (_, place) =>
    findCandidate(context, student, place === 0 ? favourites : studentsTutors, past),
  )
  let [remainingMinutes, earliest] = [allowance.minutes, allowance.start]
  for (const candidate of candidates.filter((each) => each !== null).sort((one, other) => one.start - other.start)) {
    const createdAt = bookingTimeOf(context, candidate, earliest)
    const people = [student.id, candidate.tutor.id]
    if (
      createdAt === null ||
      candidate.duration > remainingMinutes ||
      !calendar.isFree(people, candidate.start, candidate.duration)
    )
      continue
    const lesson = book(context, student, allowance, candidate, createdAt)
    maybeCancel(context, lesson)
    earliest = lesson.end
    if (lesson.cancellation) continue
    calendar.book(people, candidate.start, candidate.duration)
    remainingMinutes -= candidate.duration
  }
  if (allowance.booksUpcoming) bookUpcoming(context, student, studentsTutors, allowance, remainingMinutes, earliest)
}

/** Books one upcoming lesson: a student can have only one. */
function bookUpcoming(
  context: BookingContext,
  student: Student,
  studentsTutors: readonly Tutor[],
  allowance: Allowance,
  remainingMinutes: number,
  earliest: Instant,
) {
  const within = { start: context.now + minutes(45), end: allowance.end }
  const candidate = findCandidate(context, student, studentsTutors, within)
  const createdAt = candidate && bookingTimeOf(context, candidate, earliest)
  if (!candidate || createdAt === null || candidate.duration > remainingMinutes) return
  book(context, student, allowance, candidate, createdAt)
  context.calendar.book([student.id, candidate.tutor.id], candidate.start, candidate.duration)
}

/** The lessons of all students, each with a small set of tutors; ids follow the order of booking. */
export function lessonsOf(
  people: { students: readonly Student[]; tutors: readonly Tutor[] },
  allowances: readonly Allowance[],
  slots: readonly Slot[],
  calendar: BusyCalendar,
  now: Instant,
): Lesson[] {
  const random = seeded('lessons')
  const onboarded = people.tutors.filter((tutor) => tutor.stage === 'onboarded')
  const nextTutor = shuffledCycle(random, onboarded)
  const known = onboarded.filter((tutor) => tutor.alwaysOpen)
  const context: BookingContext = {
    random,
    calendar,
    now,
    slots: slotsFor(slots, SlotPurpose.Lesson),
    lessons: [],
  }
  for (const [place, student] of people.students.entries()) {
    const tutors = [...Array.from({ length: random.int(7, 10) }, nextTutor), ...(place % 3 === 0 ? known : [])]
    // The two accounts with which people try the marketplace know each other, whatever the hour of the first start.
    const favourites = student.id === accountOf(Role.Student).id ? known : tutors
    for (const allowance of allowances)
      if (allowance.studentId === student.id) bookAllowance(context, student, { tutors, favourites }, allowance)
  }
  const quiet = quietStudents(people.students)
  return context.lessons
    .filter(({ studentId, end }) => !quiet.has(studentId) || end <= now - QUIET_FOR)
    .sort((one, other) => one.createdAt - other.createdAt)
    .map((lesson, at) => ({ ...lesson, id: at + 1 }))
}
