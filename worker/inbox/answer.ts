import { InboxEntryKind } from '#domain/inbox/entries'
import { answerInboxRecord } from '#domain/inbox/states'
import type { Permission } from '#domain/permissions'
import { type Claiming, completionStatements } from '../http/completion.ts'
import { abortIf, decideAndWrite } from '../http/constraints.ts'
import { notifyQueues } from '../live/staff-queues.ts'
import { messageStatement, triggerDelivery } from '../messages/outbox.ts'
import { auditStatements } from '../staff/audit-store.ts'
import type { InboxRequest } from './change.ts'
import { entryStatement } from './entries.ts'
import { findRecord, hasChanged, type InboxKind, saveStatement } from './records.ts'

export type Answer = {
  kind: Exclude<InboxEntryKind, typeof InboxEntryKind.Note>
  text: string
  /** The recipient of the mail; null for an answer that was given by other means. */
  mail: { to: string; name: string | null; title: string } | null
}

/**
 * Writes an answer to a record and, in the same batch, its mail; the record's state becomes answered (docs/rules/staff.md
 * 6.3).
 * @throws DomainError `illegal` for a closed record, `taken-by-another` when concurrent changes keep winning, and the
 * kind's code when there is no such record.
 */
export async function answerRecord(
  ctx: InboxRequest & Claiming,
  act: Permission,
  kind: InboxKind,
  id: number,
  { kind: entryKind, text, mail }: Answer,
): Promise<void> {
  const { actor, db, now, env } = ctx
  const messageKey = mail ? `inbox:${crypto.randomUUID()}` : null
  const entry = { kind: entryKind, text, authorId: actor.id, ...(messageKey === null ? {} : { messageKey }) }
  const params = { name: mail?.name ?? '', title: mail?.title ?? '', answer: text }
  await decideAndWrite(
    async () => {
      const before = await findRecord(db, kind, id)
      return { before, after: answerInboxRecord(before, actor.id) }
    },
    ({ before, after }) =>
      db.batch([
        abortIf(db, 'entry-answered', hasChanged(kind, id, before)),
        entryStatement(db, kind, id, entry, now),
        saveStatement(db, kind, id, after, now),
        ...completionStatements(ctx, null),
        ...(mail
          ? [messageStatement(db, { channel: 'email', to: mail.to, template: 'inbox_answer', params }, now, messageKey)]
          : []),
        ...auditStatements(ctx, {
          act,
          kind: kind.name,
          id,
          before: { state: before.state, ownerId: before.ownerId },
          after: { ...after, answeredBy: entryKind },
        }),
      ]),
    'taken-by-another',
  )
  if (mail) await triggerDelivery(env)
  ctx.after(notifyQueues(env, kind.queue))
}

/** Adds a note for staff to an existing record (docs/rules/staff.md 6.4). */
export async function noteRecord(
  ctx: InboxRequest & Claiming,
  act: Permission,
  kind: InboxKind,
  id: number,
  text: string,
): Promise<void> {
  const { actor, db, now } = ctx
  await findRecord(db, kind, id)
  await db.batch([
    entryStatement(db, kind, id, { kind: InboxEntryKind.Note, text, authorId: actor.id }, now),
    ...completionStatements(ctx, null),
    ...auditStatements(ctx, { act, kind: kind.name, id, after: { noted: true } }),
  ])
}
