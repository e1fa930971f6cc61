import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { shell } from '../../i18n/ar/shell.ts'
import { useMessages } from '../../i18n/messages.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Icon } from '../../ui/icon.ts'
import { Logo } from '../../ui/logo.tsx'

type StatusProps = { icon: Icon; title: string; text: string; children: ReactNode }

/** A whole page that says one thing and offers the ways on. */
export function StatusScreen({ icon, title, text, children }: StatusProps) {
  const t = useMessages(shell)
  return (
    <div className="container-page flex min-h-dvh flex-col py-6">
      <header>
        <Link to="/" aria-label={t('nav.home')} className="inline-block rounded-control">
          <Logo name={t('brand')} />
        </Link>
      </header>
      <main id="main" tabIndex={-1} className="grid flex-1 place-items-center">
        <EmptyState icon={icon} headingLevel={1} title={title} text={text} action={children} />
      </main>
    </div>
  )
}
