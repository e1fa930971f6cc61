import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { TutorCard } from '#contract/tutors'
import type { Db } from '#db/client'
import { availabilitySlots } from '#db/schema/availability'
import { busyQuarters, lessonMembers, lessons } from '#db/schema/lessons'
import { ratings } from '#db/schema/ratings'
import { topics, userTopics } from '#db/schema/topics'
import { profileColumns, tutors } from '#db/schema/tutors'
import { users } from '#db/schema/users'
import { SlotPurpose } from '#domain/availability/purposes'
import { type Instant, quarterOf, type TimeRange } from '#domain/cairo'
import { type LessonSlot, rangesOfQuarters } from '#domain/lessons/slots'
import { Role } from '#domain/roles'
import { quoteOf } from '#domain/tutors/finding'
import { isOnboarded } from '#domain/tutors/onboarded'
import { searchTextOf } from '#domain/tutors/search'
import { uploadUrl } from '../files/store.ts'
import { isAmong } from '../http/filters.ts'

/** The fewest stars of a review that a card quotes. */
const LEAST_QUOTED = 4

/** A tutor's card with what sorting and searching need. */
export type TutorEntry = {
  card: Omit<TutorCard, 'nearestFreeTime' | 'nextTimes'>
  topics: { id: number; ar: string; en: string; position: number }[]
  /** Name and topics in both languages, normalised. */
  searchText: string
  slots: LessonSlot[]
  /** The times of all sessions of the tutor, whatever their kind. */
  busy: TimeRange[]
}

const among = (ids: number[] | null) => (ids === null ? undefined : isAmong(users.id, ids))

const profiles = (db: Db, ids: number[] | null) =>
  db
    .select({ user: users, tutor: profileColumns })
    .from(users)
    .innerJoin(tutors, eq(tutors.id, users.id))
    .where(and(inArray(users.role, [Role.Tutor, Role.TutorManager]), among(ids)))

const topicsOf = (db: Db, ids: number[] | null) =>
  db
    .select({
      userId: userTopics.userId,
      id: topics.id,
      ar: topics.nameAr,
      en: topics.nameEn,
      position: topics.position,
    })
    .from(userTopics)
    .innerJoin(topics, eq(topics.id, userTopics.topicId))
    .innerJoin(users, eq(users.id, userTopics.userId))
    .where(and(inArray(users.role, [Role.Tutor, Role.TutorManager]), among(ids)))
    .orderBy(topics.id)

/** Orders a tutor's reviews by who was content and wrote something: more stars first, then the newest; null for all others. */
const standing = sql`CASE WHEN ${ratings.value} >= ${LEAST_QUOTED} AND LENGTH(${ratings.feedback}) > 0 THEN ${ratings.value} * 1e14 + ${ratings.createdAt} END`

/** `feedback` is that of the row with the greatest `best`: SQLite takes a bare column from the row of the only maximum. */
const ratingsOf = (db: Db, ids: number[] | null) =>
  db
    .select({
      userId: ratings.rateeId,
      average: sql<number>`AVG(${ratings.value})`,
      count: sql<number>`COUNT(*)`,
      best: sql<number | null>`MAX(${standing})`,
      feedback: ratings.feedback,
    })
    .from(ratings)
    .innerJoin(users, eq(users.id, ratings.rateeId))
    .where(among(ids))
    .groupBy(ratings.rateeId)

/** Lessons that are not cancelled, future ones included, and the number of different students (docs/rules/tutors.md 2.5). */
function lessonsOf(db: Db, ids: number[] | null) {
  const other = sql`(SELECT o.user_id FROM lesson_members o WHERE o.lesson_id = ${lessonMembers.lessonId} AND o.user_id <> ${lessonMembers.userId})`
  return db
    .select({
      userId: lessonMembers.userId,
      lessons: sql<number>`COUNT(*)`,
      students: sql<number>`COUNT(DISTINCT ${other})`,
    })
    .from(lessonMembers)
    .innerJoin(lessons, eq(lessons.id, lessonMembers.lessonId))
    .innerJoin(users, eq(users.id, lessonMembers.userId))
    .where(and(isNull(lessons.canceledAt), inArray(users.role, [Role.Tutor, Role.TutorManager]), among(ids)))
    .groupBy(lessonMembers.userId)
}

const slotsOf = (db: Db, ids: number[] | null, now: Instant) =>
  db
    .select({
      userId: availabilitySlots.userId,
      purpose: availabilitySlots.purpose,
      deleted: availabilitySlots.deleted,
      start: availabilitySlots.start,
      end: availabilitySlots.end,
    })
    .from(availabilitySlots)
    .innerJoin(users, eq(users.id, availabilitySlots.userId))
    .where(
      and(
        gt(availabilitySlots.end, now),
        eq(availabilitySlots.deleted, false),
        inArray(availabilitySlots.purpose, [SlotPurpose.General, SlotPurpose.Lesson]),
        among(ids),
      ),
    )
    .orderBy(availabilitySlots.start)

const busyOf = (db: Db, ids: number[] | null, now: Instant) =>
  db
    .select({ userId: busyQuarters.userId, quarter: busyQuarters.quarter })
    .from(busyQuarters)
    .innerJoin(users, eq(users.id, busyQuarters.userId))
    .where(
      and(
        gt(busyQuarters.quarter, quarterOf(now) - 1),
        inArray(users.role, [Role.Tutor, Role.TutorManager]),
        among(ids),
      ),
    )

const byUser = <T extends { userId: number }>(rows: T[]) => Map.groupBy(rows, (row) => row.userId)

/** Loads these tutors and managers, or all when `ids` is null, in one batch. */
async function readEntries(db: Db, ids: number[] | null, now: Instant) {
  const [people, topicRows, ratingRows, lessonRows, slotRows, busyRows] = await db.batch([
    profiles(db, ids),
    topicsOf(db, ids),
    ratingsOf(db, ids),
    lessonsOf(db, ids),
    slotsOf(db, ids, now),
    busyOf(db, ids, now),
  ])
  const taught = byUser(topicRows)
  const rated = byUser(ratingRows)
  const given = byUser(lessonRows)
  const offered = byUser(slotRows)
  const busyByTutor = byUser(busyRows)
  return people.map(({ user, tutor }) => {
    const own = taught.get(user.id) ?? []
    const rating = rated.get(user.id)?.[0]
    const lessonsGiven = given.get(user.id)?.[0]
    const entry: TutorEntry = {
      card: {
        id: user.id,
        role: user.role as TutorCard['role'],
        name: user.name,
        gender: user.gender,
        image: uploadUrl(user.image),
        video: uploadUrl(tutor.video),
        thumbnail: uploadUrl(tutor.thumbnail),
        bio: tutor.bio,
        about: tutor.about,
        notice: tutor.notice,
        speaksSlowly: tutor.speaksSlowly,
        topics: own.map((topic) => topic.ar),
        avgRating: rating?.average ?? 0,
        ratingCount: rating?.count ?? 0,
        studentCount: lessonsGiven?.students ?? 0,
        lessonCount: lessonsGiven?.lessons ?? 0,
        quote: rating?.best && rating.feedback ? quoteOf(rating.feedback) : null,
      },
      topics: own.map(({ id, ar, en, position }) => ({ id, ar, en, position })),
      searchText: searchTextOf(
        user.name ?? '',
        own.flatMap((topic) => [topic.ar, topic.en]),
      ),
      slots: offered.get(user.id) ?? [],
      busy: rangesOfQuarters((busyByTutor.get(user.id) ?? []).map((row) => row.quarter)),
    }
    return { user, tutor, entry }
  })
}

/** The entries of these tutors, or of all when `ids` is null; tutors who are not onboarded are left out. */
export async function readTutors(db: Db, ids: number[] | null, now: Instant): Promise<TutorEntry[]> {
  const read = await readEntries(db, ids, now)
  return read.filter(({ user, tutor }) => isOnboarded({ ...tutor, ...user })).map(({ entry }) => entry)
}

/** A tutor's entry, also before onboarding; undefined for an account that is no tutor's. */
export async function readProfile(db: Db, id: number, now: Instant): Promise<TutorEntry | undefined> {
  const [read] = await readEntries(db, [id], now)
  return read?.entry
}
