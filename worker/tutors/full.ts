import { and, eq, isNotNull, isNull, not, sql } from 'drizzle-orm'
import type { Query } from '#contract/call'
import type { listFullTutors } from '#contract/tutors'
import { profileColumns, tutors } from '#db/schema/tutors'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import { numbersOfGovernorate } from '#domain/users/profile'
import { uploadUrl } from '../files/store.ts'
import { type ReadRequest, reading } from '../http/bind.ts'
import {
  accountFilter,
  flagFilter,
  listFilter,
  numberFilter,
  presenceFilter,
  writtenTextFilter,
} from '../http/filters.ts'
import { countOf, countStatement, offsetOf, orderTerms } from '../http/pages.ts'
import { userView } from '../users/store.ts'

type Filters = Query<typeof listFullTutors>

const texts = (query: Filters) => [
  writtenTextFilter({ text: tutors.bio, fold: tutors.foldedBio }, query.bio, query.match),
  writtenTextFilter({ text: tutors.about, fold: tutors.foldedAbout }, query.about, query.match),
  accountFilter(tutors.id, ['name'], query.name, query.match, 'scanned'),
  accountFilter(tutors.id, ['phone'], query.phone, query.match, 'scanned'),
  accountFilter(tutors.id, ['email'], query.email, query.match, 'scanned'),
]

const presences = (query: Filters) => [
  presenceFilter(tutors.video, query.video),
  presenceFilter(tutors.thumbnail, query.thumbnail),
  presenceFilter(users.image, query.image),
  presenceFilter(users.passwordHash, query.password),
]

/** Docs/rules/onboarding.md 1.5. */
const readyFilter = (isReady: boolean | undefined) => {
  const ready = and(isNotNull(tutors.readyAt), isNull(tutors.activatedAt))
  return isReady === undefined || ready === undefined ? undefined : isReady ? ready : not(ready)
}

const flags = (query: Filters) => [
  flagFilter(tutors.activated, query.activated),
  readyFilter(query.ready),
  flagFilter(users.verifiedEmail, query.verifiedEmail),
  flagFilter(users.verifiedPhone, query.verifiedPhone),
  flagFilter(users.verifiedWhatsApp, query.verifiedWhatsapp),
]

/** Undefined without any filter. */
const filtersOf = (query: Filters) =>
  and(
    ...texts(query),
    ...presences(query),
    ...flags(query),
    numberFilter(tutors.notice, query.notice),
    numberFilter(users.birthYear, query.birthYear),
    listFilter(users.notificationMethod, query.notificationMethod),
    listFilter(users.city, query.city?.flatMap(numbersOfGovernorate)),
    listFilter(users.gender, query.gender),
    numberFilter(users.createdAt, query.createdAt),
  )

/** The timestamps of the profile, aliased because the account has columns of the same names. */
const meta = {
  createdAt: sql<Instant>`${tutors.createdAt}`.as('profile_created_at'),
  updatedAt: sql<Instant>`${tutors.updatedAt}`.as('profile_updated_at'),
}

const COLUMNS = { createdAt: tutors.createdAt, updatedAt: tutors.updatedAt } as const

/**
 * Tutors and managers with account and profile, newest profile first (docs/rules/tutors.md 2.10). CROSS JOIN: tutors are
 * scanned and their accounts looked up; the other way round would scan a hundred thousand accounts that are not tutors'.
 */
export const listFull = reading(
  ({ db, query }: ReadRequest<typeof listFullTutors>) => {
    const filters = filtersOf(query)
    const where = and(eq(users.id, tutors.id), filters)
    return [
      filters ? countStatement(db, sql`${tutors} CROSS JOIN ${users}`, where) : countStatement(db, tutors, undefined),
      db
        .select({ user: users, profile: profileColumns, meta })
        .from(tutors)
        .crossJoin(users)
        .where(where)
        .orderBy(...orderTerms(COLUMNS, tutors.id, query))
        .limit(query.size)
        .offset(offsetOf(query)),
    ]
  },
  async (_, [counted, rows]) => {
    const list = rows.map(({ user, profile, meta: times }) => ({
      ...userView(user),
      ...profile,
      video: uploadUrl(profile.video),
      thumbnail: uploadUrl(profile.thumbnail),
      meta: times,
    }))
    return { list, ...countOf(counted) }
  },
)
