import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { withdrawConsent } from '#contract/calls/guardians'
import { guardian } from '#messages/guardian'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { codeOf, errorText } from '../../platform/error-text.ts'
import { AuthProblem } from '../../shared/account/auth-problem.tsx'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { GuardianText } from './guardian-text.tsx'

/**
 * /guardian: where the link of the message to a guardian leads: what they consent to, and the one tap that withdraws it
 * (docs/rules/privacy.md 6.5). The token is in the fragment, which no server sees, and opening the page changes nothing.
 */
export function GuardianLinkScreen() {
  const t = useMessages(guardian)
  const router = useRouter()
  const [token] = useState(() => router.state.location.hash)
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => request(withdrawConsent, { params: { token } }, { asGuest: true }),
  })
  const isUnknown = token === '' || codeOf(error) === 'invalid-verification-code'
  const state = isSuccess ? 'done' : isUnknown ? 'unknown' : 'ask'
  return (
    <AuthLayout title={t(`link.${state}.title`)} text={t(`link.${state}.text`)} footer={null}>
      {state === 'ask' ? (
        <div className="flex flex-col gap-5">
          <AuthProblem title={t('link.failed')} text={error ? errorText(error) : undefined} />
          <GuardianText />
          <Button wide variant="secondary" loading={isPending} onClick={() => mutate()}>
            {t('link.withdraw')}
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
