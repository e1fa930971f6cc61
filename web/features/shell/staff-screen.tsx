import { LayoutDashboard, LogOut } from 'lucide-react'
import { shell } from '../../i18n/ar/shell.ts'
import { useMessages } from '../../i18n/messages.ts'
import { forgetToken } from '../../platform/auth-token.ts'
import { DASHBOARD_ORIGIN } from '../../platform/origin.ts'
import { AnchorButton } from '../../ui/anchor-button.tsx'
import { Button } from '../../ui/button.tsx'
import { StatusScreen } from './status-screen.tsx'

/** Staff who signed in at the app of students and tutors: their work is next door. */
export function StaffScreen() {
  const t = useMessages(shell)
  return (
    <StatusScreen icon={LayoutDashboard} title={t('staff.title')} text={t('staff.text')}>
      <AnchorButton href={DASHBOARD_ORIGIN}>{t('staff.open')}</AnchorButton>
      <Button variant="ghost" icon={LogOut} mirrorIcon onClick={() => forgetToken('signed-out')}>
        {t('logout.action')}
      </Button>
    </StatusScreen>
  )
}
