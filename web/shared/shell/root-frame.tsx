import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { Direction } from 'radix-ui'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { language } from '#messages/language'
import { platformNotice } from '#messages/platform-notice'
import { shell } from '#messages/shell'
import { useMessages } from '../../messages/messages.ts'
import { maintenance } from '../../platform/maintenance.ts'
import { useStore } from '../../platform/store.ts'
import { useFocusOnNavigation } from '../../ui/focus.ts'
import { optionalPart } from '../../ui/lazy-part.tsx'
import { useToasts } from '../../ui/toasts.ts'
import { publicSettingsQuery } from './queries.ts'
import { UnopenedScreen } from './unopened-screen.tsx'

/**
 * What surrounds every screen of both apps: the language's direction for Radix, the link past the navigation, the
 * announcement, the notice that a screen cannot be opened without a network, the cover during maintenance, and toasts.
 */
export function RootFrame({ children }: { children: ReactNode }) {
  const t = useMessages(shell)
  useFocusOnNavigation()
  return (
    <Direction.Provider dir={language.direction}>
      <a
        href="#main"
        className="-translate-y-24 fixed inset-s-4 top-4 z-60 rounded-control bg-inverse px-4 py-3 font-semibold text-inverse-ink focus:translate-y-0"
      >
        {t('skip')}
      </a>
      <PlatformBanner />
      {children}
      <UnopenedScreen />
      <MaintenanceCover />
      <Toaster />
    </Direction.Provider>
  )
}

// Not needed for the first paint, and so not in its bundle.
const MaintenanceScreen = optionalPart(async () => (await import('./maintenance-screen.tsx')).MaintenanceScreen)

/** Covers the app while the server is under maintenance. */
function MaintenanceCover() {
  const state = useStore(maintenance)
  return (
    state && (
      <Suspense>
        <MaintenanceScreen until={state.until} />
      </Suspense>
    )
  )
}

/** The country code of Egypt, which WhatsApp's links need. */
const whatsAppLink = (phone: string) => `https://wa.me/2${phone}`

/** The announcement that staff show above every screen (docs/rules/staff.md 11.1). */
function PlatformBanner() {
  const t = useMessages(platformNotice)
  const { data } = useQuery(publicSettingsQuery)
  if (!data?.banner) return null
  return (
    <aside aria-label={t('label')} className="bg-warning-soft text-warning-ink">
      <div className="container-page flex flex-wrap items-center justify-center gap-x-4 gap-y-1 py-2.5 text-center">
        <p role="status" className="flex items-center gap-2 font-semibold">
          <TriangleAlert aria-hidden className="size-5 shrink-0" />
          {data.banner}
        </p>
        {data.supportWhatsApp && (
          <a href={whatsAppLink(data.supportWhatsApp)} className="py-1 font-semibold underline">
            {t('whatsApp')}
          </a>
        )}
      </div>
    </aside>
  )
}

const loadToastViewport = async () => (await import('../../ui/toast-viewport.tsx')).ToastViewport
/** Until the screen has loaded what it needs itself. */
const TOASTS_AFTER_MS = 3000

/** A notice that cannot be shown must not replace the screen by an error. */
const ToastViewport = optionalPart(loadToastViewport)

/**
 * Where notices appear. One for each app; its code loads with the first notice or soon after the screen, because the first notice may
 * be that there is no network.
 */
function Toaster() {
  useEffect(() => {
    const timer = setTimeout(() => void loadToastViewport().catch(() => undefined), TOASTS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const hasSome = useToasts().length > 0
  const hadSome = useRef(false)
  // Stays mounted afterwards: the last notice leaves with an animation.
  if (hasSome) hadSome.current = true
  if (!hadSome.current) return null
  return (
    <Suspense>
      <ToastViewport />
    </Suspense>
  )
}
