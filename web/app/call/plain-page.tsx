import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { call as words } from '#messages/call'
import { shell } from '#messages/shell'
import { useMessages } from '../../messages/messages.ts'
import { ClockWarning } from '../../shared/shell/clock-warning.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Logo } from '../../ui/logo.tsx'

/** The page before and after a call: the brand, a way back, and one thing to look at, without the app's navigation. */
export function PlainPage({ centred = false, children }: { centred?: boolean; children: ReactNode }) {
  const t = useMessages(words)
  const s = useMessages(shell)
  return (
    <div className="container-page flex min-h-dvh flex-col pt-4 pb-6">
      <header className="mb-4 flex items-center justify-between gap-4">
        <Link to="/" aria-label={s('home')} className="inline-block rounded-control">
          <Logo name={s('brand')} />
        </Link>
        <LinkButton to="/upcoming-lessons" variant="ghost" icon={ChevronLeft} mirrorIcon>
          {t('back')}
        </LinkButton>
      </header>
      <div className="mb-4 overflow-hidden rounded-card empty:hidden">
        <ClockWarning />
      </div>
      <main id="main" tabIndex={-1} className={clsx('flex-1', centred && 'grid place-items-center')}>
        {children}
      </main>
    </div>
  )
}
