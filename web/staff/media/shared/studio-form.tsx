import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { editStudio, getStudio, type Studio } from '#contract/studios'
import { isMapUrl, MAX_STUDIO_HOURS } from '#domain/tutors/studio'
import { staffStudio } from '#messages/staff-studio'
import { useMessages } from '../../../messages/messages.ts'
import { request } from '../../../platform/api.ts'
import { keys } from '../../../platform/query-keys.ts'
import { present } from '../../../shared/account/profile-schema.ts'
import { Card, SectionHeading } from '../../../ui/card.tsx'
import { Form, FormProblem, useEditForm } from '../../../ui/form.tsx'
import { TextareaField, TextField } from '../../../ui/form-fields.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { SaveRow } from '../../../ui/save-row.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toasts.ts'
import { saveVersioned } from '../../audit/shared/versioned-save.ts'

const { address, mapUrl, hours } = editStudio.body.shape

/** An empty field says nothing. */
const words = z.transform((text: string): string | null => text.trim() || null)
const isMap = z.string().check(z.refine((text) => text.trim() === '' || isMapUrl(text.trim()), 'wrong-map'))

const FIELDS = {
  address: z.pipe(words, present(address)),
  mapUrl: z.pipe(z.pipe(isMap, words), present(mapUrl)),
  hours: z.pipe(words, present(hours)),
}

/** Where a studio is and when it is open, as tutors read it when they choose one (docs/rules/onboarding.md 6.1). */
export function StudioDetails({ studioId }: { studioId: number }) {
  const t = useMessages(staffStudio)
  const studio = useQuery({
    queryKey: [...keys.users, 'studio', studioId],
    queryFn: ({ signal }) => request(getStudio, { params: { id: studioId } }, { signal }),
  })
  return (
    <Card padding="lg">
      <SectionHeading title={t('details.title')} text={t('details.text')} />
      <QueryView query={studio} loading={<Skeleton className="h-48 rounded-card" />}>
        {(data) => <StudioForm studio={data} />}
      </QueryView>
    </Card>
  )
}

function StudioForm({ studio }: { studio: Studio }) {
  const t = useMessages(staffStudio)
  const client = useQueryClient()
  const { id } = studio
  const form = useEditForm({
    fields: FIELDS,
    saved: { address: studio.address, mapUrl: studio.mapUrl, hours: studio.hours },
    save: async (changes) => {
      const { outcome } = await saveVersioned({
        kind: 'user',
        read: studio,
        changes,
        save: (options) => request(editStudio, { params: { id }, body: changes }, options),
        reload: () => request(getStudio, { params: { id } }),
      })
      for (const queryKey of [keys.users, keys.currentUser]) void client.invalidateQueries({ queryKey })
      if (outcome === 'saved') toast.success(t('details.saved'), { id: 'settings' })
    },
  })
  return (
    <Form form={form} className="flex flex-col gap-5">
      <FormProblem text={form.problem} />
      <TextField form={form} name="address" label={t('details.address')} autoComplete="street-address" />
      <TextField
        form={form}
        name="mapUrl"
        label={t('details.mapUrl')}
        hint={t('details.mapHint')}
        texts={{ 'wrong-map': t('details.wrongMap') }}
        type="url"
        inputMode="url"
        flow="ltr"
      />
      <TextareaField
        form={form}
        name="hours"
        label={t('details.hours')}
        hint={t('details.hoursHint')}
        rows={3}
        max={MAX_STUDIO_HOURS}
      />
      <SaveRow hasChanges={form.hasChanges} isSending={form.isSending} onDiscard={form.discard} />
    </Form>
  )
}
