import { Link } from '@tanstack/react-router'
import type { User } from '#contract/users'
import { isStudent } from '#domain/roles'
import { shell } from '#messages/shell'
import { useMessages } from '../../messages/messages.ts'
import { AccountButton } from '../../shared/shell/account-button.tsx'
import { CairoTime } from '../../shared/shell/cairo-time.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { QuotaMeter } from './quota-meter.tsx'

export function Header({ me }: { me: User }) {
  const t = useMessages(shell)
  return (
    <header className="sticky top-0 z-20 border-line border-b bg-page/95 backdrop-blur-sm max-md:group-has-data-[fill=alone]/shell:hidden">
      <div className="container-page flex min-h-14 items-center gap-3 py-1.5 md:min-h-18">
        <Link
          to="/"
          aria-label={t('nav.home')}
          className="-ms-1.25 touch inline-grid place-items-center rounded-control md:hidden"
        >
          <LogoMark size={34} />
        </Link>
        <div className="flex min-w-0 flex-1 justify-end md:justify-start">
          {isStudent(me.role) ? <QuotaMeter /> : <CairoTime />}
        </div>
        <AccountButton me={me} />
      </div>
    </header>
  )
}
