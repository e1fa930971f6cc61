import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Megaphone } from 'lucide-react'
import { Suspense } from 'react'
import { listMailings } from '#contract/calls/mailings'
import { staffMailings } from '#messages/staff-mailings'
import { useMessages } from '../../messages/messages.ts'
import { keys } from '../../platform/query-keys.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Page } from '../../ui/page.tsx'
import { column } from '../table/shared/column.tsx'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'

const MailingPanel = lazyPart(async () => (await import('./mailing-panel.tsx')).MailingPanel)
const route = getRouteApi('/shell/messages')

/** What was sent to lists of people, and what became of it (docs/rules/staff.md 18.7). */
export function MailingsScreen() {
  const t = useMessages(staffMailings)
  const { open } = route.useSearch()
  const navigate = useNavigate({ from: '/messages' })
  const show = (id: number | undefined) =>
    void navigate({ search: (before) => ({ ...before, open: id }), resetScroll: false })
  return (
    <Page>
      <DataList
        id="mailings"
        title={t('title')}
        call={listMailings}
        queryKey={keys.mailings}
        columns={useColumns()}
        rowName={({ words, template }) => words?.ar.title ?? t(`templates.${template}`)}
        onOpen={({ id }) => show(id)}
        empty={{ title: t('empty'), text: t('emptyText'), icon: Megaphone }}
      />
      <Suspense>{open !== undefined && <MailingPanel id={open} onClose={() => show(undefined)} />}</Suspense>
    </Page>
  )
}

function useColumns(): ListColumn<typeof listMailings>[] {
  const t = useMessages(staffMailings)
  return [
    column.text('title', t('columns.title'), ({ words, template }) => words?.ar.title ?? t(`templates.${template}`)),
    column.person('sender', t('columns.sender'), ({ sender }) => sender, { priority: 4 }),
    column.number('chosen', t('columns.chosen'), ({ chosen }) => chosen, { priority: 2 }),
    column.number('leftOut', t('columns.leftOut'), ({ leftOut }) => leftOut),
    column.number('waiting', t('columns.waiting'), ({ waiting }) => waiting, { priority: 3 }),
    column.number('sent', t('columns.sent'), ({ sent }) => sent, { priority: 1 }),
    column.number('delivered', t('columns.delivered'), ({ delivered }) => delivered, { priority: 2 }),
    column.number('failed', t('columns.failed'), ({ failed }) => failed, { priority: 2 }),
    column.moment('createdAt', t('columns.createdAt'), ({ createdAt }) => createdAt, { priority: 3 }),
  ]
}
