import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { stopCardRenewal } from '#contract/calls/card-renewals'
import { cardRenewal } from '#messages/card-renewal'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { codeOf, errorText } from '../../platform/error-text.ts'
import { AuthProblem } from '../../shared/account/auth-problem.tsx'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { AuthLayout } from './auth-layout.tsx'

/**
 * /stop-renewal: where the link of an announced charge leads (docs/rules/minutes.md 11.2). The token is in the fragment, which no
 * server sees, and opening the page changes nothing.
 */
export function StopRenewalScreen() {
  const t = useMessages(cardRenewal)
  const router = useRouter()
  const [token] = useState(() => router.state.location.hash)
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => request(stopCardRenewal, { params: { token } }, { asGuest: true }),
  })
  const isUnknown = token === '' || codeOf(error) === 'invalid-verification-code'
  const state = isSuccess ? 'done' : isUnknown ? 'unknown' : 'ask'
  return (
    <AuthLayout title={t(`link.${state}.title`)} text={t(`link.${state}.text`)} footer={null}>
      {state === 'ask' ? (
        <div className="flex flex-col gap-5">
          <AuthProblem title={t('link.failed')} text={error ? errorText(error) : undefined} />
          <Button wide loading={isPending} onClick={() => mutate()}>
            {t('stop')}
          </Button>
        </div>
      ) : (
        <LinkButton to="/" variant="secondary">
          {t('link.home')}
        </LinkButton>
      )}
    </AuthLayout>
  )
}
