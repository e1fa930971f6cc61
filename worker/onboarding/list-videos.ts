import { and, eq, type SQL } from 'drizzle-orm'
import type { Query } from '#contract/call'
import type { listIntroVideos } from '#contract/intro-videos'
import type { RowsOf } from '#db/batch'
import type { Db } from '#db/client'
import { introVideos } from '#db/schema/intro-videos'
import { DomainError } from '#domain/errors'
import { maySeeNotes } from '#domain/onboarding/video-review'
import { IntroVideoState } from '#domain/onboarding/video-states'
import { isAdmin, isRegularTutor, isTutorManager } from '#domain/roles'
import { privateUrl } from '../files/store.ts'
import { type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { listFilter, numberFilter } from '../http/filters.ts'
import { orderTerms, pageOf, pageStatements, valuesOnPage } from '../http/pages.ts'
import { membersById, membersStatement } from '../users/store.ts'

const COLUMNS = {
  createdAt: introVideos.createdAt,
} as const

const videoView = async (
  row: typeof introVideos.$inferSelect,
  { actor, env, now }: ActContext<typeof listIntroVideos>,
) => ({
  ...row,
  notes: maySeeNotes(row.state, row.tutorId === actor.id) ? row.notes : [],
  src: (await privateUrl(env, row.src, now)) ?? '',
})

/** The statements of a page of these videos with their people, for `viewOf`. */
function statements(db: Db, query: Query<typeof listIntroVideos>, mine: SQL | undefined) {
  const where = and(
    mine,
    listFilter(introVideos.id, query.ids),
    listFilter(introVideos.tutorId, query.tutorIds),
    listFilter(introVideos.reviewerId, query.reviewerIds),
    query.state && eq(introVideos.state, query.state),
    query.approved ? eq(introVideos.state, IntroVideoState.Approved) : undefined,
    numberFilter(introVideos.createdAt, query.createdAt),
  )
  const page = [introVideos, where, query, orderTerms(COLUMNS, introVideos.id, query)] as const
  const held = valuesOnPage([introVideos.tutorId, introVideos.reviewerId], ...page)
  return [...pageStatements(db, ...page), membersStatement(db, held)] as const
}

type Found = RowsOf<ReturnType<typeof statements>>

async function viewOf(ctx: ActContext<typeof listIntroVideos>, [counted, found, members]: Found) {
  const { rows, ...count } = pageOf([counted, found])
  const memberOf = membersById(members)
  const views = rows.map(async (row) => ({
    ...(await videoView(row, ctx)),
    tutor: memberOf(row.tutorId),
    reviewer: memberOf(row.reviewerId),
  }))
  return { list: await Promise.all(views), ...count }
}

/**
 * A tutor's own videos; for admins all; for a manager also those to review, in `forReviewers` (docs/rules/onboarding.md
 * 2.5).
 * @throws DomainError `forbidden` for a regular tutor who filters by tutors.
 */
export const list = reading(
  ({ caller, query, db }: ReadRequest<typeof listIntroVideos>) => {
    const main = statements(db, query, isAdmin(caller.role) ? undefined : eq(introVideos.tutorId, caller.id))
    const toReview = statements(db, query, eq(introVideos.reviewerId, caller.id))
    return isTutorManager(caller.role) ? ([...main, ...toReview] as const) : main
  },
  async (ctx, [counted, found, members, ...toReview]) => {
    const { actor, query } = ctx
    if (isRegularTutor(actor.role) && query.tutorIds?.length) throw new DomainError('forbidden')
    const main = await viewOf(ctx, [counted, found, members])
    return toReview.length === 0 ? { main } : { main, forReviewers: await viewOf(ctx, toReview) }
  },
)
