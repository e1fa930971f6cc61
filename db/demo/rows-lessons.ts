import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { type Instant, quartersOf } from '#domain/cairo'
import { MEETING_MINUTES } from '#domain/meetings/times'
import { PresenceEvent } from '#domain/sessions/session-id'
import { callMinutes } from '../schema/call-minutes.ts'
import { roomMembers, rooms } from '../schema/chat.ts'
import { lessonSummaries, studentNotes } from '../schema/lesson-notes.ts'
import { lessonOutcomes } from '../schema/lesson-outcomes.ts'
import { busyQuarters, lessonMembers, lessons, upcomingLessons } from '../schema/lessons.ts'
import { minuteEntries } from '../schema/minutes.ts'
import { ratings } from '../schema/ratings.ts'
import { sessionEvents } from '../schema/sessions.ts'
import { callMinutesOf } from './calls.ts'
import type { Demo } from './demo.ts'
import { type Insertion, insertionsOf } from './insertions.ts'
import type { Lesson } from './lessons.ts'
import { attendanceOf } from './outcomes.ts'
import { PLANS } from './plans.ts'
import { type Room, roomsOf } from './rooms.ts'
import type { Allowance } from './subscriptions.ts'
import { notesOf, summariesOf } from './summaries.ts'

type Row<T extends SQLiteTable> = T['$inferInsert']

const tookPlace = (lesson: Lesson) => lesson.cancellation === null

const lessonRow = (lesson: Lesson): Row<typeof lessons> => ({
  id: lesson.id,
  start: lesson.start,
  duration: lesson.duration,
  price: lesson.price,
  slotId: lesson.slotId,
  sessionId: lesson.sessionId,
  canceledBy: lesson.cancellation?.by ?? null,
  canceledAt: lesson.cancellation?.at ?? null,
  createdAt: lesson.createdAt,
  updatedAt: lesson.cancellation?.at ?? lesson.createdAt,
})

const memberRows = (lesson: Lesson): Row<typeof lessonMembers>[] =>
  [lesson.tutorId, lesson.studentId].map((userId) => ({ lessonId: lesson.id, userId }))

const busyQuarterRows = (
  sessionId: string,
  users: readonly number[],
  start: Instant,
  duration: number,
): Row<typeof busyQuarters>[] =>
  quartersOf(start, duration).flatMap((quarter) => users.map((userId) => ({ userId, quarter, sessionId })))

const busyRows = ({ lessons: all, onboarding }: Demo): Row<typeof busyQuarters>[] => [
  ...all
    .filter(tookPlace)
    .flatMap((lesson) =>
      busyQuarterRows(lesson.sessionId, [lesson.tutorId, lesson.studentId], lesson.start, lesson.duration),
    ),
  ...onboarding.interviews.flatMap((interview) =>
    busyQuarterRows(interview.sessionId, [interview.tutorId, interview.managerId], interview.start, MEETING_MINUTES),
  ),
  ...onboarding.demos.flatMap((session) =>
    busyQuarterRows(session.sessionId, [session.tutorId, session.managerId], session.start, MEETING_MINUTES),
  ),
]

const upcomingRows = ({ lessons: all, now }: Demo): Row<typeof upcomingLessons>[] =>
  all
    .filter((lesson) => tookPlace(lesson) && lesson.end > now)
    .map((lesson) => ({
      studentId: lesson.studentId,
      lessonId: lesson.id,
      subscriptionId: lesson.allowance.subscriptionId,
      endsAt: lesson.end,
    }))

type Entry = Omit<Row<typeof minuteEntries>, 'id'>

const grant = ({ subscriptionId, week, start, minutes }: Allowance): Entry => ({
  subscriptionId,
  week,
  kind: 'grant',
  minutes,
  lessonId: null,
  revision: 0,
  createdAt: start,
})

function spending({ id, allowance, duration, createdAt, cancellation }: Lesson): Entry[] {
  const { subscriptionId, week } = allowance
  const entry = { subscriptionId, week, lessonId: id, revision: 0 }
  const booking: Entry = { ...entry, kind: 'booking', minutes: -duration, createdAt }
  return cancellation
    ? [booking, { ...entry, kind: 'return', minutes: duration, createdAt: cancellation.at }]
    : [booking]
}

/** What plans carry over into the weeks after the first (docs/rules/minutes.md 7.1); listed before the grants of those weeks. */
function carrying({ sales, lessons: all }: Demo): Entry[] {
  const carries = new Set(
    sales.subscriptions
      .filter(({ payment }) => PLANS.some((plan) => plan.id === payment?.planId && plan.carriesOver))
      .map(({ id }) => id),
  )
  const spent = (allowance: Allowance) =>
    all
      .filter((lesson) => lesson.allowance === allowance && tookPlace(lesson))
      .reduce((sum, one) => sum + one.duration, 0)
  const weeks = Map.groupBy(
    sales.allowances.filter(({ subscriptionId }) => carries.has(subscriptionId)),
    ({ subscriptionId }) => subscriptionId,
  )
  return [...weeks.values()].flatMap((own) => {
    let carried = 0
    return own.slice(1).flatMap((allowance, at): Entry[] => {
      const before = own[at]
      if (!before) return []
      carried = Math.min(before.minutes, carried + before.minutes - spent(before))
      return carried === 0 ? [] : [{ ...grant(allowance), kind: 'carry-over', minutes: carried }]
    })
  })
}

/** Oldest first: the database refuses an entry that makes the sum of its week negative. */
const minuteRows = (demo: Demo): Row<typeof minuteEntries>[] =>
  [...carrying(demo), ...demo.sales.allowances.map(grant), ...demo.lessons.flatMap(spending)]
    .sort((one, other) => one.createdAt - other.createdAt)
    .map((entry, at) => ({ id: at + 1, ...entry }))

const roomRow = ({ id, members: [lowerId, higherId], createdAt }: Room): Row<typeof rooms> => ({
  id,
  lowerId,
  higherId,
  createdAt,
})

const roomMemberRows = ({ id, members, createdAt }: Room): Row<typeof roomMembers>[] =>
  members.map((userId) => ({
    roomId: id,
    userId,
    pinned: false,
    muted: false,
    lastSeen: null,
    createdAt,
    updatedAt: createdAt,
  }))

const ratingRows = (demo: Demo): Row<typeof ratings>[] =>
  demo.ratings.map(({ at, ...rating }) => ({ ...rating, createdAt: at, updatedAt: at }))

function attendanceRows(demo: Demo): Row<typeof sessionEvents>[] {
  const { lessons: all, now } = demo
  const attendedBy = attendanceOf(demo)
  return all
    .filter((lesson) => tookPlace(lesson) && lesson.end <= now)
    .flatMap((lesson) => {
      const { sessionId } = lesson
      return attendedBy(lesson).flatMap(({ userId, from, to }) => [
        { type: PresenceEvent.UserJoined, userId, sessionId, createdAt: from },
        { type: PresenceEvent.UserLeft, userId, sessionId, createdAt: to },
      ])
    })
}

function callRows(demo: Demo): Row<typeof callMinutes>[] {
  const { lessons: all, now } = demo
  const attendedBy = attendanceOf(demo)
  return all
    .filter((lesson) => tookPlace(lesson) && lesson.end <= now)
    .flatMap((lesson) => callMinutesOf(lesson, attendedBy(lesson), now))
}

/** Lessons with their members, attendance, the minutes of their calls, busy quarters, minutes, outcomes, summaries and notes, chat rooms and ratings. */
export function lessonInsertions(demo: Demo): Insertion[] {
  const chatRooms = roomsOf(demo)
  return [
    ...insertionsOf(lessons, demo.lessons.map(lessonRow)),
    ...insertionsOf(lessonMembers, demo.lessons.flatMap(memberRows)),
    ...insertionsOf(sessionEvents, attendanceRows(demo)),
    ...insertionsOf(callMinutes, callRows(demo)),
    ...insertionsOf(busyQuarters, busyRows(demo)),
    ...insertionsOf(upcomingLessons, upcomingRows(demo)),
    ...insertionsOf(minuteEntries, minuteRows(demo)),
    ...insertionsOf(lessonOutcomes, [...demo.outcomes.values()]),
    ...insertionsOf(lessonSummaries, summariesOf(demo)),
    ...insertionsOf(studentNotes, notesOf(demo)),
    ...insertionsOf(rooms, chatRooms.map(roomRow)),
    ...insertionsOf(roomMembers, chatRooms.flatMap(roomMemberRows)),
    ...insertionsOf(ratings, ratingRows(demo)),
  ]
}
