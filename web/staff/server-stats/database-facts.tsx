import type { SpanFigures } from '#contract/live/server-stats'
import { serverStats } from '#messages/server-stats'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Facts } from './facts.tsx'

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
