import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { proof } from '#messages/proof'
import { useMessages } from '../../messages/messages.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { UndoEmailForm } from './undo-email-form.tsx'

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
