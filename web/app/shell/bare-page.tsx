import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { shell } from '#messages/shell'
import { useMessages } from '../../messages/messages.ts'
import { Logo } from '../../ui/logo.tsx'

/** A whole page without the shell: a link home, and one thing in the middle. */
export function BarePage({ children }: { children: ReactNode }) {
  const t = useMessages(shell)
  return (
    <div className="container-page flex min-h-dvh flex-col py-6">
      <header>
        <Link to="/" aria-label={t('nav.home')} className="inline-block rounded-control">
          <Logo name={t('brand')} />
        </Link>
      </header>
      <main id="main" tabIndex={-1} className="grid flex-1 place-items-center">
        {children}
      </main>
    </div>
  )
}
