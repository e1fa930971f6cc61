import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useRef } from 'react'
import type { Role } from '#domain/roles'
import type { QueueKind } from '#domain/staff/dashboard-queue'
import { staffShell } from '#messages/staff-shell'
import { useMessages } from '../../messages/messages.ts'
import { moveFocus } from '../../ui/focus.ts'
import { LogoMark } from '../../ui/logo.tsx'
import { queueQuery } from '../home/shared/queue-query.ts'
import { navOf } from './places.ts'

const item =
  'flex min-h-10 items-center gap-3 rounded-control px-3 font-semibold transition-colors hover:bg-sunken hover:text-ink max-lg:min-h-12'
const active = 'bg-brand-soft text-brand-ink hover:bg-brand-soft hover:text-brand-ink'

/** The navigation next to every screen on a wide window; narrower windows open it as a drawer. */
export function SideNav({ role }: { role: Role }) {
  const t = useMessages(staffShell)
  return (
    <nav
      aria-label={t('nav.label')}
      data-side-nav
      className="sticky top-0 hidden h-dvh w-60 shrink-0 flex-col overflow-y-auto border-line border-e bg-surface px-3 py-4 lg:flex print:hidden"
    >
      <Link to="/" aria-label={t('nav.home')} className="mb-4 flex items-center gap-2.5 rounded-control ps-2">
        <LogoMark size={36} />
        <span className="leading-tight">
          <span translate="no" className="block font-extrabold text-xl">
            {t('brand')}
          </span>
          <span className="block text-muted text-xs">{t('dashboard')}</span>
        </span>
      </Link>
      <Places role={role} />
    </nav>
  )
}

export function Places({ role, onFollow }: { role: Role; onFollow?: () => void }) {
  const t = useMessages(staffShell)
  const id = useId()
  return navOf(role).map(({ group, places }) => (
    <div key={group} className="mb-4">
      {/* No heading: it would come before the screen's own. */}
      <p id={`${id}${group}`} className="mb-1 px-3 font-semibold text-muted text-xs">
        {t(`nav.groups.${group}`)}
      </p>
      <ul aria-labelledby={`${id}${group}`} className="flex flex-col gap-0.5">
        {places.map((place) => (
          <li key={place.to} className="relative">
            <Link
              to={place.to}
              {...(onFollow ? { onClick: onFollow } : {})}
              activeOptions={{ exact: place.to === '/', includeSearch: false }}
              className={place.waits ? `${item} pe-11` : item}
              inactiveProps={{ className: 'text-muted' }}
              activeProps={{ className: active }}
            >
              <place.icon aria-hidden className="size-5 shrink-0" />
              {t(`places.${place.label}`)}
            </Link>
            {place.waits && <WaitingCount kinds={place.waits} />}
          </li>
        ))}
      </ul>
    </div>
  ))
}

/** How many wait at a place: beside its link, whose name stays. */
function WaitingCount({ kinds }: { kinds: readonly QueueKind[] }) {
  const t = useMessages(staffShell)
  const { data } = useQuery(queueQuery)
  const waiting = data?.kinds.filter(({ kind }) => kinds.includes(kind)) ?? []
  const count = waiting.reduce((sum, one) => sum + one.count, 0)
  if (count === 0) return null
  const isMore = waiting.some((one) => one.isMore)
  return (
    <span className="figures pointer-events-none absolute inset-e-2 inset-y-0 my-auto h-6 min-w-6 rounded-full bg-sunken px-1.5 text-center text-xs leading-6">
      <span aria-hidden>{t(isMore ? 'nav.more' : 'nav.count', { count })}</span>
      <span className="sr-only">{t(isMore ? 'nav.waitingMore' : 'nav.waiting', { count })}</span>
    </span>
  )
}

export const NAV_DRAWER = 'nav-drawer'

/** The navigation of phones and tablets: a native popover, which closes by Escape or a tap outside. */
export function NavDrawer({ role }: { role: Role }) {
  const t = useMessages(staffShell)
  const drawer = useRef<HTMLDivElement>(null)
  return (
    <div
      ref={drawer}
      id={NAV_DRAWER}
      popover="auto"
      role="dialog"
      aria-label={t('nav.label')}
      tabIndex={-1}
      // A native popover does not take the focus: without it screen readers would not notice that it opened.
      onToggle={(event) => event.newState === 'open' && moveFocus(event.currentTarget)}
      className="fixed inset-[0_auto_0_auto] inset-s-0 m-0 h-dvh max-h-none w-72 max-w-[85vw] overflow-y-auto bg-surface p-4 text-ink shadow-raised backdrop:bg-overlay open:animate-fade-in lg:hidden"
    >
      <nav aria-label={t('nav.label')}>
        <Places role={role} onFollow={() => drawer.current?.hidePopover()} />
      </nav>
    </div>
  )
}
