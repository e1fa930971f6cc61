import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowUpDown, List, Merge, Pencil, Plus, Tags, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { deleteTopic, listTopicsForStaff } from '#contract/calls/topics'
import type { CountedTopic } from '#contract/topics'
import { staffTopics } from '#messages/staff-topics'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { keys } from '../../platform/query-keys.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { RecordDialog } from '../audit/shared/record-dialog.tsx'
import { column } from '../table/shared/column.tsx'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { TopicForm } from './topic-form.tsx'
import { TopicOrder } from './topic-order.tsx'

/** The topics, or their order. */
export function TopicsScreen() {
  const t = useMessages(staffTopics)
  const { order } = useSearch({ from: '/shell/topics' })
  const navigate = useNavigate({ from: '/topics' })
  const show = (isOrder: boolean) => void navigate({ search: isOrder ? { order: true } : {} })
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

type OpenDialog = { act: 'create'; topic: null } | { act: 'edit' | 'merge' | 'delete'; topic: CountedTopic }

function TopicList({ onOrder }: { onOrder: () => void }) {
  const t = useMessages(staffTopics)
  const client = useQueryClient()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)
  const remove = async ({ id, name, updatedAt }: CountedTopic, reason: string) => {
    const removal = request(deleteTopic, { params: { id } }, { reason, version: updatedAt })
    await announce(removal, { id: 'topic', done: t('deleted', { name: name.ar }), failed: t('failed') })
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
        onOpen={(topic) => setDialog({ act: 'edit', topic })}
        rowActions={(topic) => [
          { label: t('edit'), icon: Pencil, onSelect: () => setDialog({ act: 'edit', topic }) },
          { label: t('merge.open'), icon: Merge, onSelect: () => setDialog({ act: 'merge', topic }) },
          'separator',
          { label: t('delete'), icon: Trash2, tone: 'danger', onSelect: () => setDialog({ act: 'delete', topic }) },
        ]}
        empty={{ title: t('empty'), icon: Tags }}
        actions={
          <>
            <Button icon={Plus} onClick={() => setDialog({ act: 'create', topic: null })}>
              {t('new')}
            </Button>
            <Button variant="secondary" icon={ArrowUpDown} onClick={onOrder}>
              {t('order.open')}
            </Button>
          </>
        }
      />
      {(dialog?.act === 'create' || dialog?.act === 'edit') && (
        <RecordDialog
          kind="topic"
          id={dialog.topic?.id ?? null}
          title={dialog.topic ? t('editTitle', { name: dialog.topic.name.ar }) : t('new')}
          onClose={close}
        >
          <TopicForm topic={dialog.topic} onDone={close} />
        </RecordDialog>
      )}
      {dialog?.act === 'merge' && <MergeDialog topic={dialog.topic} onClose={close} />}
      {dialog?.act === 'delete' && (
        <ReasonDialog
          title={t('deleteTitle', { name: dialog.topic.name.ar })}
          description={t('deleteText', { tutors: dialog.topic.tutors, students: dialog.topic.students })}
          confirmLabel={t('delete')}
          onConfirm={(reason) => remove(dialog.topic, reason)}
          onClose={close}
        />
      )}
    </Page>
  )
}

function useColumns(): ListColumn<typeof listTopicsForStaff>[] {
  const t = useMessages(staffTopics)
  return [
    column.text('ar', t('fields.arabicName'), ({ name }) => name.ar),
    column.text('en', t('fields.englishName'), ({ name }) => name.en, { priority: 1 }),
    column.number('tutors', t('columns.tutors'), ({ tutors }) => tutors, { priority: 2 }),
    column.number('students', t('columns.students'), ({ students }) => students, { priority: 3 }),
    column.moment('createdAt', t('columns.createdAt'), ({ createdAt }) => createdAt),
    column.moment('updatedAt', t('columns.updatedAt'), ({ updatedAt }) => updatedAt, { hidden: true }),
    column.copyable('id', t('columns.id'), ({ id }) => id),
  ]
}
