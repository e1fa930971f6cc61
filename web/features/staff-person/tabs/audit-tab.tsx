import { staffPerson } from '../../../i18n/ar/staff-person.ts'
import { useMessages } from '../../../i18n/messages.ts'

export function AuditTab() {
  const t = useMessages(staffPerson)
  return <p className="text-muted">{t('audit.none')}</p>
}
