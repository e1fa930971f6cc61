import { withdrawConsent } from '#contract/calls/guardians'
import { guardian } from '#messages/guardian'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { GuardianText } from './guardian-text.tsx'
import { LinkScreen } from './link-screen.tsx'

/**
 * /guardian: where the link of the message to a guardian leads: what they consent to, and the one tap that withdraws it
 * (docs/rules/privacy.md 6.5).
 */
export function GuardianLinkScreen() {
  const t = useMessages(guardian)
  return (
    <LinkScreen
      act={(token) => request(withdrawConsent, { params: { token } }, { asGuest: true })}
      words={(state) => ({ title: t(`link.${state}.title`), text: t(`link.${state}.text`) })}
      confirm={t('link.withdraw')}
      failed={t('link.failed')}
      home={t('link.home')}
      variant="secondary"
    >
      <GuardianText />
    </LinkScreen>
  )
}
