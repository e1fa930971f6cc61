import { useMatches, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { shell } from '../i18n/ar/shell.ts'
import { useMessages } from '../i18n/messages.ts'

export type TitleKey = Exclude<keyof typeof shell.titles, 'notFound' | 'notForYou'>

/** The document's title from the route's `staticData`; a screen about one thing or person sets its own. */
export function PageTitle() {
  const t = useMessages(shell)
  const key = useMatches({
    select: (matches) => matches.findLast(({ staticData }) => staticData.title)?.staticData.title,
  })
  return key ? <title>{t('titleOf', { title: t(`titles.${key}`) })}</title> : null
}

/**
 * After a change of screen the reader's place is the new screen's heading, not a link that is gone; and after a step
 * within a screen too, if what was pressed went with the last one. `data-place` says where a step begins;
 * `data-leads` that the screen takes the reader along by itself.
 */
export function useFocusOnNavigation(): void {
  const router = useRouter()
  useEffect(() => {
    let pressed: Element | null = null
    const stops = [
      router.subscribe('onBeforeNavigate', () => {
        pressed = document.activeElement
      }),
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        if (!fromLocation) return
        const isStep = fromLocation.pathname === toLocation.pathname
        if (isStep && (!pressed || pressed.isConnected || document.querySelector('[data-leads]'))) return
        if (!document.activeElement?.closest('[role="dialog"]')) goToHeading()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [router])
}

function goToHeading(): void {
  const main = document.getElementById('main')
  const place = main?.querySelector<HTMLElement>('[data-place] h2') ?? main?.querySelector('h1') ?? main
  if (!place) return
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1
  place.focus({ preventScroll: true })
}
