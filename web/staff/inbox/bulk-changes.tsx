import { useQueryClient } from '@tanstack/react-query'
import { Archive, Hand, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { InboxOutcome } from '#contract/inbox'
import { InboxState, MAX_INBOX_CHANGES } from '#domain/inbox/states'
import { staffInbox } from '#messages/staff-inbox'
import { useMessages } from '../../messages/messages.ts'
import { writtenIn } from '../../messages/written-in.ts'
import { useMe } from '../../platform/current-user.ts'
import { codeText, errorText } from '../../platform/error-text.ts'
import { keys } from '../../platform/query-keys.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast, UNDO_MS } from '../../ui/toasts.ts'
import type { InboxRecord, InboxSource, ListedChange } from './records.ts'

/** What a list shows of a record. */
export type ListedRecord = Pick<InboxRecord, 'id' | 'title' | 'state' | 'owner' | 'updatedAt'>

const ACTS = { take: Hand, close: Archive, reopen: RotateCcw } as const
type Act = keyof typeof ACTS

const TOAST = 'inbox'

/** The change that an act makes of a record, over the version in the list; null for one to which it has nothing to do. */
function changeOf(act: Act, { id, state, owner, updatedAt: version }: ListedRecord, me: number): ListedChange | null {
  const isClosed = state === InboxState.Closed
  // A colleague's record is taken from its own pane; here it is refused, and named.
  if (act === 'take') return owner?.id === me ? null : { id, ownerId: me, version }
  if (act === 'close') return isClosed ? null : { id, state: InboxState.Closed, version }
  return isClosed ? { id, state: owner ? InboxState.InProgress : InboxState.New, version } : null
}

/** What can be done with several records (docs/rules/staff.md 6.6): to be undone from its notice; `refusals` names the others. */
export function useBulkChanges(source: InboxSource) {
  const t = useMessages(staffInbox)
  const client = useQueryClient()
  const me = useMe()
  const [refused, setRefused] = useState<readonly { title: string; why: string; id: number }[]>([])

  const send = async (
    changes: readonly ListedChange[],
    rows: readonly ListedRecord[],
  ): Promise<InboxOutcome | null> => {
    try {
      const outcome = await source.changeMany(changes)
      const titles = new Map(rows.map(({ id, title }) => [id, title]))
      setRefused(
        outcome.refused.map(({ id, code }) => ({ id, title: titles.get(id) ?? String(id), why: codeText(code) })),
      )
      return outcome
    } catch (error) {
      toast.error(t('failed'), { description: errorText(error), id: TOAST })
      return null
    } finally {
      void client.invalidateQueries({ queryKey: keys.inbox })
    }
  }
  const undo = async ({ changed }: InboxOutcome, rows: readonly ListedRecord[]) => {
    const before = new Map(rows.map((row) => [row.id, row]))
    const back = changed.flatMap(({ id, ownerId, updatedAt: version }) => {
      const row = before.get(id)
      if (!row) return []
      return { id, state: row.state, ownerId: row.owner?.id ?? null, previousOwnerId: ownerId, version }
    })
    if ((await send(back, rows))?.changed.length) toast.success(t('undone'), { id: TOAST })
  }
  const act = async (name: Act, rows: readonly ListedRecord[], clear: () => void) => {
    const changes = rows.flatMap((row) => changeOf(name, row, me.id) ?? [])
    if (changes.length === 0) return void toast.warning(t(`bulk.nothing.${name}`), { id: TOAST })
    if (changes.length > MAX_INBOX_CHANGES)
      return void toast.warning(t('bulk.tooMany', { max: MAX_INBOX_CHANGES }), { id: TOAST })
    const outcome = await send(changes, rows)
    if (!outcome) return
    clear()
    const count = outcome.changed.length
    if (count === 0) return
    const actions = [{ label: t('undo'), onAction: () => void undo(outcome, rows) }]
    toast.success(t(`bulk.done.${name}`, { count }), { id: TOAST, actions, duration: UNDO_MS })
  }
  const label = { take: t('take'), close: t('closeRecord'), reopen: t('reopen') }
  return {
    bulkActions: (Object.keys(ACTS) as Act[]).map((name) => ({
      label: label[name],
      icon: ACTS[name],
      onAct: (rows: readonly ListedRecord[], clear: () => void) => void act(name, rows, clear),
    })),
    refusals: refused.length > 0 && (
      <Dialog
        open
        onClose={() => setRefused([])}
        title={t('bulk.refused', { count: refused.length })}
        footer={<Button onClick={() => setRefused([])}>{t('bulk.understood')}</Button>}
      >
        <ul className="flex flex-col gap-3">
          {refused.map(({ id, title, why }) => (
            <li key={id}>
              <p dir="auto" lang={writtenIn(title)} className="font-semibold">
                {title}
              </p>
              <p className="text-muted text-sm">{why}</p>
            </li>
          ))}
        </ul>
      </Dialog>
    ),
  }
}
