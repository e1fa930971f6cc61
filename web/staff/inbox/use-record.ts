import { useQuery, useQueryClient } from '@tanstack/react-query'
import { InboxState } from '#domain/inbox/states'
import { staffInbox } from '#messages/staff-inbox'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { errorText } from '../../platform/error-text.ts'
import { keys } from '../../platform/query-keys.ts'
import { toast, UNDO_MS } from '../../ui/toasts.ts'
import { saveVersioned } from '../audit/shared/versioned-save.ts'
import { type InboxChange, type InboxRecord, type InboxSource, recordKindOf } from './records.ts'

const TOAST = 'inbox'

/** Whom an owner replaces is known when the change is sent. */
type Change = Omit<InboxChange, 'previousOwnerId'>

const ownerName = (owner: InboxRecord['owner']): string | null => owner && (owner.name ?? owner.email)
const fieldsOf = ({ state, owner }: InboxRecord) => ({ state, ownerId: ownerName(owner) })

/** A record that is open, and what can be done with it. Every change can be undone from its notice. */
export function useRecord(source: InboxSource, id: number) {
  const t = useMessages(staffInbox)
  const client = useQueryClient()
  const me = useMe()
  const queryKey = [...keys.inbox, source.kind, id]
  const query = useQuery({ queryKey, queryFn: ({ signal }) => source.read(id, { signal }) })

  /** Shows the answered record immediately; the lists are fetched again. */
  const keep = (record: InboxRecord) => {
    client.setQueryData(queryKey, record)
    void client.invalidateQueries({ queryKey: keys.inbox, predicate: (one) => one.queryKey[2] !== id })
    return record
  }
  /** The owner's name: this admin, or the record's previous owner. */
  const nameOf = (ownerId: number, { owner }: InboxRecord) =>
    ownerId === me.id ? (me.name ?? me.email) : owner?.id === ownerId ? ownerName(owner) : String(ownerId)
  /** Over the version that is shown; where somebody else was first, both are shown (docs/rules/staff.md 3.3). */
  const save = (record: InboxRecord, body: Change) => {
    const { ownerId, ...rest } = body
    const changes = ownerId === undefined ? rest : { ...rest, ownerId: ownerId && nameOf(ownerId, record) }
    return saveVersioned({
      kind: recordKindOf(source),
      read: record,
      changes,
      // Whom the owner replaces is known by the version that the change is made on.
      save: (options, { owner }) => source.change(id, { ...body, previousOwnerId: owner?.id ?? null }, options),
      reload: () => source.read(id, {}),
      fieldsOf,
    })
  }
  const change = async (record: InboxRecord, body: Change, done: string, undo?: (before: InboxRecord) => Change) => {
    try {
      const outcome = await save(record, body)
      const changed = keep(outcome.outcome === 'saved' ? outcome.saved : outcome.stored)
      if (outcome.outcome === 'discarded') return
      const back = undo?.(outcome.over)
      const actions = back && [{ label: t('undo'), onAction: () => void change(changed, back, t('undone')) }]
      toast.success(done, { id: TOAST, ...(actions ? { actions, duration: UNDO_MS } : {}) })
    } catch (error) {
      toast.error(t('failed'), { description: errorText(error), id: TOAST })
      void query.refetch()
    }
  }

  const ownerBefore = ({ owner, state }: InboxRecord) => ({ ownerId: owner?.id ?? null, state })
  const stateBefore = ({ state }: InboxRecord) => ({ state })
  const take = (record: InboxRecord) => change(record, { ownerId: me.id }, t('done.taken'), ownerBefore)
  const giveBack = (record: InboxRecord) => change(record, { ownerId: null }, t('done.givenBack'), ownerBefore)
  const close = (record: InboxRecord) => change(record, { state: InboxState.Closed }, t('done.closed'), stateBefore)
  const reopen = (record: InboxRecord) => {
    const state = record.owner ? InboxState.InProgress : InboxState.New
    return change(record, { state }, t('done.reopened'), stateBefore)
  }
  return { query, keep, take, giveBack, close, reopen, isMine: query.data?.owner?.id === me.id }
}
