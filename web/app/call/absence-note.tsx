import { useMutation } from '@tanstack/react-query'
import { UserX } from 'lucide-react'
import { useState } from 'react'
import { createReport } from '#contract/calls/reports'
import { ABSENT_AFTER_MINUTES, mayReportAbsence } from '#domain/sessions/hours'
import { call as words } from '#messages/call'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useNow } from '../../platform/clock.ts'
import { errorText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toasts.ts'
import type { CallView } from './call-view.ts'

/** Three minutes into the session, a member who is still alone can report the other's absence (docs/rules/lessons.md 7.2). */
export function AbsenceNote({ view }: { view: CallView }) {
  const t = useMessages(words)
  const format = useFormat()
  const [isConfirming, setIsConfirming] = useState(false)
  const [wasSeen, setWasSeen] = useState(false)
  const at = useNow(5000)
  const { session, name, other, what } = view
  const report = useReport(view)
  if (other && !wasSeen) setWasSeen(true)
  if (other || wasSeen || report.isSuccess || !mayReportAbsence(session, at)) return null
  return (
    <>
      <Banner
        icon={UserX}
        tone="warning"
        announce="status"
        title={t('absence.title', { name })}
        action={
          <Button size="sm" variant="secondary" onClick={() => setIsConfirming(true)}>
            {t('absence.report')}
          </Button>
        }
      >
        {t('absence.text', { what, minutes: format.duration(ABSENT_AFTER_MINUTES) })}
      </Banner>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        tone="danger"
        icon={UserX}
        title={t('absence.confirmTitle', { name })}
        description={t('absence.confirmText', { what })}
        confirmLabel={t('absence.confirm')}
        cancelLabel={t('absence.wait')}
        onConfirm={() => report.mutateAsync()}
      />
    </>
  )
}

function useReport({ session, me, name, what }: CallView) {
  const t = useMessages(words)
  const format = useFormat()
  return useMutation({
    mutationFn: () => {
      const id = String(session.id)
      const body = new FormData()
      body.append('title', t('absence.reportTitle', { what, id }))
      const moment = format.moment(session.start)
      body.append('description', t('absence.reportText', { me: me.name ?? String(me.id), name, what, id, moment }))
      return request(createReport, { body }, { idempotencyKey: `absent-${session.sessionId}-${me.id}` })
    },
    onSuccess: () => toast.success(t('absence.done'), { description: t('absence.doneText', { name }) }),
    onError: (error) => toast.error(t('absence.failed'), { description: errorText(error) }),
  })
}
