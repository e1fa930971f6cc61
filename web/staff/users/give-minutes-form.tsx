import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { giveMinutes } from '#contract/students'
import type { User } from '#contract/users'
import { latinDigits } from '#domain/digits'
import { MAX_REASON, MIN_REASON } from '#domain/reason'
import { MAX_GIVEN_MINUTES } from '#domain/subscriptions/given-minutes'
import { staffPerson } from '#messages/staff-person'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useFormat } from '../../platform/format.ts'
import { useIdempotencyKey } from '../../platform/idempotency-key.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, FormProblem, useForm } from '../../ui/form.tsx'
import { NumberField, TextareaField } from '../../ui/form-fields.tsx'
import { toast } from '../../ui/toasts.ts'
import { currentSubscriptionQuery } from './queries.ts'
import { personKey } from './shared/person-query.ts'
import { useTakeBack } from './use-take-back.ts'

const { shape } = giveMinutes.body

/** Minutes in either digits; anything that is no number is refused by the contract. */
const schema = z.object({
  minutes: z.pipe(
    z.transform((typed: string) => (typed.trim() === '' ? Number.NaN : Number(latinDigits(typed.trim())))),
    shape.minutes,
  ),
  reason: shape.reason,
})

/** Gives a student minutes for the week that lasts; taken back from the toast. */
export function GiveMinutesForm({ person, onClose }: { person: User; onClose: () => void }) {
  const t = useMessages(staffPerson)
  const format = useFormat()
  const { data: current } = useQuery(currentSubscriptionQuery(person.id))
  const form = useGiving(person, onClose)
  const bounds = { min: 1, max: MAX_GIVEN_MINUTES }
  const wrong = t('minutes.wrong', bounds)
  const short = t('minutes.reasonShort', { min: MIN_REASON })
  return (
    <Dialog open onClose={onClose} title={t('minutes.title')} description={t('minutes.text')} size="sm">
      <Form form={form} takesFocus className="flex flex-col gap-4">
        <FormProblem text={form.problem} />
        {current?.info && (
          <p className="font-semibold">{t('minutes.now', { left: format.duration(current.remainingWeeklyMinutes) })}</p>
        )}
        <NumberField
          form={form}
          name="minutes"
          label={t('minutes.count')}
          hint={t('minutes.hint', bounds)}
          texts={{ too_small: wrong, too_big: wrong, invalid_type: wrong }}
          required
          autoComplete="off"
          maxLength={4}
        />
        <TextareaField
          form={form}
          name="reason"
          label={t('minutes.reason')}
          hint={t('minutes.reasonHint', { min: MIN_REASON, max: MAX_REASON })}
          texts={{ too_small: short }}
          required
          rows={3}
          max={MAX_REASON}
          maxLength={MAX_REASON}
        />
        <div className="flex flex-wrap gap-2.5">
          <Button type="submit" loading={form.isSending} className="max-sm:flex-1">
            {t('minutes.send')}
          </Button>
          <Button variant="secondary" onClick={onClose} className="max-sm:flex-1">
            {t('minutes.keep')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

function useGiving(person: User, onClose: () => void) {
  const t = useMessages(staffPerson)
  const format = useFormat()
  const queryClient = useQueryClient()
  const takeBack = useTakeBack(person.id)
  const idempotency = useIdempotencyKey()
  return useForm({
    schema,
    defaultValues: { minutes: '', reason: '' },
    send: async (body) => {
      const options = { reason: body.reason, idempotencyKey: idempotency.keyOf(body) }
      const { entryId, remainingWeeklyMinutes } = await request(
        giveMinutes,
        { params: { id: person.id }, body },
        options,
      )
      void queryClient.invalidateQueries({ queryKey: personKey(person.id) })
      onClose()
      const amounts = { minutes: format.duration(body.minutes), left: format.duration(remainingWeeklyMinutes) }
      toast.success(t('minutes.given', amounts), {
        id: 'person',
        duration: 10_000,
        actions: [{ label: t('actions.undo'), onAction: () => takeBack(entryId) }],
      })
    },
  })
}
