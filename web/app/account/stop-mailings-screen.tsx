import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { stopMailings } from '#contract/calls/mailings'
import { mailings } from '#messages/mailings'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { codeOf, errorText } from '../../platform/error-text.ts'
import { AuthProblem } from '../../shared/account/auth-problem.tsx'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { AuthLayout } from './auth-layout.tsx'

/** /stop-messages: where the link at the end of a message to a list leads. The token is in the fragment, which no server sees. */
export function StopMailingsScreen() {
  const t = useMessages(mailings)
  const router = useRouter()
  const [token] = useState(() => router.state.location.hash)
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => request(stopMailings, { params: { token } }, { asGuest: true }),
  })
  const isUnknown = token === '' || codeOf(error) === 'invalid-verification-code'
  const state = isSuccess ? 'stopped' : isUnknown ? 'unknown' : 'ask'
  return (
    <AuthLayout title={t(`${state}.title`)} text={t(`${state}.text`)} footer={null}>
      {state === 'ask' ? (
        <div className="flex flex-col gap-5">
          <AuthProblem title={t('failed')} text={error ? errorText(error) : undefined} />
          <Button wide loading={isPending} onClick={() => mutate()}>
            {t('stop')}
          </Button>
        </div>
      ) : (
        <LinkButton to="/" variant="secondary">
          {t('home')}
        </LinkButton>
      )}
    </AuthLayout>
  )
}
