import { LogOut, UserX } from 'lucide-react'
import { staffShell } from '#messages/staff-shell'
import { useMessages } from '../../messages/messages.ts'
import { DocumentTitle } from '../../platform/document-title.tsx'
import { APP_ORIGIN } from '../../platform/origin.ts'
import { signOut } from '../../platform/sign-out.ts'
import { AnchorButton } from '../../ui/anchor-button.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** For an account that was staff when it signed in, or whose token was put here by hand. */
export function NotStaff() {
  const t = useMessages(staffShell)
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center px-4">
      <DocumentTitle text={t('titleOf', { title: t('notStaff.title') })} />
      <EmptyState
        icon={UserX}
        headingLevel={1}
        title={t('notStaff.title')}
        text={t('notStaff.text')}
        action={
          <>
            <AnchorButton href={APP_ORIGIN}>{t('notStaff.toApp')}</AnchorButton>
            <Button variant="ghost" icon={LogOut} mirrorIcon onClick={signOut}>
              {t('notStaff.logout')}
            </Button>
          </>
        }
      />
    </main>
  )
}
