import { and, eq, type SQL } from 'drizzle-orm'
import type { listIntroVideos } from '#contract/intro-videos'
import { introVideos } from '#db/schema/intro-videos'
import { DomainError } from '#domain/errors'
import { maySeeNotes } from '#domain/intro-videos/review'
import { IntroVideoState } from '#domain/intro-videos/states'
import { isAdmin, isRegularTutor, isTutorManager } from '#domain/roles'
import { privateUrl } from '../files/store.ts'
import type { Act, At } from '../http/bind.ts'
import { listFilter, numberFilter } from '../http/filters.ts'
import { orderedPage, orderTerms } from '../http/pages.ts'
import { membersById } from '../users/store.ts'

const COLUMNS = {
  createdAt: introVideos.createdAt,
} as const

const videoView = async (row: typeof introVideos.$inferSelect, { actor, env, now }: At<typeof listIntroVideos>) => ({
  ...row,
  notes: maySeeNotes(row.state, row.tutorId === actor.id) ? row.notes : [],
  src: (await privateUrl(env, row.src, now)) ?? '',
})

async function page(at: At<typeof listIntroVideos>, mine: SQL | undefined) {
  const { db, query } = at
  const where = and(
    mine,
    listFilter(introVideos.id, query.ids),
    listFilter(introVideos.tutorId, query.tutorIds),
    listFilter(introVideos.reviewerId, query.reviewerIds),
    query.state && eq(introVideos.state, query.state),
    query.approved ? eq(introVideos.state, IntroVideoState.Approved) : undefined,
    numberFilter(introVideos.createdAt, query.createdAt),
  )
  const { rows, ...count } = await orderedPage(
    db,
    introVideos,
    where,
    query,
    orderTerms(COLUMNS, introVideos.id, query),
  )
  const memberOf = await membersById(
    db,
    rows.flatMap((row) => [row.tutorId, row.reviewerId]),
  )
  const views = rows.map(async (row) => ({
    ...(await videoView(row, at)),
    tutor: memberOf(row.tutorId),
    reviewer: memberOf(row.reviewerId),
  }))
  return { list: await Promise.all(views), ...count }
}

/**
 * A tutor's own, for admins all; a manager gets those to review apart, in `forReviewers` (docs/rules/onboarding.md 2.5).
 * @throws DomainError `forbidden` for a regular tutor who filters by tutors.
 */
export const list: Act<typeof listIntroVideos> = async (at) => {
  const { actor, query } = at
  if (isAdmin(actor.role)) return { main: await page(at, undefined) }
  if (isRegularTutor(actor.role) && query.tutorIds?.length) throw new DomainError('forbidden')
  const main = await page(at, eq(introVideos.tutorId, actor.id))
  if (!isTutorManager(actor.role)) return { main }
  return { main, forReviewers: await page(at, eq(introVideos.reviewerId, actor.id)) }
}
