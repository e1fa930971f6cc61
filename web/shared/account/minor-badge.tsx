import { guardian } from '#messages/guardian'
import { useMessages } from '../../messages/messages.ts'
import { Badge } from '../../ui/badge.tsx'

/** Tells the other person, or staff, that a student is under 18 (docs/rules/privacy.md 6.7). */
export function MinorBadge() {
  const t = useMessages(guardian)
  return <Badge tone="info">{t('minor')}</Badge>
}
