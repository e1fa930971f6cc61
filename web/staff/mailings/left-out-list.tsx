import type { LeftOut } from '#contract/mailings'
import { staffMailings } from '#messages/staff-mailings'
import { useMessages } from '../../messages/messages.ts'

/** Who does not get a message and why, before it is sent and afterwards. */
export function LeftOutList({ people }: { people: readonly LeftOut[] }) {
  const t = useMessages(staffMailings)
  return (
    <ul aria-label={t('leftOut')} className="flex flex-col gap-1 text-sm">
      {people.map(({ id, name, reason }) => (
        <li key={id}>
          <bdi translate="no">{name ?? id}</bdi> <span className="text-muted">{t(`reasons.${reason}`)}</span>
        </li>
      ))}
    </ul>
  )
}
