import { Link } from '@tanstack/react-router'
import type { Role } from '#domain/roles'
import { frame } from '#messages/frame'
import { shell } from '#messages/shell'
import { useMessages } from '../../messages/messages.ts'
import { LogoMark } from '../../ui/logo.tsx'
import { usePlaces } from './nav.ts'
import { NavBadge } from './nav-badge.tsx'

const item =
  'group relative flex min-h-12 items-center gap-3 rounded-control px-3.5 font-semibold transition-colors hover:bg-sunken hover:text-ink lg:px-4'
const active = 'bg-brand-soft text-brand-ink hover:bg-brand-soft hover:text-brand-ink'

/** Shown from tablets up; icons only, with names from laptops up. */
export function SideNav({ role }: { role: Role }) {
  const t = useMessages(frame)
  const words = useMessages(shell)
  return (
    <nav
      aria-label={t('nav.label')}
      data-side-nav
      className="sticky top-0 hidden h-dvh w-20 shrink-0 flex-col gap-1 overflow-y-auto border-line border-e bg-surface px-4 py-5 md:flex lg:w-60"
    >
      <Link
        to="/"
        aria-label={words('home')}
        className="mb-6 flex items-center gap-2.5 self-center rounded-control lg:self-start lg:ps-2"
      >
        <LogoMark size={40} />
        <span translate="no" className="hidden font-extrabold text-2xl leading-none lg:inline">
          {words('brand')}
        </span>
      </Link>
      <ul className="flex flex-col gap-1">
        {usePlaces(role).map((place) => (
          <li key={place.to}>
            <Link
              to={place.to}
              title={t(`nav.${place.label}`)}
              className={item}
              inactiveProps={{ className: 'text-muted' }}
              activeProps={{ className: active }}
            >
              <place.icon aria-hidden className="size-5 shrink-0" />
              <span className="sr-only lg:not-sr-only">{t(`nav.${place.label}`)}</span>
              <NavBadge place={place} className="max-lg:absolute max-lg:inset-e-0.5 max-lg:top-0.5 lg:ms-auto" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
