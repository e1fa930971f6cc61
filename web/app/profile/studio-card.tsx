import { settings } from '#messages/settings'
import { useMessages } from '../../messages/messages.ts'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { PhotoSessionStation } from '../onboarding/shared/photo-session-station.tsx'

/** The studio, its media of the tutor, and which of them students see (docs/rules/tutors.md 1.5, 1.7). */
export function StudioCard() {
  const t = useMessages(settings)
  return (
    <Card padding="lg">
      <SectionHeading title={t('page.media')} />
      <PhotoSessionStation />
    </Card>
  )
}
