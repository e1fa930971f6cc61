import { useMatches } from '@tanstack/react-router'
import { shell } from '../i18n/ar/shell.ts'
import { useMessages } from '../i18n/messages.ts'
import { DocumentTitle } from '../platform/document-title.tsx'

export type TitleKey = Exclude<keyof typeof shell.titles, 'notFound' | 'notForYou'>

/** Sets the document's title from the route's `staticData`; a screen about a single record sets its own. */
export function PageTitle() {
  const t = useMessages(shell)
  const key = useMatches({
    select: (matches) => matches.findLast(({ staticData }) => staticData.title)?.staticData.title,
  })
  return key ? <DocumentTitle text={t('titleOf', { title: t(`titles.${key}`) })} /> : null
}
