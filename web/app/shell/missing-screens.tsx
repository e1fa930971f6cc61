import { Link } from '@tanstack/react-router'
import { LayoutDashboard, Lock, LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { isStudent, isTutorSide, type Role } from '#domain/roles'
import { shell } from '#messages/shell'
import { shellScreens } from '#messages/shell-screens'
import { useMessages } from '../../messages/messages.ts'
import { DocumentTitle } from '../../platform/document-title.tsx'
import { DASHBOARD_ORIGIN } from '../../platform/origin.ts'
import { signOut } from '../../platform/sign-out.ts'
import { AnchorButton } from '../../ui/anchor-button.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Logo } from '../../ui/logo.tsx'
import { NotFound } from '../../ui/not-found.tsx'

/** For an address without a screen: links to screens that exist. */
export function NoSuchScreen() {
  const t = useMessages(shell)
  const screens = useMessages(shellScreens)
  const action = (
    <>
      <LinkButton to="/">{screens('notFound.home')}</LinkButton>
      <LinkButton to="/tutors" variant="secondary">
        {screens('notFound.tutors')}
      </LinkButton>
    </>
  )
  return (
    <>
      <DocumentTitle text={t('titleOf', { title: t('titles.notFound') })} />
      <NotFound title={screens('notFound.title')} text={screens('notFound.text')} action={action} />
    </>
  )
}

/** The screen is for other roles: says for which, and links to this account's home. */
export function NotForYou({ allowed }: { allowed: readonly Role[] }) {
  const t = useMessages(shell)
  const screens = useMessages(shellScreens)
  const text = allowed.every(isStudent) ? 'forStudents' : allowed.every(isTutorSide) ? 'forTutors' : 'plain'
  return (
    <>
      <DocumentTitle text={t('titleOf', { title: t('titles.notForYou') })} />
      <EmptyState
        icon={Lock}
        headingLevel={1}
        title={screens('notForYou.title')}
        text={screens(`notForYou.${allowed.length === 0 ? 'plain' : text}`)}
        action={
          <>
            <LinkButton to="/">{screens('notForYou.home')}</LinkButton>
            <Button variant="ghost" onClick={signOut}>
              {screens('notForYou.other')}
            </Button>
          </>
        }
      />
    </>
  )
}

/** The whole page, where no layout route matched the address. */
export function NotFoundScreen() {
  return (
    <BarePage>
      <NoSuchScreen />
    </BarePage>
  )
}

/** For staff who signed in to the app of students and tutors: links to the dashboard. */
export function StaffScreen() {
  const t = useMessages(shell)
  const screens = useMessages(shellScreens)
  return (
    <BarePage>
      <EmptyState
        icon={LayoutDashboard}
        headingLevel={1}
        title={screens('staff.title')}
        text={screens('staff.text')}
        action={
          <>
            <AnchorButton href={DASHBOARD_ORIGIN}>{screens('staff.open')}</AnchorButton>
            <Button variant="ghost" icon={LogOut} mirrorIcon onClick={signOut}>
              {t('logout.action')}
            </Button>
          </>
        }
      />
    </BarePage>
  )
}

/** A whole page without the shell: a link home, and one thing in the middle. */
function BarePage({ children }: { children: ReactNode }) {
  const t = useMessages(shell)
  return (
    <div className="container-page flex min-h-dvh flex-col py-6">
      <header>
        <Link to="/" aria-label={t('home')} className="inline-block rounded-control">
          <Logo name={t('brand')} />
        </Link>
      </header>
      <main id="main" tabIndex={-1} className="grid flex-1 place-items-center">
        {children}
      </main>
    </div>
  )
}
