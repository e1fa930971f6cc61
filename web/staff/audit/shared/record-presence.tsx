import { clsx } from 'clsx'
import { Eye } from 'lucide-react'
import type { RecordKind } from '#domain/staff/records'
import { staffAudit } from '#messages/staff-audit'
import { useMessages } from '../../../messages/messages.ts'
import { useFormat } from '../../../platform/format.ts'
import { useRecordPresence } from '../use-record-presence.ts'

type RecordPresenceProps = {
  kind: RecordKind
  id: number
  /** The line's margin, where what is around it gives none. */
  className?: string
}

/** «فلان فاتح السجل ده دلوقتي», for the top of a record's screen or dialog; nothing if nobody else has it open. */
export function RecordPresence({ kind, id, className }: RecordPresenceProps) {
  const t = useMessages(staffAudit)
  const format = useFormat()
  const others = useRecordPresence(kind, id)
  const names = others.map(({ name }) => name ?? t('presence.unnamed'))
  const [first = '', ...rest] = names
  return (
    <p
      role="status"
      className={names.length === 0 ? 'sr-only' : clsx('flex items-center gap-2 text-sm text-warning-ink', className)}
    >
      {names.length > 0 && (
        <>
          <Eye aria-hidden className="size-4 shrink-0" />
          {rest.length === 0
            ? t('presence.one', { name: first })
            : t('presence.several', { names: format.list(names) })}
        </>
      )}
    </p>
  )
}
