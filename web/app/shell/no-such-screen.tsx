import { shell } from '#messages/shell'
import { shellScreens } from '#messages/shell-screens'
import { useMessages } from '../../messages/messages.ts'
import { DocumentTitle } from '../../platform/document-title.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { NotFound } from '../../ui/not-found.tsx'

/** For an address without a screen: links to screens that exist. */
export function NoSuchScreen() {
  const t = useMessages(shell)
  const screens = useMessages(shellScreens)
  const action = (
    <>
      <LinkButton to="/">{screens('notFound.home')}</LinkButton>
      <LinkButton to="/tutors" variant="secondary">
        {screens('notFound.tutors')}
      </LinkButton>
    </>
  )
  return (
    <>
      <DocumentTitle text={t('titleOf', { title: t('titles.notFound') })} />
      <NotFound title={screens('notFound.title')} text={screens('notFound.text')} action={action} />
    </>
  )
}
