import { staffShell } from '#messages/staff-shell'
import { useMessages } from '../../messages/messages.ts'
import { DocumentTitle } from '../../platform/document-title.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { NotFound } from '../../ui/not-found.tsx'

/** For an address without a screen, and for a screen that this role may not open: both look the same. */
export function NoSuchScreen() {
  const t = useMessages(staffShell)
  return (
    <>
      <DocumentTitle text={t('titleOf', { title: t('notFound.name') })} />
      <NotFound
        title={t('notFound.title')}
        text={t('notFound.text')}
        action={<LinkButton to="/">{t('notFound.home')}</LinkButton>}
      />
    </>
  )
}
