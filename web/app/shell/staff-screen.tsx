import { LayoutDashboard, LogOut } from 'lucide-react'
import { shell } from '#messages/shell'
import { shellScreens } from '#messages/shell-screens'
import { useMessages } from '../../messages/messages.ts'
import { DASHBOARD_ORIGIN } from '../../platform/origin.ts'
import { signOut } from '../../platform/sign-out.ts'
import { AnchorButton } from '../../ui/anchor-button.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { BarePage } from './bare-page.tsx'

/** For staff who signed in to the app of students and tutors: links to the dashboard. */
export function StaffScreen() {
  const t = useMessages(shell)
  const screens = useMessages(shellScreens)
  return (
    <BarePage>
      <EmptyState
        icon={LayoutDashboard}
        headingLevel={1}
        title={screens('staff.title')}
        text={screens('staff.text')}
        action={
          <>
            <AnchorButton href={DASHBOARD_ORIGIN}>{screens('staff.open')}</AnchorButton>
            <Button variant="ghost" icon={LogOut} mirrorIcon onClick={signOut}>
              {t('logout.action')}
            </Button>
          </>
        }
      />
    </BarePage>
  )
}
