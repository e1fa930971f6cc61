import { stopCardRenewal } from '#contract/calls/card-renewals'
import { cardRenewal } from '#messages/card-renewal'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { LinkScreen } from './link-screen.tsx'

/** /stop-renewal: where the link of an announced charge leads (docs/rules/minutes.md 11.2). */
export function StopRenewalScreen() {
  const t = useMessages(cardRenewal)
  return (
    <LinkScreen
      act={(token) => request(stopCardRenewal, { params: { token } }, { asGuest: true })}
      words={(state) => ({ title: t(`link.${state}.title`), text: t(`link.${state}.text`) })}
      confirm={t('stop')}
      failed={t('link.failed')}
      home={t('link.home')}
    />
  )
}
