import { Link } from '@tanstack/react-router'
import type { User } from '#contract/users'
import { isStudent } from '#domain/roles'
import { shell } from '../../i18n/ar/shell.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { ACCOUNT_MENU } from './account-menu.tsx'
import { QuotaMeter } from './quota-meter.tsx'
import { displayNameOf } from './shared/display-name.ts'

export function Header({ me }: { me: User }) {
  const t = useMessages(shell)
  return (
    <header className="sticky top-0 z-20 border-line border-b bg-page/95 backdrop-blur-sm max-md:group-has-data-[fill=alone]/shell:hidden">
      <div className="container-page flex min-h-14 items-center gap-3 py-1.5 md:min-h-18">
        <Link to="/" aria-label={t('nav.home')} className="rounded-control md:hidden">
          <LogoMark size={34} />
        </Link>
        <div className="flex min-w-0 flex-1 justify-end md:justify-start">
          {isStudent(me.role) ? <QuotaMeter /> : <CairoTime />}
        </div>
        <ProfileButton me={me} />
      </div>
    </header>
  )
}

/** Tutors plan by Cairo's time, wherever they are. */
function CairoTime() {
  const t = useMessages(shell)
  const format = useFormat()
  const now = useNow(10_000)
  return <p className="truncate text-muted text-sm">{t('cairoTime', { moment: format.moment(now) })}</p>
}

function ProfileButton({ me }: { me: User }) {
  const t = useMessages(shell)
  const name = displayNameOf(me)
  return (
    <button
      type="button"
      popoverTarget={ACCOUNT_MENU}
      aria-label={t('profile.label', { name })}
      className="flex items-center gap-3 rounded-full p-0.5 text-start hover:bg-sunken md:rounded-control md:p-1.5 md:pe-3"
    >
      <Avatar id={me.id} name={name} src={me.image} size="sm" eager />
      <span className="hidden min-w-0 flex-col leading-tight md:flex">
        <span className="max-w-44 truncate font-semibold">{name}</span>
        <bdi className="max-w-44 truncate text-muted text-xs">{me.email}</bdi>
      </span>
    </button>
  )
}
