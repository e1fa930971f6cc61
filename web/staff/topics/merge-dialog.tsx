import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Merge } from 'lucide-react'
import { useState } from 'react'
import { mergeTopic } from '#contract/calls/topics'
import type { CountedTopic } from '#contract/topics'
import { staffTopics } from '#messages/staff-topics'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { errorText } from '../../platform/error-text.ts'
import { keys } from '../../platform/query-keys.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toasts.ts'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'
import { allTopicsQuery } from './queries.ts'

/** Merges a topic into another; shows the number of affected users before and after. */
export function MergeDialog({ topic, onClose }: { topic: CountedTopic; onClose: () => void }) {
  const t = useMessages(staffTopics)
  const client = useQueryClient()
  const { data: all = [] } = useQuery(allTopicsQuery)
  const others = all.filter(({ id }) => id !== topic.id)
  const [chosen, setChosen] = useState('')
  const [isMissing, setMissing] = useState(false)
  const into = others.find(({ id }) => String(id) === chosen)
  const merge = async (reason: string) => {
    setMissing(!into)
    if (!into) throw new Error('no topic was chosen')
    try {
      const { moved, hadBoth } = await request(
        mergeTopic,
        { params: { id: topic.id }, body: { into: into.id } },
        { reason, version: topic.updatedAt },
      )
      toast.success(t('merge.done', { name: into.name.ar }), {
        description: t('merge.doneText', { moved, hadBoth }),
        id: 'topic',
      })
    } catch (error) {
      toast.error(t('failed'), { description: errorText(error), id: 'topic' })
      throw error
    }
    void client.invalidateQueries({ queryKey: keys.topics })
  }
  return (
    <ReasonDialog
      tone="warning"
      icon={Merge}
      title={t('merge.title', { name: topic.name.ar })}
      description={t('merge.text', { tutors: topic.tutors, students: topic.students })}
      confirmLabel={t('merge.confirm')}
      onConfirm={merge}
      onClose={onClose}
    >
      <div className="mb-4">
        <Field label={t('merge.into')} required {...(isMissing ? { error: t('merge.missing') } : {})}>
          <Select
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
            placeholder={t('merge.choose')}
            options={others.map(({ id, name }) => ({ value: String(id), label: `${name.ar} · ${name.en}` }))}
          />
        </Field>
      </div>
    </ReasonDialog>
  )
}
