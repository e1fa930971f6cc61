import { useQuery } from '@tanstack/react-query'
import { ShieldCheck, ShieldX } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { getGuardian, removeGuardian } from '#contract/calls/guardians'
import { recordGuardian } from '#contract/guardians'
import { giveMinutes } from '#contract/students'
import type { User } from '#contract/users'
import { fromIso } from '#domain/cairo'
import { MAX_REASON, MIN_REASON } from '#domain/reason'
import { staffGuardian } from '#messages/staff-guardian'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useFormat } from '../../platform/format.ts'
import { MinorBadge } from '../../shared/account/minor-badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, FormProblem, useForm } from '../../ui/form.tsx'
import { TextareaField, TextField } from '../../ui/form-fields.tsx'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'
import { PersonSection } from './person-section.tsx'
import type { TabProps } from './queries.ts'
import { personKey } from './shared/person-query.ts'
import { useChangePerson } from './use-change-person.ts'

/** A minor's guardian, whom staff record and whose consent they end (docs/rules/privacy.md 6.8). */
export function GuardianOf({ person }: TabProps) {
  const t = useMessages(staffGuardian)
  const format = useFormat()
  const [opened, setOpened] = useState<'record' | 'remove' | null>(null)
  const changePerson = useChangePerson(person.id)
  const query = useQuery({
    queryKey: [...personKey(person.id), 'guardian'],
    queryFn: ({ signal }) => request(getGuardian, { params: { id: person.id } }, { signal }),
  })
  const close = () => setOpened(null)
  const remove = (reason: string) =>
    changePerson(request(removeGuardian, { params: { id: person.id } }, { reason }), {
      done: t('removed'),
      failed: t('notRemoved'),
    })
  return (
    <>
      <PersonSection
        title={t('title')}
        text={t('text')}
        query={query}
        loading={t('loading')}
        empty={({ isMinor, guardian }) => !isMinor && guardian === null && t('adult')}
      >
        {({ isMinor, guardian }) => (
          <div className="flex flex-col gap-3">
            <p className="flex flex-wrap items-center gap-2">
              {isMinor && <MinorBadge />}
              {guardian ? (
                <span className="font-semibold">
                  {t('given', { name: guardian.name, date: format.moment(fromIso(guardian.consentedAt)) })}
                </span>
              ) : (
                <span>{t('none')}</span>
              )}
            </p>
            {guardian && (
              <p className="text-muted text-sm">
                <bdi translate="no" dir="ltr" className="figures">
                  {guardian.phone}
                </bdi>{' '}
                · {t(guardian.isByStaff ? 'byStaff' : 'byCode')}
              </p>
            )}
            <div className="flex flex-wrap gap-2">
              {isMinor && (
                <Button variant="secondary" icon={ShieldCheck} onClick={() => setOpened('record')}>
                  {t('record')}
                </Button>
              )}
              {guardian && (
                <Button variant="danger-ghost" icon={ShieldX} onClick={() => setOpened('remove')}>
                  {t('remove')}
                </Button>
              )}
            </div>
          </div>
        )}
      </PersonSection>
      {opened === 'record' && <RecordForm person={person} onClose={close} />}
      {opened === 'remove' && (
        <ReasonDialog
          icon={ShieldX}
          title={t('removeTitle')}
          description={t('removeText')}
          confirmLabel={t('remove')}
          onConfirm={remove}
          onClose={close}
        />
      )}
    </>
  )
}

const { shape } = recordGuardian.body
const schema = z.object({ name: shape.name, phone: shape.phone, reason: giveMinutes.body.shape.reason })

function RecordForm({ person, onClose }: { person: User; onClose: () => void }) {
  const t = useMessages(staffGuardian)
  const changePerson = useChangePerson(person.id)
  const form = useForm({
    schema,
    defaultValues: { name: '', phone: '', reason: '' },
    send: async ({ reason, ...body }) => {
      const recorded = request(recordGuardian, { params: { id: person.id }, body }, { reason })
      await changePerson(recorded, { done: t('recorded'), failed: t('record') })
      onClose()
    },
  })
  const short = t('reasonShort', { min: MIN_REASON })
  return (
    <Dialog open onClose={onClose} title={t('record')} description={t('recordText')} size="sm">
      <Form form={form} takesFocus className="flex flex-col gap-4">
        <FormProblem text={form.problem} />
        <TextField form={form} name="name" label={t('name')} required autoComplete="off" />
        <TextField
          form={form}
          name="phone"
          label={t('phone')}
          required
          type="tel"
          inputMode="tel"
          flow="ltr"
          autoComplete="off"
        />
        <TextareaField
          form={form}
          name="reason"
          label={t('reason')}
          hint={t('reasonHint', { min: MIN_REASON, max: MAX_REASON })}
          texts={{ too_small: short }}
          required
          rows={3}
          max={MAX_REASON}
          maxLength={MAX_REASON}
        />
        <Button type="submit" wide loading={form.isSending}>
          {t('record')}
        </Button>
      </Form>
    </Dialog>
  )
}
