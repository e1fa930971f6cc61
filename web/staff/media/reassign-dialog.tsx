import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { IntroVideoWithMembers } from '#contract/intro-videos'
import { staffMedia } from '#messages/staff-media'
import { useMessages } from '../../messages/messages.ts'
import { announce } from '../../ui/announce.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'
import { managersQuery } from './queries.ts'
import { useSaveVideo } from './use-save-video.ts'

/** Gives a video to another tutor manager; only admins do (docs/rules/onboarding.md 2.4). */
export function ReassignDialog({ video, onClose }: { video: IntroVideoWithMembers; onClose: () => void }) {
  const t = useMessages(staffMedia)
  const save = useSaveVideo()
  const { data } = useQuery(managersQuery)
  const others = (data?.list ?? []).filter(({ id }) => id !== video.reviewerId)
  const [chosen, setChosen] = useState<number | null>(null)
  const reviewer = others.find(({ id }) => id === chosen) ?? others[0]
  const reassign = async (reason: string) => {
    if (!reviewer) return
    await announce(save(video, { reviewerId: reviewer.id }, reason), {
      id: `video-${video.id}`,
      done: (isSaved) => (isSaved ? t('reassign.done', { name: reviewer.name ?? reviewer.email }) : null),
      failed: t('failed'),
    })
  }
  return (
    <ReasonDialog
      tone="warning"
      title={t('reassign.title')}
      description={t('reassign.text')}
      confirmLabel={t('acts.reassign')}
      onConfirm={reassign}
      onClose={onClose}
    >
      <Field label={t('reassign.label')} className="mb-3">
        <Select
          options={others.map(({ id, name, email }) => ({ value: id, label: name ?? email }))}
          value={reviewer?.id ?? ''}
          onChange={(event) => setChosen(Number(event.target.value))}
        />
      </Field>
    </ReasonDialog>
  )
}
