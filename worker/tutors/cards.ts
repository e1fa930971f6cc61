import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { TutorCard } from '#contract/tutor-card'
import type { RowsOf } from '#db/batch'
import type { Db } from '#db/client'
import { availabilitySlots } from '#db/schema/availability'
import { cardCounts } from '#db/schema/card-counts'
import { busyQuarters } from '#db/schema/lessons'
import { ratings } from '#db/schema/ratings'
import { topics, userTopics } from '#db/schema/topics'
import { profileColumns, tutors } from '#db/schema/tutors'
import { users } from '#db/schema/users'
import { SlotPurpose } from '#domain/availability/purposes'
import { type Instant, quarterOf, type TimeRange } from '#domain/cairo'
import { type LessonSlot, rangesOfQuarters } from '#domain/lessons/slots'
import { Role } from '#domain/roles'
import { quoteOf } from '#domain/tutors/finding'
import { isIntroduced, isOnboarded } from '#domain/tutors/onboarded'
import { searchTextOf } from '#domain/tutors/search'
import { uploadUrl } from '../files/store.ts'
import { isAmong } from '../http/filters.ts'

/** A tutor's card with the data for sorting and searching. */
export type TutorEntry = {
  card: Omit<TutorCard, 'nearestFreeTime' | 'nextTimes'>
  topics: { id: number; ar: string; en: string; position: number }[]
  /** Names and topics in both languages, normalised for searching. */
  searchText: string
  slots: LessonSlot[]
  /** The times of all the tutor's sessions, of every kind. */
  busy: TimeRange[]
}

/** A tutor as shown to students who may write to them. */
export type IntroducedTutor = Pick<
  TutorEntry['card'],
  'id' | 'role' | 'name' | 'englishName' | 'image' | 'gender' | 'bio' | 'englishBio'
> & {
  createdAt: Instant
}

const among = (column: SQLiteColumn, ids: number[] | null) => (ids === null ? undefined : isAmong(column, ids))

/** Highest rating first, then the newest. The literals match those of the index `ratings_quotable`. */
const quoted = sql<string | null>`(SELECT r.feedback FROM ${ratings} r
  WHERE r.ratee_id = ${tutors.id} AND r.value >= 4 AND length(r.feedback) > 0
  ORDER BY r.value DESC, r.created_at DESC LIMIT 1)`

const counts = {
  lessons: cardCounts.lessons,
  students: cardCounts.students,
  ratings: cardCounts.ratings,
  stars: cardCounts.stars,
}

/*
 * CROSS JOIN fixes the join order: tutors are scanned, or found by id, and the rest is looked up per tutor. Otherwise
 * SQLite scans all accounts, or all open slots, for one tutor.
 */

const profiles = (db: Db, ids: number[] | null) =>
  db
    .select({ user: users, tutor: profileColumns, counts, quoted: quoted.as('quoted') })
    .from(tutors)
    .crossJoin(users)
    .leftJoin(cardCounts, eq(cardCounts.userId, tutors.id))
    .where(and(eq(users.id, tutors.id), inArray(users.role, [Role.Tutor, Role.TutorManager]), among(tutors.id, ids)))

const topicsOf = (db: Db, ids: number[] | null) =>
  db
    .select({
      userId: userTopics.userId,
      id: topics.id,
      ar: topics.nameAr,
      en: topics.nameEn,
      position: topics.position,
    })
    .from(tutors)
    .crossJoin(userTopics)
    .crossJoin(topics)
    .where(and(eq(userTopics.userId, tutors.id), eq(topics.id, userTopics.topicId), among(tutors.id, ids)))
    .orderBy(topics.id)

const slotsOf = (db: Db, ids: number[] | null, now: Instant) =>
  db
    .select({
      userId: availabilitySlots.userId,
      purpose: availabilitySlots.purpose,
      deleted: availabilitySlots.deleted,
      start: availabilitySlots.start,
      end: availabilitySlots.end,
    })
    .from(tutors)
    .crossJoin(availabilitySlots)
    .where(
      and(
        eq(availabilitySlots.userId, tutors.id),
        gt(availabilitySlots.end, now),
        eq(availabilitySlots.deleted, false),
        inArray(availabilitySlots.purpose, [SlotPurpose.General, SlotPurpose.Lesson]),
        among(tutors.id, ids),
      ),
    )
    .orderBy(availabilitySlots.start)

const busyOf = (db: Db, ids: number[] | null, now: Instant) =>
  db
    .select({ userId: busyQuarters.userId, quarter: busyQuarters.quarter })
    .from(tutors)
    .crossJoin(busyQuarters)
    .where(and(eq(busyQuarters.userId, tutors.id), gt(busyQuarters.quarter, quarterOf(now) - 1), among(tutors.id, ids)))

const byUser = <T extends { userId: number }>(rows: T[]) => Map.groupBy(rows, (row) => row.userId)

/** The statements whose rows `tutorsOf` takes, for these tutors and managers, or for all when `ids` is null. */
export const tutorStatements = (db: Db, ids: number[] | null, now: Instant) =>
  [profiles(db, ids), topicsOf(db, ids), slotsOf(db, ids, now), busyOf(db, ids, now)] as const

export type TutorRows = RowsOf<ReturnType<typeof tutorStatements>>

function entriesOf([people, topicRows, slotRows, busyRows]: TutorRows) {
  const taught = byUser(topicRows)
  const offered = byUser(slotRows)
  const busyByTutor = byUser(busyRows)
  return people.map(({ user, tutor, counts, quoted }) => {
    const own = taught.get(user.id) ?? []
    const entry: TutorEntry = {
      card: {
        id: user.id,
        role: user.role as TutorCard['role'],
        name: user.name,
        englishName: user.englishName,
        gender: user.gender,
        image: uploadUrl(user.image),
        video: uploadUrl(tutor.video),
        thumbnail: uploadUrl(tutor.thumbnail),
        bio: tutor.bio,
        englishBio: tutor.englishBio,
        about: tutor.about,
        notice: tutor.notice,
        speaksSlowly: tutor.speaksSlowly,
        topics: own.map((topic) => topic.ar),
        englishTopics: own.map((topic) => topic.en),
        avgRating: counts?.ratings ? counts.stars / counts.ratings : 0,
        ratingCount: counts?.ratings ?? 0,
        studentCount: counts?.students ?? 0,
        lessonCount: counts?.lessons ?? 0,
        quote: quoted === null ? null : quoteOf(quoted),
      },
      topics: own.map(({ id, ar, en, position }) => ({ id, ar, en, position })),
      searchText: searchTextOf(
        [user.name ?? '', user.englishName ?? ''],
        own.flatMap((topic) => [topic.ar, topic.en]),
      ),
      slots: offered.get(user.id) ?? [],
      busy: rangesOfQuarters((busyByTutor.get(user.id) ?? []).map((row) => row.quarter)),
    }
    return { user, tutor, entry }
  })
}

/** The listed tutors among these, and those shown as contacts. */
export function tutorsOf(rows: TutorRows): { listed: TutorEntry[]; introduced: IntroducedTutor[] } {
  const read = entriesOf(rows)
  return {
    listed: read.filter(({ user, tutor }) => isOnboarded({ ...tutor, ...user })).map(({ entry }) => entry),
    introduced: read
      .filter(({ user, tutor }) => isIntroduced({ ...tutor, ...user }))
      .map(({ user: { createdAt }, entry }) => {
        const { id, role, name, englishName, image, gender, bio, englishBio } = entry.card
        return { id, role, name, englishName, image, gender, bio, englishBio, createdAt }
      }),
  }
}

/** A tutor's entry, even before onboarding is complete; undefined for an account that is not a tutor's. */
export async function readProfile(db: Db, id: number, now: Instant): Promise<TutorEntry | undefined> {
  const [read] = entriesOf(await db.batch(tutorStatements(db, [id], now)))
  return read?.entry
}
