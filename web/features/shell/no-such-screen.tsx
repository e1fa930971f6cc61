import { shell } from '../../i18n/ar/shell.ts'
import { useMessages } from '../../i18n/messages.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { NotFound } from '../../ui/not-found.tsx'

/** For an address without a screen: links to screens that exist. */
export function NoSuchScreen() {
  const t = useMessages(shell)
  const action = (
    <>
      <LinkButton to="/">{t('notFound.home')}</LinkButton>
      <LinkButton to="/tutors" variant="secondary">
        {t('notFound.tutors')}
      </LinkButton>
    </>
  )
  return (
    <>
      <title>{t('titleOf', { title: t('titles.notFound') })}</title>
      <NotFound title={t('notFound.title')} text={t('notFound.text')} action={action} />
    </>
  )
}
