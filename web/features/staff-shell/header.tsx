import { Link } from '@tanstack/react-router'
import { Menu } from 'lucide-react'
import type { User } from '#contract/users'
import { staffShell } from '../../i18n/ar/staff-shell.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { displayNameOf } from '../shell/shared/display-name.ts'
import { ACCOUNT_MENU } from './account-menu.tsx'
import { NAV_DRAWER } from './nav-drawer.tsx'
import { PaletteButton } from './palette-button.tsx'

export function Header({ me }: { me: User }) {
  const t = useMessages(staffShell)
  return (
    <header className="sticky top-0 z-30 border-line border-b bg-page/95 backdrop-blur-sm print:hidden">
      <div className="flex min-h-14 items-center gap-2 px-4 py-1.5 lg:px-8">
        <IconButton icon={Menu} label={t('nav.open')} popoverTarget={NAV_DRAWER} className="-ms-2 lg:hidden" />
        <Link to="/" aria-label={t('nav.home')} className="rounded-control lg:hidden">
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

/** All times of the dashboard are Cairo's, wherever the person works. */
function CairoTime() {
  const t = useMessages(staffShell)
  const format = useFormat()
  const now = useNow(10_000)
  return <p className="truncate text-muted text-sm">{t('cairoTime', { moment: format.moment(now) })}</p>
}

function AccountButton({ me }: { me: User }) {
  const t = useMessages(staffShell)
  const name = displayNameOf(me)
  return (
    <button
      type="button"
      popoverTarget={ACCOUNT_MENU}
      aria-label={t('account.label', { name })}
      className="flex items-center gap-3 rounded-full p-0.5 text-start hover:bg-sunken md:rounded-control md:px-2 md:py-1"
    >
      <Avatar id={me.id} name={name} src={me.image} size="sm" eager />
      <span className="hidden min-w-0 flex-col leading-tight md:flex">
        <span className="max-w-44 truncate font-semibold">{name}</span>
        <bdi className="max-w-44 truncate text-muted text-xs">{me.email}</bdi>
      </span>
    </button>
  )
}
