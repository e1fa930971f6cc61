import { useQuery } from '@tanstack/react-query'
import { platformNotice } from '#messages/platform-notice'
import { useMessages } from '../../../messages/messages.ts'
import { publicSettingsQuery } from '../../../shared/shell/queries.ts'
import { Banner } from '../../../ui/banner.tsx'

/** Says before a form is filled in that tutors cannot register at present (docs/rules/staff.md 11.4). */
export function RegistrationNotice() {
  const t = useMessages(platformNotice)
  const { data } = useQuery(publicSettingsQuery)
  if (!data?.tutorRegistrationPaused) return null
  return (
    <Banner tone="warning" title={t('registrationPaused')} announce="status">
      {t('registrationPausedText')}
    </Banner>
  )
}
