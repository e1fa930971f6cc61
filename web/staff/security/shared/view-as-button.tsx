import { Eye } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { viewAs } from '#contract/calls/view-as'
import { MAX_VIEW_REASON, whyNotView } from '#domain/auth/view-as'
import type { Role } from '#domain/roles'
import { staffSecurity } from '#messages/staff-security'
import { useMessages } from '../../../messages/messages.ts'
import { request } from '../../../platform/api.ts'
import { useMe } from '../../../platform/current-user.ts'
import { errorText } from '../../../platform/error-text.ts'
import { APP_ORIGIN } from '../../../platform/origin.ts'
import { viewAddress } from '../../../platform/view-as.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'

type ViewAsProps = { subject: { id: number; role: Role; name: string } }

/** Opens the app as this person sees it; not shown to whom the server would refuse (docs/rules/staff.md 5.1). */
export function ViewAsButton({ subject }: ViewAsProps) {
  const t = useMessages(staffSecurity)
  const me = useMe()
  const [isOpen, setOpen] = useState(false)
  if (whyNotView(me, subject)) return null
  return (
    <>
      <Button variant="secondary" icon={Eye} onClick={() => setOpen(true)}>
        {t('viewAs.button')}
      </Button>
      {isOpen && <ViewAsDialog subject={subject} onClose={() => setOpen(false)} />}
    </>
  )
}

function ViewAsDialog({ subject, onClose }: ViewAsProps & { onClose: () => void }) {
  const t = useMessages(staffSecurity)
  const [reason, setReason] = useState('')
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const begin = async () => {
    setSending(true)
    try {
      const { token } = await request(viewAs, { body: { userId: subject.id, reason } })
      // Without an opener the new tab gets no copy of this tab's storage, nor a way back into it.
      window.open(viewAddress(APP_ORIGIN, token), '_blank', 'noopener')
      onClose()
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setSending(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() !== '' && !isSending) void begin()
  }
  return (
    <Dialog open onClose={onClose} title={t('viewAs.title', { name: subject.name })} description={t('viewAs.text')}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <Field label={t('viewAs.reason')} hint={t('viewAs.reasonHint')} error={problem} required>
          <Textarea
            value={reason}
            maxLength={MAX_VIEW_REASON}
            rows={3}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        <Button type="submit" icon={Eye} loading={isSending} disabled={reason.trim() === ''}>
          {t('viewAs.open')}
        </Button>
      </form>
    </Dialog>
  )
}
