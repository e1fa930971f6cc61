import { reset } from '#messages/reset'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'

type ResetButtonsProps = { label: string; isSending: boolean; onCancel: () => void }

/** The buttons of each step of a password reset. */
export function ResetButtons({ label, isSending, onCancel }: ResetButtonsProps) {
  const t = useMessages(reset)
  return (
    <div className="flex flex-wrap gap-2.5 *:flex-1">
      <Button type="submit" loading={isSending}>
        {label}
      </Button>
      <Button variant="secondary" onClick={onCancel}>
        {t('cancel')}
      </Button>
    </div>
  )
}
