import { useQuery, useQueryClient } from '@tanstack/react-query'
import { InboxState } from '#domain/inbox/states'
import { staffInbox } from '../../i18n/ar/staff-inbox.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { errorText } from '../../platform/error-text.ts'
import { keys } from '../../platform/query-keys.ts'
import { toast, UNDO_MS } from '../../ui/toasts.ts'
import type { InboxChange, InboxRecord, InboxSource } from './records.ts'

const TOAST = 'inbox'

/** A record that is open, and what can be done with it. Every change can be undone from its notice. */
export function useRecord(source: InboxSource, id: number) {
  const t = useMessages(staffInbox)
  const client = useQueryClient()
  const me = useMe()
  const queryKey = [...keys.inbox, source.kind, id]
  const query = useQuery({ queryKey, queryFn: ({ signal }) => source.read(id, { signal }) })

  /** What was answered is shown at once; the lists are fetched again. */
  const keep = (record: InboxRecord) => {
    client.setQueryData(queryKey, record)
    void client.invalidateQueries({ queryKey: keys.inbox, predicate: (one) => one.queryKey[2] !== id })
    return record
  }
  const change = async (record: InboxRecord, body: InboxChange, done: string, undo: InboxChange | null) => {
    try {
      const changed = keep(await source.change(id, body, { version: record.updatedAt }))
      const actions = undo && [{ label: t('undo'), onAction: () => void change(changed, undo, t('undone'), null) }]
      toast.success(done, { id: TOAST, ...(actions ? { actions, duration: UNDO_MS } : {}) })
    } catch (error) {
      toast.error(t('failed'), { description: errorText(error), id: TOAST })
      void query.refetch()
    }
  }

  const take = (record: InboxRecord) => {
    const previousOwnerId = record.owner?.id ?? null
    const back = { ownerId: previousOwnerId, previousOwnerId: me.id, state: record.state }
    return change(record, { ownerId: me.id, previousOwnerId }, t('done.taken'), back)
  }
  const giveBack = (record: InboxRecord) =>
    change(record, { ownerId: null, previousOwnerId: me.id }, t('done.givenBack'), {
      ownerId: me.id,
      state: record.state,
    })
  const close = (record: InboxRecord) =>
    change(record, { state: InboxState.Closed }, t('done.closed'), { state: record.state })
  const reopen = (record: InboxRecord) => {
    const state = record.owner ? InboxState.InProgress : InboxState.New
    return change(record, { state }, t('done.reopened'), { state: InboxState.Closed })
  }
  return { query, keep, take, giveBack, close, reopen, isMine: query.data?.owner?.id === me.id }
}
