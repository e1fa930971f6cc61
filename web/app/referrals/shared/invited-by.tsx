import { useQuery } from '@tanstack/react-query'
import { Gift } from 'lucide-react'
import { REFERRAL_MINUTES } from '#domain/subscriptions/referral'
import { referrals } from '#messages/referrals'
import { useMessages } from '../../../messages/messages.ts'
import { Banner } from '../../../ui/banner.tsx'
import { invitationQuery } from './queries.ts'
import { storedCode } from './stored-code.ts'

/** While registering: who has invited, if a link was opened on this device. */
export function InvitedBy() {
  const t = useMessages(referrals)
  const code = storedCode()
  const { data } = useQuery({ ...invitationQuery(code ?? ''), enabled: code !== null })
  if (!data) return null
  return (
    <div className="mb-6">
      <Banner icon={Gift} title={t('invited.title', { name: data.name ?? t('someone') })}>
        {t('invited.text', { count: REFERRAL_MINUTES })}
      </Banner>
    </div>
  )
}
