import { useMatches, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { shell } from '../i18n/ar/shell.ts'
import { useMessages } from '../i18n/messages.ts'
import { focusHeading, hasOwnFocus, isFocusInDialog } from '../ui/focus.ts'

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
 * After a change of screen the focus is on the new screen's heading, not on a link that is gone; and after a step within a
 * screen on the step's, if what was pressed went with the last one and the screen does not move the focus by itself.
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
        if (isStep && (!pressed || pressed.isConnected || hasOwnFocus())) return
        if (!isFocusInDialog()) focusHeading()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [router])
}
