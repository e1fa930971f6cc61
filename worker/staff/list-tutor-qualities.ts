import { and, type SQL, sql } from 'drizzle-orm'
import type { Query } from '#contract/call'
import type { listTutorQualities } from '#contract/tutor-quality'
import { tutorQualities } from '#db/schema/tutor-quality'
import { users } from '#db/schema/users'
import { POOR_QUALITY, type QualityFigure } from '#domain/tutors/quality'
import { uploadUrl } from '../files/store.ts'
import { type ReadRequest, reading } from '../http/bind.ts'
import { numberFilter } from '../http/filters.ts'
import { countOf, countStatement, offsetOf, orderTerms } from '../http/pages.ts'

/** What is not known is not poor. */
function isPoor(figure: QualityFigure): SQL {
  const bound = POOR_QUALITY[figure]
  return 'isPoorUntil' in bound
    ? sql`${tutorQualities[figure]} <= ${bound.isPoorUntil}`
    : sql`${tutorQualities[figure]} >= ${bound.isPoorFrom}`
}

const matching = ({ poor, lessons }: Query<typeof listTutorQualities>): SQL | undefined =>
  and(poor && isPoor(poor), numberFilter(tutorQualities.lessons, lessons))

/** How tutors have taught in the weeks that count (docs/rules/staff.md 15.3). */
export const listQualities = reading(
  ({ query, db }: ReadRequest<typeof listTutorQualities>) => {
    const where = matching(query)
    return [
      countStatement(db, tutorQualities, where),
      db
        .select({
          quality: tutorQualities,
          person: { id: users.id, name: users.name, englishName: users.englishName, image: users.image },
        })
        .from(tutorQualities)
        .innerJoin(users, sql`${users.id} = ${tutorQualities.tutorId}`)
        .where(where)
        .orderBy(...orderTerms(tutorQualities, tutorQualities.tutorId, query))
        .limit(query.size)
        .offset(offsetOf(query)),
    ]
  },
  async (_, [counted, rows]) => ({
    list: rows.map(({ quality: { tutorId: _id, stars: _stars, ...quality }, person }) => ({
      ...quality,
      tutor: { ...person, image: uploadUrl(person.image) },
    })),
    ...countOf(counted),
  }),
)
