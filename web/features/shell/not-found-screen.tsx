import { Compass } from 'lucide-react'
import { shell } from '../../i18n/ar/shell.ts'
import { useMessages } from '../../i18n/messages.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { StatusScreen } from './status-screen.tsx'

/** An address that leads nowhere. */
export function NotFoundScreen() {
  const t = useMessages(shell)
  return (
    <StatusScreen icon={Compass} pageTitle={t('titles.notFound')} title={t('notFound.title')} text={t('notFound.text')}>
      <LinkButton to="/">{t('notFound.home')}</LinkButton>
      <LinkButton to="/tutors" variant="secondary">
        {t('notFound.tutors')}
      </LinkButton>
    </StatusScreen>
  )
}
