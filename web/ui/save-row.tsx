import { form as words } from '#messages/form'
import { useMessages } from '../messages/messages.ts'
import { Button } from './button.tsx'
import { LeaveQuestion, type LeaveQuestionProps } from './leave-question.tsx'

const tabOf = (search: unknown) => (search as { tab?: unknown }).tab

const isLeaving: LeaveQuestionProps['isLeaving'] = (current, next) =>
  current.pathname !== next.pathname || tabOf(current.search) !== tabOf(next.search)

/** Asks before unsaved changes are lost by opening another screen or tab. */
export function LeaveGuard({ hasChanges }: { hasChanges: boolean }) {
  const t = useMessages(words)
  const texts = { title: t('leave.title'), text: t('leave.text'), leave: t('leave.leave'), stay: t('leave.stay') }
  return <LeaveQuestion hasChanges={hasChanges} isLeaving={isLeaving} words={texts} />
}

type SaveRowProps = { hasChanges: boolean; isSending: boolean; onDiscard: () => void; onSave?: () => void }

/** The buttons below a settings form, disabled while nothing has changed; leaving with unsaved changes is confirmed. */
export function SaveRow({ hasChanges, isSending, onDiscard, onSave }: SaveRowProps) {
  const t = useMessages(words)
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      <Button
        type={onSave ? 'button' : 'submit'}
        onClick={onSave}
        loading={isSending}
        disabled={!hasChanges && !isSending}
        className="max-sm:flex-1"
      >
        {t('save')}
      </Button>
      {hasChanges && !isSending && (
        <Button variant="ghost" onClick={onDiscard}>
          {t('discard')}
        </Button>
      )}
      <LeaveGuard hasChanges={hasChanges} />
    </div>
  )
}
