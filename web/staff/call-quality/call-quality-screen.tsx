import { Signal } from 'lucide-react'
import type { CallNetwork } from '#contract/call-quality'
import { listCallNetworks } from '#contract/calls/call-quality'
import { deviceClasses } from '#domain/sessions/call-quality'
import { staffCallQuality } from '#messages/staff-call-quality'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { Page } from '../../ui/page.tsx'
import { column } from '../table/shared/column.tsx'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'

/** How calls were in the last four weeks, by network operator and class of device (docs/rules/staff.md 17.1). */
export function CallQualityScreen() {
  const t = useMessages(staffCallQuality)
  const operatorOf = ({ operator }: CallNetwork) => operator || t('unknownOperator')
  return (
    <Page>
      <DataList
        id="call-quality"
        title={t('title')}
        call={listCallNetworks}
        queryKey={keys.callQuality}
        columns={useColumns(operatorOf)}
        filters={{
          device: {
            label: t('filters.device'),
            kind: 'one',
            options: deviceClasses.map((value) => ({ value, label: t(`devices.${value}`) })),
          },
          measured: { label: t('filters.measured'), kind: 'numbers' },
        }}
        rowId={({ operator, device }) => `${device} ${operator}`}
        rowName={(row) => t('rowName', { operator: operatorOf(row), device: t(`devices.${row.device}`) })}
        empty={{ title: t('empty'), text: t('emptyText'), icon: Signal }}
      />
    </Page>
  )
}

function useColumns(operatorOf: (row: CallNetwork) => string): ListColumn<typeof listCallNetworks>[] {
  const t = useMessages(staffCallQuality)
  const format = useFormat()
  /** Given in hundredths of a percent. */
  const share = (
    id: string,
    header: string,
    value: (row: CallNetwork) => number | null,
    look: Pick<ListColumn<typeof listCallNetworks>, 'sort' | 'priority'> = {},
  ): ListColumn<typeof listCallNetworks> => ({
    id,
    header,
    align: 'end',
    ...look,
    csv: (row) => {
      const shown = value(row)
      return shown === null ? null : shown / 100
    },
    cell: (row) => {
      const shown = value(row)
      return shown === null ? t('unknown') : format.percent(Math.round(shown / 10) * 10)
    },
  })
  return [
    column.text('operator', t('columns.operator'), operatorOf),
    column.enum('device', t('columns.device'), ({ device }) => device, staffCallQuality.devices, { priority: 1 }),
    column.number('calls', t('columns.calls'), ({ calls }) => calls),
    column.number('measured', t('columns.measured'), ({ measured }) => measured, { sort: 'measured', priority: 3 }),
    share('poorShare', t('columns.poorShare'), ({ poorShare }) => poorShare, { sort: 'poorShare', priority: 2 }),
    column.number('failed', t('columns.failed'), ({ failed }) => failed, { sort: 'failed', priority: 4 }),
    share('relayShare', t('columns.relayShare'), ({ relayShare }) => relayShare),
    // In thousandths.
    share('loss', t('columns.loss'), ({ loss }) => (loss === null ? null : loss * 10)),
    {
      id: 'roundTrip',
      header: t('columns.roundTrip'),
      align: 'end',
      csv: ({ roundTripMs }) => roundTripMs,
      cell: ({ roundTripMs }) =>
        roundTripMs === null ? t('unknown') : t('milliseconds', { count: format.number(roundTripMs) }),
    },
    column.moment('computedAt', t('columns.computedAt'), ({ computedAt }) => computedAt, { hidden: true }),
  ]
}
