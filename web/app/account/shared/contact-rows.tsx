import { BadgeCheck, Mail, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import type { User } from '#contract/users'
import { profile } from '#messages/profile'
import { useMessages } from '../../../messages/messages.ts'
import { useDialog } from '../../../platform/dialogs.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Icon } from '../../../ui/icon.ts'

/** E-mail address and phone number, whether they are verified, and buttons to verify or change them. */
export function ContactRows({ me, missing = {} }: { me: User; missing?: { email?: string; phone?: string } }) {
  const t = useMessages(profile)
  const openVerification = useDialog('verification')
  const phoneAction = me.phone === null ? 'addPhone' : me.verifiedPhone ? 'changePhone' : 'verifyPhone'
  return (
    <ul className="divide-y divide-line">
      <ContactRow
        icon={Mail}
        label={t('fields.email')}
        value={me.email}
        isVerified={me.verifiedEmail}
        state={t(me.verifiedEmail ? 'verified.mark' : 'unverified.email')}
        problem={missing.email}
        action={
          !me.verifiedEmail && (
            <Button onClick={() => openVerification({ of: 'email' })}>{t('unverified.verifyEmail')}</Button>
          )
        }
      />
      <ContactRow
        icon={Smartphone}
        label={t('fields.phone')}
        value={me.phone}
        isVerified={me.verifiedPhone}
        state={t(me.verifiedPhone ? 'verified.mark' : me.phone === null ? 'unverified.noPhone' : 'unverified.phone')}
        problem={missing.phone}
        action={
          <>
            {me.phone !== null && !me.verifiedPhone && (
              <Button variant="ghost" onClick={() => openVerification({ of: 'new-phone' })}>
                {t('unverified.changePhone')}
              </Button>
            )}
            <Button
              variant={me.verifiedPhone ? 'secondary' : 'primary'}
              onClick={() => openVerification({ of: me.verifiedPhone ? 'new-phone' : 'phone' })}
            >
              {t(`unverified.${phoneAction}`)}
            </Button>
          </>
        }
      />
    </ul>
  )
}

type ContactRowProps = {
  icon: Icon
  label: string
  value: string | null
  isVerified: boolean
  state: string
  problem: string | undefined
  action: ReactNode
}

function ContactRow({ icon: Glyph, label, value, isVerified, state, problem, action }: ContactRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3.5 first:pt-0 last:pb-0">
      <div className="flex min-w-0 flex-1 basis-56 items-start gap-3">
        <Glyph aria-hidden className="mt-1 size-5 shrink-0 text-muted" />
        <div className="min-w-0">
          <p className="text-muted text-sm">{label}</p>
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            {value !== null && (
              <bdi translate="no" dir="ltr" className="figures min-w-0 break-all font-semibold">
                {value}
              </bdi>
            )}
            {isVerified ? (
              <Badge tone="success" icon={BadgeCheck}>
                {state}
              </Badge>
            ) : (
              <Badge tone="warning">{state}</Badge>
            )}
          </p>
          <p role="alert" className="text-danger-ink text-sm empty:hidden">
            {problem}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">{action}</div>
    </li>
  )
}
