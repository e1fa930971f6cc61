import { Link, useLocation } from '@tanstack/react-router'
import { Settings2 } from 'lucide-react'
import { shell } from '#messages/shell'
import { useMessages } from '../../messages/messages.ts'
import { redirectSearch } from '../../platform/redirect.ts'
import { ACCOUNT_MENU } from '../../shared/shell/account-popover.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Logo, LogoMark } from '../../ui/logo.tsx'

/** The header of public screens for guests; signing in returns to the same screen. */
export function GuestHeader() {
  const t = useMessages(shell)
  const search = redirectSearch(useLocation({ select: ({ href }) => href }))
  return (
    <header className="sticky top-0 z-20 border-line border-b bg-page/95 backdrop-blur-sm">
      <div className="container-page flex min-h-14 items-center gap-2 py-1.5 md:min-h-18">
        <Link to="/tutors" aria-label={t('home')} className="touch me-auto inline-flex items-center rounded-control">
          <span className="hidden sm:inline">
            <Logo name={t('brand')} size={36} />
          </span>
          <LogoMark size={36} className="sm:hidden" />
        </Link>
        <IconButton icon={Settings2} label={t('settings.open')} popoverTarget={ACCOUNT_MENU} />
        <LinkButton to="/login" search={search} variant="ghost" size="sm">
          {t('guest.login')}
        </LinkButton>
        <LinkButton
          className="whitespace-nowrap"
          to="/register/$role"
          params={{ role: 'student' }}
          search={search}
          size="sm"
        >
          {t('guest.register')}
        </LinkButton>
      </div>
    </header>
  )
}
