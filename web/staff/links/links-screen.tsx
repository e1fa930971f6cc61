import { useQueryClient } from '@tanstack/react-query'
import { Link2, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { deleteLink, listLinks } from '#contract/calls/links'
import type { ShortLink } from '#contract/links'
import { staffLinks } from '#messages/staff-links'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { SITE_ORIGIN } from '../../platform/origin.ts'
import { keys } from '../../platform/query-keys.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Page } from '../../ui/page.tsx'
import { column } from '../table/shared/column.tsx'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'
import { LinkForm } from './link-form.tsx'

type OpenDialog = { act: 'save'; link: ShortLink | null } | { act: 'delete'; link: ShortLink }

const pathOf = ({ name }: ShortLink) => `/url/${name}`
const addressOf = (link: ShortLink) => `${SITE_ORIGIN}${pathOf(link)}`

/** The short links of the site, and how often each was visited (docs/rules/screens.md 5.3). */
export function LinksScreen() {
  const t = useMessages(staffLinks)
  const client = useQueryClient()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)
  const remove = async ({ name, updatedAt }: ShortLink, reason: string) => {
    const removal = request(deleteLink, { params: { name } }, { reason, version: updatedAt })
    await announce(removal, { id: 'link', done: t('deleted'), failed: t('notDeleted') })
    void client.invalidateQueries({ queryKey: keys.links })
  }
  return (
    <Page>
      <DataList
        id="links"
        title={t('title')}
        call={listLinks}
        queryKey={keys.links}
        columns={useColumns()}
        filters={{}}
        search={{ field: 'search', label: t('search') }}
        rowId={({ name }) => name}
        rowName={({ name }) => name}
        rowActions={(link) => [
          { label: t('edit'), icon: Pencil, onSelect: () => setDialog({ act: 'save', link }) },
          { label: t('delete'), icon: Trash2, tone: 'danger', onSelect: () => setDialog({ act: 'delete', link }) },
        ]}
        empty={{ title: t('empty'), text: t('emptyText'), icon: Link2 }}
        actions={
          <Button icon={Plus} onClick={() => setDialog({ act: 'save', link: null })}>
            {t('new')}
          </Button>
        }
      />
      {dialog?.act === 'save' && (
        <Dialog open title={dialog.link ? t('editTitle', { name: dialog.link.name }) : t('new')} onClose={close}>
          <LinkForm link={dialog.link} onDone={close} />
        </Dialog>
      )}
      {dialog?.act === 'delete' && (
        <ReasonDialog
          title={t('deleteTitle', { name: dialog.link.name })}
          description={t('deleteText', { address: addressOf(dialog.link) })}
          confirmLabel={t('delete')}
          onConfirm={(reason) => remove(dialog.link, reason)}
          onClose={close}
        />
      )}
    </Page>
  )
}

function useColumns(): ListColumn<typeof listLinks>[] {
  const t = useMessages(staffLinks)
  return [
    column.text('name', t('columns.name'), ({ name }) => name, { sort: 'name' }),
    {
      ...column.copyable('address', t('columns.address'), addressOf, { priority: 2 }),
      cell: (link) => <Copyable text={addressOf(link)} shown={pathOf(link)} />,
    },
    column.text('kind', t('columns.kind'), ({ kind }) => kind && t(`kinds.${kind}`), { priority: 3 }),
    column.copyable('url', t('columns.url'), ({ url }) => url, { priority: 2 }),
    column.number('visits', t('columns.visits'), ({ visits }) => visits, { sort: 'visits', priority: 1 }),
    column.enum(
      'state',
      t('columns.state'),
      ({ leads }) => (leads ? 'yes' : 'no'),
      { yes: t('leads'), no: t('leadsNowhere') },
      { tones: { yes: 'success', no: 'danger' }, priority: 4 },
    ),
    column.moment('updatedAt', t('columns.updatedAt'), ({ updatedAt }) => updatedAt, { hidden: true }),
    column.moment('createdAt', t('columns.createdAt'), ({ createdAt }) => createdAt, { hidden: true }),
  ]
}
