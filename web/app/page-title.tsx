import { useMatches } from '@tanstack/react-router'
import { shell } from '#messages/shell'
import { messagesOf, useMessages } from '../messages/messages.ts'
import { DocumentTitle } from '../platform/document-title.tsx'

export type TitleKey = Exclude<keyof typeof shell.titles, 'notFound' | 'notForYou'>

type Titled = {
  staticData: { title?: TitleKey }
  meta?: readonly ({ title?: string | undefined } | undefined)[] | undefined
}

const titleKeyOf = (matches: readonly Titled[]) =>
  matches.findLast(({ staticData }) => staticData.title)?.staticData.title

/** The title of a page that is rendered at the edge: from the route's `head`, or else its `staticData`. */
export function titleOf(matches: readonly Titled[]): string | undefined {
  const t = messagesOf(shell)
  const key = titleKeyOf(matches)
  const own = matches.flatMap(({ meta }) => meta ?? []).findLast((tag) => tag?.title)?.title
  return own ?? (key && t('titleOf', { title: t(`titles.${key}`) }))
}

/** Sets the document's title from the route's `staticData`; a screen about a single record sets its own. */
export function PageTitle() {
  const t = useMessages(shell)
  const key = useMatches({ select: titleKeyOf })
  return key ? <DocumentTitle text={t('titleOf', { title: t(`titles.${key}`) })} /> : null
}
