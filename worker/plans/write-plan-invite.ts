import { and, eq, notInArray, sql } from 'drizzle-orm'
import type { createPlanInvites, deletePlanInvite, editPlanInvites } from '#contract/plan-invites'
import { batchReturning } from '#db/batch'
import type { Db } from '#db/client'
import { planInvites } from '#db/schema/plans'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { Role } from '#domain/roles'
import type { Act, ActContext, Recall } from '../http/bind.ts'
import { completionStatements } from '../http/completion.ts'
import { abortIf, violationIn } from '../http/constraints.ts'
import { isAmong } from '../http/filters.ts'
import { assertVersion, nextVersion, versionStatement } from '../http/versions.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { auditedPlanInvite, findPlanInvites, type PlanInviteRow, parseExpiry } from './plan-invite-store.ts'
import { findPlan } from './store.ts'

const studentsAmong = (ids: readonly number[]) => and(eq(users.role, Role.Student), isAmong(users.id, ids))

async function assertStudents(db: Db, ids: readonly number[]): Promise<void> {
  const found = await db.select({ id: users.id }).from(users).where(studentsAmong(ids))
  if (found.length < new Set(ids).size) throw new DomainError('student-not-found')
}

const refuseAllInvited = (error: unknown): never => {
  throw violationIn(error) ? new DomainError('illegal', 'userIds: all of them are invited already') : error
}

/**
 * The invite of the first of these students, among those that the preceding statement has created. Their ids are
 * consecutive, which they would not be if a conflict had skipped a row.
 */
const firstCreated = (userIds: readonly number[]) =>
  sql<number>`(SELECT i.id FROM ${planInvites} i JOIN json_each(${JSON.stringify(userIds)}) named ON named.value = i.user_id
    WHERE i.id > last_insert_rowid() - changes() ORDER BY named.key LIMIT 1)`

/**
 * Invites students to a plan; students who already have an invite are skipped (docs/rules/minutes.md 2.1).
 * @throws DomainError `plan-not-found`, `student-not-found`, `illegal` when all were already invited, `bad-request`.
 */
export const create: Act<typeof createPlanInvites> = async (ctx) => {
  const { actor, body, db, now } = ctx
  const { userIds, planId } = body
  const expiresAt = parseExpiry(body.expiresAt, now)
  await findPlan(db, planId)
  await assertStudents(db, userIds)
  const invited = db.select({ id: planInvites.userId }).from(planInvites).where(eq(planInvites.planId, planId))
  const write = db.batch([
    db
      .insert(planInvites)
      .select(
        db
          .select({
            id: sql<number>`NULL`.as('id'),
            userId: users.id,
            planId: sql<number>`${planId}`.as('plan_id'),
            createdBy: sql<number>`${actor.id}`.as('created_by'),
            expiresAt: sql<number | null>`${expiresAt}`.as('expires_at'),
            createdAt: sql<number>`${now}`.as('created_at'),
            updatedAt: sql<number>`${now}`.as('updated_at'),
          })
          .from(users)
          .where(and(studentsAmong(userIds), notInArray(users.id, invited))),
      )
      .returning(),
    abortIf(db, 'all-invited', sql`changes() = 0`),
    ...completionStatements(ctx, firstCreated(userIds)),
    ...auditStatements(ctx, { act: 'planInvite.create', kind: 'plan', id: planId, after: body }),
  ])
  const [created] = await write.catch(refuseAllInvited)
  const [first] = userIds.flatMap((id) => created.filter((invite) => invite.userId === id))
  if (!first) throw new Error('The new invite was not returned')
  return first
}

/** @throws DomainError `invite-not-found`. */
export const recallCreated: Recall<typeof createPlanInvites> = async ({ db }, made) => {
  const [invite] = await findPlanInvites(db, [Number(made)])
  if (!invite) throw new DomainError('invite-not-found')
  return invite
}

/** @throws DomainError `bad-request` for a version together with several invites, `version-conflict`. */
function assertOneVersion(ctx: ActContext<typeof editPlanInvites>, [invite, ...others]: PlanInviteRow[]): void {
  if (ctx.version === null || !invite) return
  if (others.length > 0) throw new DomainError('bad-request', 'If-Match: several invites have no common version')
  assertVersion(ctx, invite)
}

/**
 * Changes the expiry of invites; without a day they never expire. Each has its own entry in the audit log.
 * @throws DomainError `invite-not-found`, `bad-request` for a day that has passed and for a version together with several
 * invites, `version-conflict`.
 */
export const edit: Act<typeof editPlanInvites> = async (ctx) => {
  const { body, db, now } = ctx
  const expiresAt = parseExpiry(body.expiresAt, now)
  const found = await findPlanInvites(db, body.ids)
  if (found.length < new Set(body.ids).size) throw new DomainError('invite-not-found')
  assertOneVersion(ctx, found)
  const audit = found.flatMap((invite) =>
    auditStatements(ctx, {
      act: 'planInvite.edit',
      kind: 'plan-invite',
      id: invite.id,
      before: { expiresAt: auditedPlanInvite(invite).expiresAt },
      after: { expiresAt: auditedPlanInvite({ ...invite, expiresAt }).expiresAt },
    }),
  )
  const saved = db
    .update(planInvites)
    .set({ expiresAt, updatedAt: nextVersion(planInvites, now) })
    .where(isAmong(planInvites.id, body.ids))
    .returning({ id: planInvites.id })
  const checks = found.map(({ id }) => versionStatement(ctx, planInvites, id))
  await batchReturning(db, [...checks, ...audit], saved)
  return undefined
}

/** @throws DomainError `invite-not-found`. */
export const remove: Act<typeof deletePlanInvite> = async (ctx) => {
  const { params, db } = ctx
  const [invite] = await findPlanInvites(db, [params.id])
  if (!invite) throw new DomainError('invite-not-found')
  assertVersion(ctx, invite)
  await db.batch([
    versionStatement(ctx, planInvites, params.id),
    db.delete(planInvites).where(eq(planInvites.id, params.id)),
    ...auditStatements(ctx, {
      act: 'planInvite.delete',
      kind: 'plan-invite',
      id: params.id,
      before: auditedPlanInvite(invite),
    }),
  ])
  return undefined
}
