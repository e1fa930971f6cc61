import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { stopStaffDigest } from '#contract/calls/staff-digest'
import { staffSecurity } from '#messages/staff-security'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { codeOf, errorText } from '../../platform/error-text.ts'
import { AuthProblem } from '../../shared/account/auth-problem.tsx'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { GuestFrame } from '../team/shared/guest-frame.tsx'

/** /stop-digest: where the link at the end of the daily mail leads. The token is in the fragment, which no server sees. */
export function StopDigestScreen() {
  const t = useMessages(staffSecurity)
  const router = useRouter()
  const [token] = useState(() => router.state.location.hash)
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => request(stopStaffDigest, { params: { token } }, { asGuest: true }),
  })
  const isUnknown = token === '' || codeOf(error) === 'invalid-verification-code'
  const state = isSuccess ? 'stopped' : isUnknown ? 'unknown' : 'ask'
  return (
    <GuestFrame title={t(`digest.${state}.title`)} text={t(`digest.${state}.text`)}>
      {state === 'ask' ? (
        <div className="flex flex-col gap-5">
          <AuthProblem title={t('digest.failed')} text={error ? errorText(error) : undefined} />
          <Button wide loading={isPending} onClick={() => mutate()}>
            {t('digest.stop')}
          </Button>
        </div>
      ) : (
        <LinkButton to="/user-settings" variant="secondary">
          {t('digest.settings')}
        </LinkButton>
      )}
    </GuestFrame>
  )
}
