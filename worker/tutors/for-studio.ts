import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Query } from '#contract/call'
import type { getTutorForStudio, listTutorsForStudio, studioTutor } from '#contract/tutors'
import type { Db } from '#db/client'
import { studioCounts } from '#db/schema/studio-counts'
import { tutors } from '#db/schema/tutors'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { isStudio } from '#domain/roles'
import { uploadUrl } from '../files/store.ts'
import { type ReadRequest, reading } from '../http/bind.ts'
import { accountFilter } from '../http/filters.ts'
import { countOf, countStatement, offsetOf } from '../http/pages.ts'

const columns = {
  id: users.id,
  name: users.name,
  englishName: users.englishName,
  image: users.image,
  email: users.email,
  createdAt: users.createdAt,
  video: tutors.video,
  thumbnail: tutors.thumbnail,
  studioId: tutors.studioId,
}

const studioTutorView = (row: z.output<typeof studioTutor>) => ({
  ...row,
  image: uploadUrl(row.image),
  video: uploadUrl(row.video),
  thumbnail: uploadUrl(row.thumbnail),
})

/**
 * A tutor whose media a studio produces; admins may read any (docs/rules/tutors.md 2.9).
 * @throws DomainError `tutor-not-found`, `forbidden` for a tutor who has not chosen this studio.
 */
export const readForStudio = reading(
  ({ db, params }: ReadRequest<typeof getTutorForStudio>) => [
    db.select(columns).from(tutors).innerJoin(users, eq(users.id, tutors.id)).where(eq(tutors.id, params.id)),
  ],
  async ({ actor }, [[tutor]]) => {
    if (!tutor) throw new DomainError('tutor-not-found')
    if (isStudio(actor.role) && tutor.studioId !== actor.id) throw new DomainError('forbidden')
    return studioTutorView(tutor)
  },
)

/** Selects the number of a studio's tutors from the counter that triggers maintain, for `countOf`. */
const storedCountOf = (db: Db, studioId: number) =>
  db
    .select({ found: sql<number>`${studioCounts.tutors}` })
    .from(studioCounts)
    .where(eq(studioCounts.studioId, studioId))

/**
 * The statements of a page of the tutors of a studio, or of all; newest first, by the profile, which is created with the
 * account. CROSS JOIN: tutors are scanned in this order, and only the accounts of the page are looked up.
 */
function statements(db: Db, query: Query<typeof listTutorsForStudio>, studioId: number | undefined) {
  const hasWord = accountFilter(tutors.id, ['name', 'email'], query.search, 'loose', 'scanned')
  const filters = and(studioId === undefined ? undefined : eq(tutors.studioId, studioId), hasWord)
  return [
    studioId === undefined || hasWord ? countStatement(db, tutors, filters) : storedCountOf(db, studioId),
    db
      .select(columns)
      .from(tutors)
      .crossJoin(users)
      .where(and(eq(users.id, tutors.id), filters))
      .orderBy(desc(tutors.createdAt), asc(tutors.id))
      .limit(query.size)
      .offset(offsetOf(query)),
  ] as const
}

/**
 * A studio lists its own tutors, an admin those of any studio or all; newest first.
 * @throws DomainError `forbidden` for a studio that requests another studio's tutors.
 */
export const listForStudio = reading(
  ({ caller, db, query }: ReadRequest<typeof listTutorsForStudio>) =>
    statements(db, query, query.studioId ?? (isStudio(caller.role) ? caller.id : undefined)),
  async ({ actor, query }, [counted, rows]) => {
    if (isStudio(actor.role) && (query.studioId ?? actor.id) !== actor.id) throw new DomainError('forbidden')
    return { list: rows.map(studioTutorView), ...countOf(counted) }
  },
)
