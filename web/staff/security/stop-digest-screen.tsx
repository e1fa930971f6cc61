import { stopStaffDigest } from '#contract/calls/staff-digest'
import { staffSecurity } from '#messages/staff-security'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { AuthProblem } from '../../shared/account/auth-problem.tsx'
import { useLinkAct } from '../../shared/account/use-link-act.ts'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { GuestFrame } from '../team/shared/guest-frame.tsx'

/** /stop-digest: where the link at the end of the daily mail leads. */
export function StopDigestScreen() {
  const t = useMessages(staffSecurity)
  const { state, isPending, problem, run } = useLinkAct((token) =>
    request(stopStaffDigest, { params: { token } }, { asGuest: true }),
  )
  const place = state === 'done' ? 'stopped' : state
  return (
    <GuestFrame title={t(`digest.${place}.title`)} text={t(`digest.${place}.text`)}>
      {state === 'ask' ? (
        <div className="flex flex-col gap-5">
          <AuthProblem title={t('digest.failed')} text={problem} />
          <Button wide loading={isPending} onClick={run}>
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
