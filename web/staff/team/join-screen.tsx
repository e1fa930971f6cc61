import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { refusing } from '#contract/fields'
import { acceptStaffInvite, readStaffInvite } from '#contract/staff-invites'
import { isTutorManager, type Role } from '#domain/roles'
import { normalName, whyNotAccountName } from '#domain/users/name'
import { enums } from '#messages/enums'
import { staffTeam } from '#messages/staff-team'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { storeToken } from '../../platform/auth-token.ts'
import { meQuery } from '../../platform/current-user.ts'
import { codeOf } from '../../platform/error-text.ts'
import { useIdempotencyKey } from '../../platform/idempotency-key.ts'
import { keys } from '../../platform/query-keys.ts'
import { AuthProblem } from '../../shared/account/auth-problem.tsx'
import { NewPasswordFields } from '../../shared/account/new-password-fields.tsx'
import { isRepeated } from '../../shared/account/profile-schema.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { EmailField, TextField } from '../../ui/form-fields.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { GuestFrame } from './shared/guest-frame.tsx'

/** /join: opens an account of staff by the link of an invitation (docs/rules/staff.md 12.2). */
export function JoinScreen() {
  const t = useMessages(staffTeam)
  const router = useRouter()
  const [token] = useState(() => router.state.location.hash)
  const invite = useQuery({
    queryKey: [...keys.staffInvites, 'own'],
    queryFn: ({ signal }) => request(readStaffInvite, { body: { token } }, { signal, asGuest: true }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (token === '') return <Unusable text={t('join.noToken')} />
  const refusal = invite.error && codeOf(invite.error)
  if (refusal === 'expired-verification-code') return <Unusable text={t('join.expired')} />
  if (refusal === 'invalid-verification-code') return <Unusable text={t('join.used')} />
  const { data } = invite
  return (
    <GuestFrame
      title={t('join.title')}
      text={data ? t('join.text', { role: enums.role[data.role] }) : refusal ? '' : t('join.checking')}
    >
      {refusal && <ErrorState onRetry={() => void invite.refetch()} retrying={invite.isFetching} />}
      {data && <JoinForm token={token} email={data.email} role={data.role} />}
    </GuestFrame>
  )
}

function Unusable({ text }: { text: string }) {
  const t = useMessages(staffTeam)
  return (
    <GuestFrame title={t('join.unusable')} text={text}>
      <LinkButton to="/login" variant="secondary">
        {t('join.login')}
      </LinkButton>
    </GuestFrame>
  )
}

const { password } = acceptStaffInvite.body.shape
const schemaOf = (role: Role) =>
  z
    .object({
      email: z.string(),
      name: z.string().check(
        z.overwrite(normalName),
        refusing((name) => (name === '' ? 'required-field' : whyNotAccountName(name, role))),
      ),
      password,
      confirmation: z.string(),
    })
    .check(isRepeated)

type JoinFormProps = { token: string; email: string; role: Role }

function JoinForm({ token, email, role }: JoinFormProps) {
  const t = useMessages(staffTeam)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { keyOf } = useIdempotencyKey()
  const form = useForm({
    schema: schemaOf(role),
    defaultValues: { email, name: '', password: '', confirmation: '' },
    send: async ({ name, password: chosen }) => {
      const body = { token, name, password: chosen }
      const joined = await request(acceptStaffInvite, { body }, { asGuest: true, idempotencyKey: keyOf(body) })
      queryClient.clear()
      storeToken(joined.token)
      queryClient.setQueryData(meQuery.queryKey, joined.user)
      await navigate({ to: '/', replace: true })
    },
  })
  const ofTheInvite: Record<string, string> = {
    'invalid-verification-code': t('join.used'),
    'expired-verification-code': t('join.expired'),
    'user-exists': t('join.exists'),
  }
  const problem = form.problem && (ofTheInvite[codeOf(form.failure)] ?? form.problem)
  return (
    <Form form={form} className="flex flex-col gap-5">
      <AuthProblem title={t('join.failed')} text={problem} />
      {/* Editable by nobody: it tells a password manager whose password this is. */}
      <EmailField form={form} name="email" label={t('join.email')} readOnly autoComplete="username" />
      <TextField
        form={form}
        name="name"
        label={t('join.name')}
        hint={isTutorManager(role) ? t('join.arabicName') : undefined}
        required
        autoComplete="name"
      />
      <NewPasswordFields form={form} typed={form.watch('password')} />
      <Button type="submit" wide loading={form.isSending}>
        {t('join.action')}
      </Button>
    </Form>
  )
}
