import { PhoneOff } from 'lucide-react'
import { minutes } from '#domain/cairo'
import { CLOSES_AFTER_MINUTES } from '#domain/sessions/hours'
import { call as words } from '#messages/call'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/format.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { CallView } from './call-view.ts'

/** Asks before leaving: the button is under the thumb, and an accidental tap must not end a lesson. */
export function LeaveDialog({ view: { call, session, what }, onClose }: { view: CallView; onClose: () => void }) {
  const t = useMessages(words)
  const format = useFormat()
  const at = useNow(30_000)
  const left = Math.ceil((session.end - Math.max(at, session.start)) / minutes(1))
  const text =
    left > 0
      ? t('leave.text', { time: format.duration(left) })
      : t('leave.textOver', { time: format.time(session.end + minutes(CLOSES_AFTER_MINUTES)) })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      tone={left > 0 ? 'danger' : 'main'}
      icon={PhoneOff}
      title={t('leave.title', { what })}
      description={text}
      confirmLabel={t('leave.confirm')}
      cancelLabel={t('leave.keep')}
      onConfirm={call.leave}
    />
  )
}
