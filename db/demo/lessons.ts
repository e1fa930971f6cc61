import { SlotPurpose } from '#domain/availability/purposes'
import { hours, type Instant, minutes, type TimeRange } from '#domain/cairo'
import type { LessonDuration } from '#domain/lessons/durations'
import { lessonPrice } from '#domain/lessons/price'
import { sessionIdOf } from '#domain/sessions/session-id'
import { type Diary, freeStart } from './diary.ts'
import { dealer, type Random, seeded } from './random.ts'
import { type Slot, slotsFor } from './slots.ts'
import type { Student } from './students.ts'
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

type School = {
  random: Random
  diary: Diary
  now: Instant
  slots: ReadonlyMap<number, readonly Slot[]>
  lessons: Lesson[]
}

type Wish = { tutor: Tutor; duration: LessonDuration; slot: Slot; start: Instant }

function wish(school: School, student: Student, teachers: readonly Tutor[], within: TimeRange): Wish | null {
  const tutor = school.random.pick(teachers)
  const duration = school.random.chance(0.72) ? 30 : 15
  const slots = school.slots.get(tutor.id) ?? []
  const found = freeStart(school.random, school.diary, {
    slots,
    within,
    users: [student.id],
    durationMinutes: duration,
  })
  return found && { tutor, duration, ...found }
}

/** A booking is made in its own week, after the last one was over, and early enough for the tutor. */
function bookedAt(school: School, wished: Wish, earliest: Instant): Instant | null {
  const latest = Math.min(school.now - minutes(2), wished.start - minutes(Math.max(wished.tutor.notice, 10)))
  if (earliest > latest) return null
  const usual = wished.start - school.random.int(3, 60) * hours(1)
  return Math.min(latest, Math.max(earliest, usual))
}

function book(school: School, student: Student, allowance: Allowance, wished: Wish, createdAt: Instant): Lesson {
  const { tutor, duration, slot, start } = wished
  const lesson: Lesson = {
    id: school.lessons.length + 1,
    studentId: student.id,
    tutorId: tutor.id,
    slotId: slot.id,
    start,
    end: start + minutes(duration),
    duration,
    price: lessonPrice(duration, tutor.role),
    sessionId: sessionIdOf('lesson', school.random.uuid()),
    createdAt,
    cancellation: null,
    allowance,
  }
  school.lessons.push(lesson)
  return lesson
}

/** One in nine past lessons never took place. */
function perhapsCancel(school: School, lesson: Lesson): void {
  const { random, now } = school
  const at = lesson.createdAt + Math.floor(random.next() * (Math.min(lesson.start, now) - lesson.createdAt))
  if (random.chance(0.11)) lesson.cancellation = { by: random.chance(0.6) ? lesson.studentId : lesson.tutorId, at }
}

/** Books the lessons of one week (or of a trial) in the order of their starts. */
function learn(school: School, student: Student, teachers: readonly Tutor[], allowance: Allowance): void {
  const { diary, now } = school
  const past = { start: allowance.start, end: Math.min(allowance.end, now - minutes(5)) }
  const wishes = Array.from({ length: allowance.wanted }, () => wish(school, student, teachers, past))
  let [left, free] = [allowance.minutes, allowance.start]
  for (const wished of wishes.filter((one) => one !== null).sort((one, other) => one.start - other.start)) {
    const createdAt = bookedAt(school, wished, free)
    const people = [student.id, wished.tutor.id]
    if (createdAt === null || wished.duration > left || !diary.isFree(people, wished.start, wished.duration)) continue
    const lesson = book(school, student, allowance, wished, createdAt)
    perhapsCancel(school, lesson)
    free = lesson.end
    if (lesson.cancellation) continue
    diary.book(people, wished.start, wished.duration)
    left -= wished.duration
  }
  if (allowance.looksAhead) lookAhead(school, student, teachers, allowance, left, free)
}

/** At most one lesson is still to come. */
function lookAhead(
  school: School,
  student: Student,
  teachers: readonly Tutor[],
  allowance: Allowance,
  left: number,
  free: Instant,
) {
  const within = { start: school.now + minutes(45), end: allowance.end }
  const wished = wish(school, student, teachers, within)
  const createdAt = wished && bookedAt(school, wished, free)
  if (!wished || createdAt === null || wished.duration > left) return
  book(school, student, allowance, wished, createdAt)
  school.diary.book([student.id, wished.tutor.id], wished.start, wished.duration)
}

/** The lessons of all students, with tutors whom each goes back to; ids follow the order of booking. */
export function lessonsOf(
  people: { students: readonly Student[]; tutors: readonly Tutor[] },
  allowances: readonly Allowance[],
  slots: readonly Slot[],
  diary: Diary,
  now: Instant,
): Lesson[] {
  const random = seeded('lessons')
  const teaching = people.tutors.filter((tutor) => tutor.stage === 'onboarded')
  const next = dealer(random, teaching)
  const known = teaching.filter((tutor) => tutor.alwaysOpen)
  const school: School = {
    random,
    diary,
    now,
    slots: slotsFor(slots, SlotPurpose.Lesson),
    lessons: [],
  }
  for (const [place, student] of people.students.entries()) {
    const teachers = [...Array.from({ length: random.int(7, 10) }, next), ...(place % 3 === 0 ? known : [])]
    for (const allowance of allowances)
      if (allowance.studentId === student.id) learn(school, student, teachers, allowance)
  }
  return school.lessons
    .sort((one, other) => one.createdAt - other.createdAt)
    .map((lesson, at) => ({ ...lesson, id: at + 1 }))
}
