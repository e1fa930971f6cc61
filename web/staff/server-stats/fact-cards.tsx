import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ServerStats, SpanFigures } from '#contract/live/server-stats'
import { serverStats } from '#messages/server-stats'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Card, SectionHeading } from '../../ui/card.tsx'

type FactsProps = {
  title: string
  text?: string
  facts: readonly { key: string; label: ReactNode; value: ReactNode }[]
  /** Below the facts, or in their place. */
  children?: ReactNode
}

/** A card of names with figures. */
export function Facts({ title, text, facts, children }: FactsProps) {
  return (
    <Card>
      <SectionHeading title={title} text={text} />
      {facts.length > 0 && (
        <dl className="flex flex-col">
          {facts.map(({ key, label, value }) => (
            <div key={key} className="flex items-baseline justify-between gap-4 border-line border-t py-2">
              <dt className="min-w-0 break-words text-muted">{label}</dt>
              <dd translate="no" className="figures font-semibold">
                {value}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {children}
    </Card>
  )
}

/** Error codes by how often they were answered, the most frequent first. */
export function Codes({ codes }: { codes: Readonly<Record<string, number>> }) {
  const t = useMessages(serverStats)
  const format = useFormat()
  const counted = Object.entries(codes).sort(([, one], [, other]) => other - one)
  return (
    <Facts
      title={t('codes.title')}
      facts={counted.map(([code, count]) => ({
        key: code,
        label: (
          <bdi translate="no" dir="ltr" className="font-mono text-sm">
            {code}
          </bdi>
        ),
        value: format.number(count),
      }))}
    >
      {counted.length === 0 && <p className="text-muted">{t('codes.none')}</p>}
    </Facts>
  )
}

/** What all requests of a span of time took of the database. */
export function DatabaseFacts({ use }: { use: SpanFigures['database'] }) {
  const t = useMessages(serverStats)
  const format = useFormat()
  const ms = (value: number) => t('charts.ms', { value: format.number(value, { maximumFractionDigits: 0 }) })
  const fact = (key: keyof typeof serverStats.database & keyof typeof use, value: string) => ({
    key,
    label: t(`database.${key}`),
    value,
  })
  return (
    <Facts
      title={t('database.title')}
      facts={[
        fact('statements', format.number(use.statements)),
        fact('sqlMs', ms(use.sqlMs)),
        fact('waitMs', ms(use.waitMs)),
        fact('rowsRead', format.number(use.rowsRead)),
        fact('rowsWritten', format.number(use.rowsWritten)),
        fact('unreported', format.number(use.unreported)),
      ]}
    />
  )
}

/** Outgoing messages that have not gone out. */
export function Queue({ sample: { gauges } }: { sample: ServerStats }) {
  const t = useMessages(serverStats)
  const format = useFormat()
  const { due = 0, delayed = 0, parked = 0 } = gauges?.queue ?? {}
  return (
    <Facts
      title={t('queue.title')}
      facts={[
        { key: 'due', label: t('queue.due'), value: format.number(due) },
        { key: 'delayed', label: t('queue.delayed'), value: format.number(delayed) },
        { key: 'parked', label: t('queue.parked'), value: format.number(parked) },
      ]}
    >
      <Link to="/inbox" search={{ tab: 'messages' }} className="mt-3 inline-block py-1 font-semibold text-brand-ink">
        {t('queue.undelivered')}
      </Link>
    </Facts>
  )
}

/** The current connections (docs/rules/staff.md 7.6). */
export function Sockets({ sample: { gauges } }: { sample: ServerStats }) {
  const t = useMessages(serverStats)
  const format = useFormat()
  const rooms = Object.entries(gauges?.subscribers ?? {}).map(([room, count]) => ({
    key: room,
    label: (
      <bdi translate="no" dir="ltr" className="font-mono text-sm">
        {room}
      </bdi>
    ),
    value: format.number(count),
  }))
  return (
    <Facts
      title={t('sockets.title')}
      text={t('sockets.text')}
      facts={[
        { key: 'people', label: t('sockets.people'), value: format.number(gauges?.peopleOnline ?? 0) },
        { key: 'lessons', label: t('sockets.lessons'), value: format.number(gauges?.lessonsInProgress ?? 0) },
        ...rooms,
      ]}
    />
  )
}
