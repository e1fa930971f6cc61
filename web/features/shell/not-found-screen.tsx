import { Link } from '@tanstack/react-router'
import { shell } from '../../i18n/ar/shell.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Logo } from '../../ui/logo.tsx'
import { NoSuchScreen } from './no-such-screen.tsx'

/** The whole page, where no part of the address was known. */
export function NotFoundScreen() {
  const t = useMessages(shell)
  return (
    <div className="container-page flex min-h-dvh flex-col py-6">
      <header>
        <Link to="/" aria-label={t('nav.home')} className="inline-block rounded-control">
          <Logo name={t('brand')} />
        </Link>
      </header>
      <main id="main" tabIndex={-1} className="grid flex-1 place-items-center">
        <NoSuchScreen />
      </main>
    </div>
  )
}
