import { Lock } from 'lucide-react'
import { isStudent, isTutorSide, type Role } from '#domain/roles'
import { shell } from '#messages/shell'
import { shellScreens } from '#messages/shell-screens'
import { useMessages } from '../../messages/messages.ts'
import { DocumentTitle } from '../../platform/document-title.tsx'
import { signOut } from '../../platform/sign-out.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'

/** The screen is for other roles: says for which, and links to this account's home. */
export function NotForYou({ allowed }: { allowed: readonly Role[] }) {
  const t = useMessages(shell)
  const screens = useMessages(shellScreens)
  const text = allowed.every(isStudent) ? 'forStudents' : allowed.every(isTutorSide) ? 'forTutors' : 'plain'
  return (
    <>
      <DocumentTitle text={t('titleOf', { title: t('titles.notForYou') })} />
      <EmptyState
        icon={Lock}
        headingLevel={1}
        title={screens('notForYou.title')}
        text={screens(`notForYou.${allowed.length === 0 ? 'plain' : text}`)}
        action={
          <>
            <LinkButton to="/">{screens('notForYou.home')}</LinkButton>
            <Button variant="ghost" onClick={signOut}>
              {screens('notForYou.other')}
            </Button>
          </>
        }
      />
    </>
  )
}
