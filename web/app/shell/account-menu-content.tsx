import { Link } from '@tanstack/react-router'
import { Flag, LogOut, MessageCircleQuestion } from 'lucide-react'
import type { User } from '#contract/users'
import { isStudent, isTutorManager, type Role } from '#domain/roles'
import { frame } from '#messages/frame'
import { shell } from '#messages/shell'
import { useMessages } from '../../messages/messages.ts'
import { useOpenReport } from '../../platform/dialogs.tsx'
import { siteAddress } from '../../platform/site-address.ts'
import { DisplaySettings } from '../../shared/settings/display-settings.tsx'
import { AccountSummary } from '../../shared/shell/account-summary.tsx'
import { AnchorButton } from '../../ui/anchor-button.tsx'
import { Button } from '../../ui/button.tsx'
import { navOf } from './nav.ts'

type AccountMenuContentProps = { me: User | null; close: () => void; leave: () => void }

/** The account, the display settings and signing out; for a guest the display settings. */
export function AccountMenuContent({ me, close, leave }: AccountMenuContentProps) {
  const t = useMessages(frame)
  const words = useMessages(shell)
  return (
    <>
      {me && <AccountSummary me={me} role={t(`profile.roles.${me.gender ?? 'male'}.${roleName(me.role)}`)} />}
      {me && <RestOfNav me={me} onFollow={close} />}
      <DisplaySettings />
      <div className="flex flex-col gap-1">
        <Help onFollow={close} />
        {me && (
          <Button variant="danger-ghost" icon={LogOut} mirrorIcon onClick={leave}>
            {words('logout.action')}
          </Button>
        )}
      </div>
    </>
  )
}

/** A report needs an account; a guest gets the contact form of the site. */
function Help({ onFollow }: { onFollow: () => void }) {
  const t = useMessages(frame)
  const openReport = useOpenReport()
  if (!openReport)
    return (
      <AnchorButton href={siteAddress('/contact')} variant="ghost" icon={MessageCircleQuestion}>
        {t('help.contact')}
      </AnchorButton>
    )
  const report = () => {
    onFollow()
    openReport()
  }
  return (
    <Button variant="ghost" icon={Flag} onClick={report}>
      {t('help.report')}
    </Button>
  )
}

const roleName = (role: Role) => (isStudent(role) ? 'student' : isTutorManager(role) ? 'tutorManager' : 'tutor')

/** On a phone: the places that do not fit into its bar. */
function RestOfNav({ me, onFollow }: { me: User; onFollow: () => void }) {
  const t = useMessages(frame)
  const rest = navOf(me.role).filter(({ inBar }) => !inBar)
  if (rest.length === 0) return null
  return (
    <ul className="flex flex-col md:hidden">
      {rest.map(({ to, label, icon: Glyph }) => (
        <li key={to}>
          <Link
            to={to}
            onClick={onFollow}
            className="flex min-h-12 items-center gap-3 rounded-control px-2 font-semibold hover:bg-sunken"
          >
            <Glyph aria-hidden className="size-5 text-muted" />
            {t(`nav.${label}`)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
