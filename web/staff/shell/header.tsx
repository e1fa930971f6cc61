import { Link } from '@tanstack/react-router'
import { Menu } from 'lucide-react'
import type { User } from '#contract/users'
import { staffShell } from '#messages/staff-shell'
import { useMessages } from '../../messages/messages.ts'
import { AccountButton } from '../../shared/shell/account-button.tsx'
import { CairoTime } from '../../shared/shell/cairo-time.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { NAV_DRAWER } from './nav-drawer.tsx'
import { PaletteButton } from './palette-button.tsx'

export function Header({ me }: { me: User }) {
  const t = useMessages(staffShell)
  return (
    <header className="sticky top-0 z-30 border-line border-b bg-page/95 backdrop-blur-sm print:hidden">
      <div className="container-page flex min-h-14 items-center gap-2 py-1.5">
        <IconButton icon={Menu} label={t('nav.open')} popoverTarget={NAV_DRAWER} className="-ms-2 lg:hidden" />
        <Link
          to="/"
          aria-label={t('nav.home')}
          className="touch inline-grid place-items-center rounded-control lg:hidden"
        >
          <LogoMark size={32} />
        </Link>
        <div className="min-w-0 flex-1">
          <CairoTime />
        </div>
        <PaletteButton me={me} />
        <AccountButton me={me} />
      </div>
    </header>
  )
}
