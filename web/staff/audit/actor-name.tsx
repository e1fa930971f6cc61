import type { AuditEntry } from '#contract/audit'
import { enums } from '#messages/enums'
import { staffAudit } from '#messages/staff-audit'
import { useMessages } from '../../messages/messages.ts'

/** Who has written, with the role at that time. */
export function ActorName({ actor: { id, name, role } }: Pick<AuditEntry, 'actor'>) {
  const t = useMessages(staffAudit)
  return (
    <span className="text-muted text-sm">
      {t('byWhom', { name: name ?? t('nameless', { id: String(id) }), role: enums.role[role] })}
    </span>
  )
}
