import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowUpDown, List, Merge, Pencil, Plus, Tags, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { deleteTopic, listTopicsForStaff } from '#contract/calls/topics'
import type { CountedTopic } from '#contract/topics'
import { fromIso } from '#domain/cairo'
import { staffTopics } from '#messages/staff-topics'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { errorText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { toast } from '../../ui/toasts.ts'
import { RecordPresence } from '../audit/shared/record-presence.tsx'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { TopicForm } from './topic-form.tsx'
import { TopicOrder } from './topic-order.tsx'

/** The topics, or their order. */
export function TopicsScreen() {
  const t = useMessages(staffTopics)
  const { order } = useSearch({ strict: false }) as { order?: true }
  const navigate = useNavigate()
  const show = (isOrder: boolean) => void navigate({ to: '.', search: (isOrder ? { order: true } : {}) as never })
  if (!order) return <TopicList onOrder={() => show(true)} />
  return (
    <Page>
      <PageHeader
        title={t('order.title')}
        text={t('order.text')}
        actions={
          <Button variant="secondary" icon={List} onClick={() => show(false)}>
            {t('order.back')}
          </Button>
        }
      />
      <TopicOrder />
    </Page>
  )
}

type Asked = { act: 'create' } | { act: 'edit' | 'merge' | 'delete'; topic: CountedTopic }

function TopicList({ onOrder }: { onOrder: () => void }) {
  const t = useMessages(staffTopics)
  const client = useQueryClient()
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const remove = async ({ id, name, updatedAt }: CountedTopic, reason: string) => {
    try {
      await request(deleteTopic, { params: { id } }, { reason, version: updatedAt })
      toast.success(t('deleted', { name: name.ar }), { id: 'topic' })
    } catch (error) {
      toast.error(t('failed'), { description: errorText(error), id: 'topic' })
      throw error
    }
    void client.invalidateQueries({ queryKey: keys.topics })
  }
  return (
    <Page>
      <DataList
        id="topics"
        title={t('title')}
        call={listTopicsForStaff}
        queryKey={[...keys.topics, 'staff']}
        columns={useColumns()}
        search={{ field: 'name', label: t('search') }}
        rowName={({ name }) => name.ar}
        onOpen={(topic) => setAsked({ act: 'edit', topic })}
        rowActions={(topic) => [
          { label: t('edit'), icon: Pencil, onSelect: () => setAsked({ act: 'edit', topic }) },
          { label: t('merge.open'), icon: Merge, onSelect: () => setAsked({ act: 'merge', topic }) },
          'separator',
          { label: t('delete'), icon: Trash2, tone: 'danger', onSelect: () => setAsked({ act: 'delete', topic }) },
        ]}
        empty={{ title: t('empty'), icon: Tags }}
        actions={
          <>
            <Button icon={Plus} onClick={() => setAsked({ act: 'create' })}>
              {t('new')}
            </Button>
            <Button variant="secondary" icon={ArrowUpDown} onClick={onOrder}>
              {t('order.open')}
            </Button>
          </>
        }
      />
      {(asked?.act === 'create' || asked?.act === 'edit') && (
        <Dialog
          open
          onOpenChange={(open) => open || close()}
          title={asked.act === 'edit' ? t('editTitle', { name: asked.topic.name.ar }) : t('new')}
        >
          {asked.act === 'edit' && <RecordPresence kind="topic" id={asked.topic.id} className="mb-4" />}
          <TopicForm topic={asked.act === 'edit' ? asked.topic : null} onDone={close} />
        </Dialog>
      )}
      {asked?.act === 'merge' && <MergeDialog topic={asked.topic} onClose={close} />}
      {asked?.act === 'delete' && (
        <ReasonDialog
          title={t('deleteTitle', { name: asked.topic.name.ar })}
          description={t('deleteText', { tutors: asked.topic.tutors, students: asked.topic.students })}
          confirmLabel={t('delete')}
          onConfirm={(reason) => remove(asked.topic, reason)}
          onClose={close}
        />
      )}
    </Page>
  )
}

function useColumns(): ListColumn<typeof listTopicsForStaff>[] {
  const t = useMessages(staffTopics)
  const format = useFormat()
  return [
    { id: 'ar', header: t('fields.arabicName'), csv: ({ name }) => name.ar, cell: ({ name }) => name.ar },
    {
      id: 'en',
      header: t('fields.englishName'),
      priority: 1,
      csv: ({ name }) => name.en,
      cell: ({ name }) => <bdi>{name.en}</bdi>,
    },
    {
      id: 'tutors',
      header: t('columns.tutors'),
      align: 'end',
      priority: 2,
      csv: ({ tutors }) => tutors,
      cell: ({ tutors }) => <span className="figures">{format.number(tutors)}</span>,
    },
    {
      id: 'students',
      header: t('columns.students'),
      align: 'end',
      priority: 3,
      csv: ({ students }) => students,
      cell: ({ students }) => <span className="figures">{format.number(students)}</span>,
    },
    {
      id: 'createdAt',
      header: t('columns.createdAt'),
      csv: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => format.day(fromIso(createdAt)),
    },
    {
      id: 'updatedAt',
      header: t('columns.updatedAt'),
      hidden: true,
      csv: ({ updatedAt }) => updatedAt,
      cell: ({ updatedAt }) => format.day(fromIso(updatedAt)),
    },
    { id: 'id', header: t('columns.id'), csv: ({ id }) => id, cell: ({ id }) => <bdi>{id}</bdi> },
  ]
}
