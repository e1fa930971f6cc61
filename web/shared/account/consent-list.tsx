import type { Consent, ConsentRegister } from '#contract/consents'
import { fromIso } from '#domain/cairo'
import { consents } from '#messages/consents'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Badge } from '../../ui/badge.tsx'

/** What somebody has agreed to, the latest first, and what is still to be accepted (docs/rules/privacy.md 5.6). */
export function ConsentList({ register: { list, due } }: { register: ConsentRegister }) {
  const t = useMessages(consents)
  const format = useFormat()
  return (
    <div className="flex flex-col gap-3">
      {list.length === 0 && <p className="text-muted">{t('empty')}</p>}
      <ul className="flex flex-col divide-y divide-line empty:hidden">
        {list.map((one) => (
          <Line key={`${one.kind} ${one.version} ${one.createdAt} ${one.given}`} consent={one} />
        ))}
      </ul>
      {due.length > 0 && (
        <p className="font-semibold text-warning-ink">
          {t('due', { texts: format.list(due.map(({ text }) => t(`kinds.${text}`))) })}
        </p>
      )}
    </div>
  )
}

function Line({ consent: { kind, version, given, place, createdAt } }: { consent: Consent }) {
  const t = useMessages(consents)
  const format = useFormat()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
      <span className="min-w-0 flex-1 basis-56">
        <span className="block font-semibold">{t(`kinds.${kind}`)}</span>
        <span className="block text-muted text-sm">
          {t('version', { version })} · {t(`places.${place}`)} · {format.moment(fromIso(createdAt))}
        </span>
      </span>
      <Badge tone={given ? 'success' : 'neutral'}>{t(given ? 'given' : 'withdrawn')}</Badge>
    </li>
  )
}
