import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MailQuestionMark } from 'lucide-react'
import { useRef } from 'react'
import { cancelPendingEmail } from '#contract/calls/users'
import { proof as words } from '#messages/proof'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import { errorText } from '../../platform/error-text.ts'
import { keys } from '../../platform/query-keys.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { isFocusInDialog, mainRegion, moveFocus } from '../../ui/focus.ts'
import { useFocusAfter } from '../../ui/focus-hooks.ts'
import { toast } from '../../ui/toasts.ts'

/** The address that waits for its proof: its code is typed, or it is dropped. Nothing while none waits. */
export function PendingEmail({ onVerify }: { onVerify: () => void }) {
  const t = useMessages(words)
  const queryClient = useQueryClient()
  const { pendingEmail } = useMe()
  const canceling = useMutation({
    mutationFn: () => request(cancelPendingEmail, {}),
    onSuccess: () => {
      toast.success(t('pending.canceled'), { id: 'settings' })
      return queryClient.invalidateQueries({ queryKey: keys.currentUser })
    },
    onError: (error) => toast.error(t('pending.failed'), { id: 'settings', description: errorText(error) }),
  })
  const banner = useRef<HTMLDivElement>(null)
  // The form that asked for the change may be far below, and the buttons leave with the banner.
  useFocusAfter(pendingEmail, () => isFocusInDialog() || moveFocus(banner.current ?? mainRegion()))
  if (pendingEmail === null) return null
  return (
    <div ref={banner} tabIndex={-1} className="scroll-mt-24">
      <Banner
        tone="warning"
        icon={MailQuestionMark}
        title={t('pending.title')}
        action={
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={onVerify}>
              {t('pending.verify')}
            </Button>
            <Button size="sm" variant="ghost" loading={canceling.isPending} onClick={() => canceling.mutate()}>
              {t('pending.cancel')}
            </Button>
          </div>
        }
      >
        {t.rich('pending.text', {
          email: () => (
            <bdi translate="no" dir="ltr" className="break-all font-semibold">
              {pendingEmail}
            </bdi>
          ),
        })}
      </Banner>
    </div>
  )
}
