import { Link } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import type { Role } from '#domain/roles'
import { frame } from '#messages/frame'
import { useMessages } from '../../messages/messages.ts'
import { ACCOUNT_MENU } from '../../shared/shell/account-popover.tsx'
import { usePlaces } from './nav.ts'
import { NavBadge } from './nav-badge.tsx'

const slot =
  'flex min-h-14 flex-1 flex-col items-center gap-0.5 rounded-control px-1 pt-1.5 text-center font-semibold text-[0.6875rem] leading-tight'

/** A phone's navigation: the four main screens, and the rest behind "more". */
export function BottomBar({ role }: { role: Role }) {
  const t = useMessages(frame)
  return (
    <nav
      aria-label={t('nav.label')}
      className="fixed inset-x-0 bottom-0 z-30 border-line border-t bg-surface px-1.5 pt-1 pb-[max(0.25rem,env(safe-area-inset-bottom))] shadow-sheet group-has-data-[fill=alone]/shell:hidden md:hidden"
    >
      <ul className="flex">
        {usePlaces(role)
          .filter(({ inBar }) => inBar)
          .map((place) => (
            <li key={place.to} className="flex flex-1">
              <Link
                to={place.to}
                className={slot}
                inactiveProps={{ className: 'text-muted' }}
                activeProps={{ className: 'text-brand-ink [&_svg]:bg-brand-soft' }}
              >
                <span className="relative">
                  <place.icon aria-hidden className="h-7 w-12 rounded-full p-1 transition-colors" />
                  <NavBadge place={place} className="absolute inset-e-0 -top-1.5" />
                </span>
                {t(`nav.${place.label}`)}
              </Link>
            </li>
          ))}
        <li className="flex flex-1">
          <button type="button" className={`${slot} text-muted`} popoverTarget={ACCOUNT_MENU}>
            <Ellipsis aria-hidden className="h-7 w-12 p-1" />
            {t('nav.more')}
          </button>
        </li>
      </ul>
    </nav>
  )
}
