import { useQueryClient } from '@tanstack/react-query'
import { MailCheck, RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { discardMessages, listUndelivered, retryMessages } from '#contract/calls/messages'
import type { UndeliveredMessage } from '#contract/messages'
import { DELIVERY_STATES } from '#domain/messages/delivery'
import { messageTemplates } from '#messages/message-templates'
import { staffInbox } from '#messages/staff-inbox'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { errorText } from '../../platform/error-text.ts'
import { keys } from '../../platform/query-keys.ts'
import { Badge } from '../../ui/badge.tsx'
import { toast } from '../../ui/toasts.ts'
import { column } from '../table/shared/column.tsx'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'

const TOAST = 'messages'
const CHANNELS = ['email', 'whatsapp'] as const

const STATE_TONES = {
  parked: 'warning',
  failed: 'danger',
  sent: 'info',
  delivered: 'success',
  read: 'success',
} as const

/** A newer server may send kinds of which this page has not heard. */
const nameOf = (template: string): string =>
  Object.hasOwn(messageTemplates, template) ? messageTemplates[template as keyof typeof messageTemplates] : template

type Doomed = { rows: readonly UndeliveredMessage[]; clear: () => void }

/** Messages that were not delivered: sent again, or discarded with a reason; one or many. */
export function MessageList() {
  const t = useMessages(staffInbox)
  const client = useQueryClient()
  const [doomed, setDoomed] = useState<Doomed | null>(null)
  const refetch = () => client.invalidateQueries({ queryKey: keys.inbox })
  const fail = (error: unknown) => toast.error(t('messages.failed'), { description: errorText(error), id: TOAST })

  const retry = async (rows: readonly UndeliveredMessage[], clear: () => void) => {
    if (rows.some(({ retryable }) => !retryable)) {
      toast.warning(t('messages.codesTitle'), { description: t('messages.codesText'), id: TOAST })
      return
    }
    try {
      const { count } = await request(retryMessages, { body: { ids: rows.map(({ id }) => id) } })
      toast.success(t('messages.retried', { count }), { id: TOAST })
      clear()
    } catch (error) {
      fail(error)
    }
    await refetch()
  }
  const discard = async ({ rows, clear }: Doomed, reason: string) => {
    try {
      const { count } = await request(discardMessages, { body: { ids: rows.map(({ id }) => id) } }, { reason })
      toast.success(t('messages.discarded', { count }), { id: TOAST })
      clear()
    } catch (error) {
      fail(error)
      throw error
    }
    await refetch()
  }
  const alone = () => {}
  /** Only messages that wait for staff can be sent again or given up. */
  const withParked = (rows: readonly UndeliveredMessage[], act: () => void) => {
    if (rows.every(({ state }) => state === 'parked')) act()
    else toast.warning(t('messages.onlyParked'), { id: TOAST })
  }
  return (
    <>
      <DataList
        id="inbox-messages"
        title={t('tabs.messages')}
        headingLevel={2}
        call={listUndelivered}
        queryKey={[...keys.inbox, 'messages']}
        columns={useColumns()}
        filters={{
          state: {
            label: t('filters.messageState'),
            kind: 'one',
            options: DELIVERY_STATES.map((value) => ({ value, label: t(`messages.states.${value}`) })),
          },
          channel: {
            label: t('filters.channel'),
            kind: 'one',
            options: CHANNELS.map((value) => ({ value, label: t(`messages.channels.${value}`) })),
          },
          templates: {
            label: t('filters.templates'),
            kind: 'several',
            options: Object.entries(messageTemplates).map(([value, label]) => ({ value, label })),
          },
          createdAt: { label: t('filters.createdAt'), kind: 'dates' },
        }}
        rowName={({ template, to }) => t('messages.rowName', { template: nameOf(template), to })}
        rowActions={(row) => [
          {
            label: t('messages.retry'),
            icon: RotateCw,
            disabled: !row.retryable || row.state !== 'parked',
            onSelect: () => void retry([row], alone),
          },
          {
            label: t('messages.discard'),
            icon: Trash2,
            tone: 'danger',
            disabled: row.state !== 'parked',
            onSelect: () => setDoomed({ rows: [row], clear: alone }),
          },
        ]}
        bulkActions={[
          {
            label: t('messages.retry'),
            icon: RotateCw,
            onAct: (rows, clear) => withParked(rows, () => void retry(rows, clear)),
          },
          {
            label: t('messages.discard'),
            icon: Trash2,
            variant: 'danger',
            onAct: (rows, clear) => withParked(rows, () => setDoomed({ rows, clear })),
          },
        ]}
        empty={{ title: t('empty.messages'), text: t('empty.messagesText'), icon: MailCheck }}
      />
      {doomed && (
        <ReasonDialog
          title={t('messages.discardTitle', { count: doomed.rows.length })}
          description={t('messages.discardText', { count: doomed.rows.length })}
          confirmLabel={t('messages.discard')}
          onConfirm={(reason) => discard(doomed, reason)}
          onClose={() => setDoomed(null)}
        />
      )}
    </>
  )
}

function useColumns(): ListColumn<typeof listUndelivered>[] {
  const t = useMessages(staffInbox)
  const { channels, states } = staffInbox.messages
  return [
    {
      id: 'template',
      header: t('messages.columns.template'),
      csv: ({ template }) => nameOf(template),
      cell: ({ template, retryable, mayHaveArrived, state, fallbackSent }) => (
        <span className="flex flex-wrap items-center gap-2">
          {nameOf(template)}
          {!retryable && state === 'parked' && <Badge tone="warning">{t('messages.expired')}</Badge>}
          {mayHaveArrived && <Badge tone="info">{t('messages.mayHaveArrived')}</Badge>}
          {fallbackSent && <Badge tone="info">{t('messages.fallbackSent')}</Badge>}
        </span>
      ),
    },
    column.enum('state', t('messages.columns.state'), ({ state }) => state, states, {
      priority: 2,
      tones: STATE_TONES,
    }),
    {
      id: 'to',
      header: t('messages.columns.to'),
      priority: 1,
      csv: ({ to }) => to,
      cell: ({ to }) => (
        <bdi translate="no" dir="ltr">
          {to}
        </bdi>
      ),
    },
    column.enum('channel', t('messages.columns.channel'), ({ channel }) => channel, channels, { priority: 2 }),
    {
      id: 'lastError',
      header: t('messages.columns.lastError'),
      priority: 3,
      wrap: true,
      csv: ({ lastError }) => lastError,
      cell: ({ lastError }) => (
        <span dir="ltr" className="block max-w-md text-start text-sm">
          {lastError}
        </span>
      ),
    },
    column.number('attempts', t('messages.columns.attempts'), ({ attempts }) => attempts),
    column.moment('sentAt', t('messages.columns.sentAt'), ({ sentAt }) => sentAt),
    column.moment('deliveredAt', t('messages.columns.deliveredAt'), ({ deliveredAt }) => deliveredAt),
    column.moment('readAt', t('messages.columns.readAt'), ({ readAt }) => readAt),
    column.moment('createdAt', t('messages.columns.createdAt'), ({ createdAt }) => createdAt, { priority: 4 }),
  ]
}
