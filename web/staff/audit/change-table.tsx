import { staffAudit } from '#messages/staff-audit'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { type Change, changesBetween, type Fields } from './shared/changes.ts'
import { fieldWord, valueWord } from './words.ts'

/** A value of either direction, isolated from the words around it. */
export function ShownValue({ kind, field, value }: { kind: string; field: string; value: unknown }) {
  const text = valueWord(kind, field, value, useFormat())
  return (
    <bdi translate="no" className="wrap-anywhere whitespace-pre-wrap" dir="auto">
      {text}
    </bdi>
  )
}

type ComparisonProps = {
  kind: string
  columns: readonly [string, string]
  rows: readonly { field: string; values: readonly [unknown, unknown] }[]
}

/** Two values of each field side by side. */
export function Comparison({ kind, columns, rows }: ComparisonProps) {
  const t = useMessages(staffAudit)
  return (
    <table className="w-full table-fixed border-collapse text-start text-sm">
      <thead>
        <tr className="border-line border-b text-muted">
          {[t('changes.field'), ...columns].map((heading) => (
            <th key={heading} scope="col" className="px-2 py-1.5 text-start font-medium">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ field, values: [one, other] }) => (
          <tr key={field} className="border-line border-b align-top last:border-0">
            <th scope="row" className="px-2 py-2 text-start font-medium">
              <bdi translate="no">{fieldWord(field)}</bdi>
            </th>
            <td className="px-2 py-2 text-muted">
              <ShownValue kind={kind} field={field} value={one} />
            </td>
            <td className="px-2 py-2">
              <ShownValue kind={kind} field={field} value={other} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type ChangeTableProps = { kind: string; before: Fields | null; after: Fields | null }

/** What a write has changed, field by field. */
export function ChangeTable({ kind, before, after }: ChangeTableProps) {
  const t = useMessages(staffAudit)
  const changes: readonly Change[] = changesBetween(before, after)
  if (changes.length === 0) return <p className="text-muted text-sm">{t('changes.none')}</p>
  return (
    <Comparison
      kind={kind}
      columns={[t('changes.before'), t('changes.after')]}
      rows={changes.map((change) => ({ field: change.field, values: [change.before, change.after] }))}
    />
  )
}
