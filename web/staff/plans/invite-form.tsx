import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { createPlanInvites, editPlanInvites, listPlanInvites } from '#contract/calls/plan-invites'
import { createInvite, editInvite, getInvite, type Invite } from '#contract/invites'
import type { ListedPlanInvite } from '#contract/plan-invites'
import { addDays, fromIso, isLocalDay, type LocalDay, localDay, startOfDay, toIso } from '#domain/cairo'
import { Role } from '#domain/roles'
import { staffPlanInvites } from '#messages/staff-plan-invites'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { codeOf } from '../../platform/error-text.ts'
import { useIdempotencyKey } from '../../platform/idempotency-key.ts'
import { keys } from '../../platform/query-keys.ts'
import { Button } from '../../ui/button.tsx'
import { FieldRefusal, Form, FormProblem, useForm } from '../../ui/form.tsx'
import { DateField, EmailField, SelectField } from '../../ui/form-fields.tsx'
import { toast } from '../../ui/toasts.ts'
import { changedFrom } from '../audit/shared/changes.ts'
import { saveVersioned } from '../audit/shared/versioned-save.ts'
import { PeoplePicker, type PickedPerson } from '../table/shared/people-picker.tsx'
import { chosenId } from './number-schema.ts'
import { usePlanOptions } from './shared/use-plan-options.ts'

const planId = chosenId
const optionalDay = z.string().check(z.refine((day) => day === '' || isLocalDay(day), { error: 'expire-date-invalid' }))
const day = z.string().check(z.refine(isLocalDay, { error: 'expire-date-invalid' }))

const studentSchema = z.object({ planId, expiresOn: optionalDay })
const expirySchema = z.object({ expiresOn: optionalDay })
const emailSchema = z.object({ email: createInvite.body.shape.email, planId, expiresOn: day })

/** The last moment of a day in Cairo. */
const endOf = (last: string): string => toIso(startOfDay(addDays(last as LocalDay, 1)) - 1)

/** A day in the past is refused without a code of its own. */
const asFieldRefusal = (error: unknown, fields: Partial<Record<string, string>>): unknown => {
  const field = fields[codeOf(error)]
  return field ? new FieldRefusal(field, codeOf(error)) : error
}

function usePlanChoices() {
  const { plans, nameOf } = usePlanOptions()
  return plans
    .toSorted((one, other) => Number(other.forInvitesOnly) - Number(one.forInvitesOnly))
    .map(({ id }) => ({ value: String(id), label: nameOf(id) }))
}

const STUDENTS = [Role.Student]

/** Invites students to a plan, with or without a last day. */
export function StudentInviteForm({ onDone }: { onDone: () => void }) {
  const t = useMessages(staffPlanInvites)
  const client = useQueryClient()
  const { keyOf } = useIdempotencyKey()
  const options = usePlanChoices()
  const [picked, setPicked] = useState<readonly PickedPerson[]>([])
  const [isMissing, setMissing] = useState(false)
  const form = useForm({
    schema: studentSchema,
    defaultValues: { planId: undefined, expiresOn: '' },
    send: async ({ planId: plan, expiresOn }) => {
      setMissing(picked.length === 0)
      if (picked.length === 0) return
      const body = { userIds: picked.map(({ id }) => id), planId: plan, expiresAt: expiresOn || null }
      try {
        await request(createPlanInvites, { body }, { idempotencyKey: keyOf(body) })
      } catch (error) {
        throw asFieldRefusal(error, { 'bad-request': 'expiresOn', 'plan-not-found': 'planId', illegal: 'planId' })
      }
      void client.invalidateQueries({ queryKey: keys.planInvites })
      toast.success(t('students.invited', { count: picked.length }), { id: 'invite' })
      onDone()
    },
  })
  return (
    <Form form={form} takesFocus className="flex flex-col gap-5">
      <FormProblem text={form.problem} />
      <PeoplePicker
        label={t('picker.label')}
        roles={STUDENTS}
        picked={picked}
        required
        onChange={setPicked}
        error={isMissing && picked.length === 0 ? t('picker.missing') : undefined}
      />
      <SelectField
        form={form}
        name="planId"
        label={t('fields.plan')}
        texts={{ illegal: t('students.allInvited') }}
        required
        placeholder={t('fields.choosePlan')}
        options={options}
      />
      <DateField
        form={form}
        name="expiresOn"
        label={t('fields.expiresOn')}
        hint={t('fields.expiresOnHint')}
        texts={{ 'bad-request': t('fields.passed') }}
        optional
      />
      <Button type="submit" loading={form.isSending}>
        {t('students.invite')}
      </Button>
    </Form>
  )
}

type ExpiryFormProps = { invites: readonly ListedPlanInvite[]; onDone: () => void }

const lastDayOf = ({ expiresAt }: ListedPlanInvite): LocalDay | null =>
  expiresAt === null ? null : localDay(fromIso(expiresAt))

/** Several invites have no common version, so they are overwritten. False when another user's day was kept. */
async function saveExpiry(invites: readonly ListedPlanInvite[], expiresAt: string | null): Promise<boolean> {
  const body = { ids: invites.map(({ id }) => id), expiresAt }
  const [read, ...others] = invites
  if (!read || others.length > 0) {
    await request(editPlanInvites, { body })
    return true
  }
  const { outcome } = await saveVersioned<ListedPlanInvite, unknown>({
    kind: 'plan-invite',
    read,
    changes: { expiresAt },
    save: (options) => request(editPlanInvites, { body }, options),
    reload: async () => {
      const { list } = await request(listPlanInvites, { query: { ids: [read.id] } })
      return list[0] ?? null
    },
    fieldsOf: (stored) => ({ expiresAt: lastDayOf(stored) }),
  })
  return outcome === 'saved'
}

/** Another last day for one or several plan invites. */
export function ExpiryForm({ invites, onDone }: ExpiryFormProps) {
  const t = useMessages(staffPlanInvites)
  const client = useQueryClient()
  const form = useForm({
    schema: expirySchema,
    defaultValues: { expiresOn: (invites[0] && lastDayOf(invites[0])) ?? '' },
    send: async ({ expiresOn }) => {
      let isSaved = true
      try {
        isSaved = await saveExpiry(invites, expiresOn || null)
      } catch (error) {
        throw asFieldRefusal(error, { 'bad-request': 'expiresOn' })
      }
      void client.invalidateQueries({ queryKey: keys.planInvites })
      if (isSaved) toast.success(t('saved'), { id: 'invite' })
      onDone()
    },
  })
  return (
    <Form form={form} takesFocus className="flex flex-col gap-5">
      <FormProblem text={form.problem} />
      <DateField
        form={form}
        name="expiresOn"
        label={t('fields.expiresOn')}
        hint={t('fields.expiresOnHint')}
        texts={{ 'bad-request': t('fields.passed') }}
        optional
      />
      <Button type="submit" loading={form.isSending}>
        {t('save')}
      </Button>
    </Form>
  )
}

type InviteDraft = Pick<Invite, 'email' | 'planId' | 'expiresAt'>
const draftOf = ({ email, planId: plan, expiresAt }: InviteDraft): InviteDraft => ({ email, planId: plan, expiresAt })

/** Saves the fields that differ from the invite as it was read; false when another user's change was kept. */
async function saveInvite(invite: Invite, draft: InviteDraft): Promise<boolean> {
  const { id } = invite
  const body = changedFrom(draftOf(invite), draft)
  if (Object.keys(body).length === 0) return true
  const { outcome } = await saveVersioned<InviteDraft & { updatedAt: string }, unknown>({
    kind: 'invite',
    read: invite,
    changes: body,
    save: (options) => request(editInvite, { params: { id }, body }, options),
    reload: () => request(getInvite, { params: { id } }),
    fieldsOf: draftOf,
  })
  return outcome === 'saved'
}

/** Invites an address that has no account yet, or changes such an invite until it is accepted. */
export function EmailInviteForm({ invite, onDone }: { invite: Invite | null; onDone: () => void }) {
  const t = useMessages(staffPlanInvites)
  const client = useQueryClient()
  const { keyOf } = useIdempotencyKey()
  const options = usePlanChoices()
  const form = useForm({
    schema: emailSchema,
    defaultValues: {
      email: invite?.email ?? '',
      planId: invite ? String(invite.planId) : undefined,
      expiresOn: invite ? localDay(fromIso(invite.expiresAt)) : '',
    },
    send: async ({ expiresOn, ...typed }) => {
      const body = { ...typed, expiresAt: endOf(expiresOn) }
      let isSaved = true
      try {
        if (invite) isSaved = await saveInvite(invite, body)
        else await request(createInvite, { body }, { idempotencyKey: keyOf(body) })
      } catch (error) {
        throw asFieldRefusal(error, { 'bad-request': 'expiresOn', 'plan-not-found': 'planId', illegal: 'email' })
      }
      void client.invalidateQueries({ queryKey: keys.invites })
      if (isSaved) toast.success(t(invite ? 'saved' : 'emails.invited'), { id: 'invite' })
      onDone()
    },
  })
  return (
    <Form form={form} takesFocus className="flex flex-col gap-5">
      <FormProblem text={form.problem} />
      <EmailField
        form={form}
        name="email"
        label={t('fields.email')}
        texts={{ illegal: t('emails.taken'), 'user-exists': t('emails.hasAccount') }}
        required
        autoComplete="off"
      />
      <SelectField
        form={form}
        name="planId"
        label={t('fields.plan')}
        required
        placeholder={t('fields.choosePlan')}
        options={options}
      />
      <DateField
        form={form}
        name="expiresOn"
        label={t('fields.expiresOn')}
        texts={{ 'bad-request': t('fields.passed') }}
        required
      />
      <Button type="submit" loading={form.isSending}>
        {t(invite ? 'save' : 'emails.invite')}
      </Button>
    </Form>
  )
}
