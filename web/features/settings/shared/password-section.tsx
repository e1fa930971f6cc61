import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { signOutEverywhere } from '#contract/auth'
import { settings } from '../../../i18n/ar/settings.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { request } from '../../../platform/api.ts'
import { duringTokenRenewal, storeToken } from '../../../platform/auth-token.ts'
import { errorText } from '../../../platform/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, SectionHeading } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast } from '../../../ui/toasts.ts'
import { PasswordForm } from './password-form.tsx'

/** The password, and signing out on other devices. */
export function PasswordSection() {
  return (
    <div className="flex max-w-2xl flex-col gap-5">
      <PasswordForm />
      <Devices />
    </div>
  )
}

function Devices() {
  const t = useMessages(settings)
  const [isAsking, setAsking] = useState(false)
  const signOut = async () => {
    try {
      await duringTokenRenewal(async () => storeToken(await request(signOutEverywhere, {})))
      toast.success(t('devices.done'), { id: 'devices' })
    } catch (error) {
      toast.error(t('devices.failed'), { id: 'devices', description: errorText(error) })
      throw error
    }
  }
  return (
    <Card padding="lg">
      <SectionHeading title={t('devices.title')} text={t('devices.text')} />
      <Button variant="danger-ghost" icon={LogOut} mirrorIcon onClick={() => setAsking(true)} className="-ms-3">
        {t('devices.action')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        tone="danger"
        icon={LogOut}
        title={t('devices.confirmTitle')}
        description={t('devices.confirmText')}
        confirmLabel={t('devices.action')}
        cancelLabel={t('devices.keep')}
        onConfirm={signOut}
      />
    </Card>
  )
}
