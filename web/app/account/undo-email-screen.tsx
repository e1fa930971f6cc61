import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { undoEmailChange } from '#contract/verification'
import { UNDO_EMAIL_DAYS } from '#domain/auth/email-change'
import { proof } from '#messages/proof'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { codeOf } from '../../platform/error-text.ts'
import { AuthProblem } from '../../shared/account/auth-problem.tsx'
import { NewPasswordFields } from '../../shared/account/new-password-fields.tsx'
import { isRepeated } from '../../shared/account/profile-schema.ts'
import { Button } from '../../ui/button.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { AuthLayout } from './auth-layout.tsx'

/** /undo-email-change: where the mail to an account's old address leads. The token is in the fragment, which no server sees. */
export function UndoEmailScreen() {
  const t = useMessages(proof)
  const router = useRouter()
  const [token] = useState(() => router.state.location.hash)
  const [isDone, setDone] = useState(false)
  const text = isDone ? t('undo.doneText') : t(token === '' ? 'undo.noToken' : 'undo.text')
  return (
    <AuthLayout title={t(isDone ? 'undo.done' : 'undo.title')} text={text} footer={null}>
      {isDone ? (
        <LinkButton to="/login">{t('undo.login')}</LinkButton>
      ) : token === '' ? (
        <LinkButton to="/login" variant="secondary">
          {t('undo.login')}
        </LinkButton>
      ) : (
        <UndoEmailForm token={token} onDone={() => setDone(true)} />
      )}
    </AuthLayout>
  )
}

const schema = z.object({ password: undoEmailChange.body.shape.password, confirmation: z.string() }).check(isRepeated)

type UndoEmailFormProps = { token: string; onDone: () => void }

/** Puts an account's old address back with a new password (docs/rules/accounts.md 7.8). */
function UndoEmailForm({ token, onDone }: UndoEmailFormProps) {
  const t = useMessages(proof)
  const form = useForm({
    schema,
    defaultValues: { password: '', confirmation: '' },
    send: async ({ password }) => {
      await request(undoEmailChange, { body: { token, password } }, { asGuest: true })
      onDone()
    },
  })
  const ofTheLink: Record<string, string> = {
    'invalid-verification-code': t('undo.used'),
    'expired-verification-code': t('undo.expired', { days: UNDO_EMAIL_DAYS }),
  }
  const problem = form.problem && (ofTheLink[codeOf(form.failure)] ?? form.problem)
  return (
    <Form form={form} className="flex flex-col gap-5">
      <AuthProblem title={t('undo.failed')} text={problem} />
      <NewPasswordFields form={form} typed={form.watch('password')} />
      <Button type="submit" wide loading={form.isSending}>
        {t('undo.action')}
      </Button>
    </Form>
  )
}
