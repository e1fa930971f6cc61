import { BellRing, MessageCircleMore } from 'lucide-react'
import type { User } from '#contract/users'
import { NOTICES_OF_A_PAIR } from '#domain/messages/schedule-notices'
import { isStudent } from '#domain/roles'
import { phone as words } from '#messages/phone'
import { pwa } from '#messages/pwa'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { useDialog } from '../../platform/dialogs.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useNotifications } from '../account/shared/use-notifications.ts'
import { MailingSettings } from './mailing-settings.tsx'
import { usePush } from './shared/use-push.ts'

/** Notifications of this device: on or off, or why they cannot be. */
function PushSettings() {
  const t = useMessages(pwa)
  const { status, turn, isPending, isOn } = usePush()
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="flex items-center gap-2 text-lg">
        <BellRing aria-hidden className="size-5 text-brand-ink" />
        {t('push.title')}
      </h2>
      {status === 'blocked' || status === 'unsupported' ? (
        <p className="text-muted">{t(`push.${status}`)}</p>
      ) : (
        <Switch
          label={t('push.label')}
          hint={t('push.hint')}
          checked={isOn}
          disabled={status === undefined}
          onChange={(event) => isPending || turn(event.target.checked)}
        />
      )}
    </Card>
  )
}

/** Reminders by WhatsApp, on or off and at which number, which has to be verified; and notifications of this device. */
export function NotificationSettings() {
  const t = useMessages(words)
  const me = useMe()
  return (
    <div className="flex flex-col gap-5">
      <Card className="flex flex-col gap-4">
        <h2 className="flex items-center gap-2 text-lg">
          <MessageCircleMore aria-hidden className="size-5 text-brand-ink" />
          {t('notifications.title')}
        </h2>
        {me.verifiedPhone ? <Reminders me={me} /> : <PhoneFirst me={me} />}
      </Card>
      <PushSettings />
      <MailingSettings />
    </div>
  )
}

function Reminders({ me }: { me: User }) {
  const t = useMessages(words)
  const openVerification = useDialog('verification')
  const { mutate, isPending, variables } = useNotifications(me)
  const isOn = isPending ? variables : me.notificationMethod !== null
  return (
    <>
      <Switch
        label={t('notifications.switch')}
        hint={
          isStudent(me.role)
            ? t('notifications.hintStudent')
            : t('notifications.hintTutor', { most: NOTICES_OF_A_PAIR.uses })
        }
        checked={isOn}
        onChange={(event) => isPending || mutate(event.target.checked)}
      />
      <div className="flex flex-wrap items-center justify-between gap-2 border-line border-t pt-3">
        <p className="text-muted text-sm">
          {t('notifications.sentTo')} <PhoneNumber of={me} />
        </p>
        <Button variant="ghost" size="sm" onClick={() => openVerification({ of: 'new-phone' })}>
          {t('change')}
        </Button>
      </div>
    </>
  )
}

function PhoneFirst({ me }: { me: User }) {
  const t = useMessages(words)
  const openVerification = useDialog('verification')
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div>
        <p className="font-semibold">{t('notifications.needsPhone')}</p>
        <p className="text-muted text-sm">
          {me.phone === null ? t('notifications.noPhone') : <PhoneNumber of={me} />} {t('notifications.needsPhoneText')}
        </p>
      </div>
      <Button onClick={() => openVerification({ of: 'phone' })}>
        {t(me.phone === null ? 'notifications.add' : 'notifications.verify')}
      </Button>
    </div>
  )
}

const PhoneNumber = ({ of: { phone } }: { of: User }) => (
  <bdi translate="no" dir="ltr" className="figures font-semibold text-ink">
    {phone}
  </bdi>
)
