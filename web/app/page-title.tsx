import { useMatches, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { shell } from '../i18n/ar/shell.ts'
import { useMessages } from '../i18n/messages.ts'

export type TitleKey = Exclude<keyof typeof shell.titles, 'notFound' | 'notForYou'>

/** The document's title, by the table of routes; a screen that is about one thing or person names itself. */
export function PageTitle() {
  const t = useMessages(shell)
  const key = useMatches({
    select: (matches) => matches.findLast(({ staticData }) => staticData.title)?.staticData.title,
  })
  return key ? <title>{t('titleOf', { title: t(`titles.${key}`) })}</title> : null
}

/** After a change of screen the reader's place is the new screen's heading, not a link that is gone. */
export function useFocusOnNavigation(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        if (!fromLocation || fromLocation.pathname === toLocation.pathname) return
        const main = document.getElementById('main')
        const place = main?.querySelector('h1') ?? main
        if (!place || document.activeElement?.closest('[role="dialog"]')) return
        if (!place.hasAttribute('tabindex')) place.tabIndex = -1
        place.focus({ preventScroll: true })
      }),
    [router],
  )
}
