import type { answerReport, changeReport, changeReports, noteReport } from '#contract/reports'
import { DomainError } from '#domain/errors'
import { InboxEntryKind } from '#domain/inbox/entries'
import type { Act, ActContext } from '../http/bind.ts'
import { answerRecord, noteRecord } from './answer.ts'
import { changeRecord } from './change.ts'
import { changeRecords } from './change-many.ts'
import { accountStatement, accountsOf } from './people.ts'
import { REPORT } from './records.ts'
import { findReport, reportThread } from './report-store.ts'

/**
 * Changes the state or the owner of a report (docs/rules/staff.md 6.1, 6.2).
 * @throws DomainError `report-not-found`, `empty-request`, `user-not-found`, `taken-by-another`, `illegal`.
 */
export const change: Act<typeof changeReport> = async (ctx) => {
  const { body, db, env, params, now } = ctx
  await changeRecord(ctx, 'report.change', REPORT, params.id, body)
  return reportThread(env, db, params.id, now)
}

/**
 * Changes several reports (docs/rules/staff.md 6.6).
 * @throws DomainError `empty-request`.
 */
export const changeMany: Act<typeof changeReports> = (ctx) =>
  changeRecords(ctx, 'report.changeMany', REPORT, ctx.body.changes)

/**
 * Answers a report by mail to the account that made it (docs/rules/staff.md 6.3).
 * @throws DomainError `report-not-found`, `illegal` for a closed report and for one without an account.
 */
export const answer: Act<typeof answerReport> = async (ctx) => {
  const { body, db, env, params, now } = ctx
  const { title, userId } = await findReport(db, params.id)
  const person = accountsOf(await accountStatement(db, userId === null ? [] : [userId])).person(userId)
  if (!person) throw new DomainError('illegal', 'report: no account to write to')
  await answerRecord(ctx, 'report.answer', REPORT, params.id, {
    kind: InboxEntryKind.AnsweredByEmail,
    text: body.text,
    mail: { to: person.email, name: person.name, title },
  })
  return reportThread(env, db, params.id, now)
}

/** @throws DomainError `report-not-found`. */
export const note: Act<typeof noteReport> = async (ctx) => {
  const { body, db, env, params, now } = ctx
  await noteRecord(ctx, 'report.note', REPORT, params.id, body.text)
  return reportThread(env, db, params.id, now)
}

/** The current thread, as after the first answer or note. */
export const recallThread = ({ db, env, now, params }: Omit<ActContext<typeof noteReport>, 'body'>) =>
  reportThread(env, db, params.id, now)
