import { profile } from '#messages/profile'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'

export type StepNavigation = { onNext: () => void; onBack: (() => void) | undefined }

type StepButtonsProps = StepNavigation & { isSending: boolean; isLast?: boolean }

/** Save and continue, skip, or go back. */
export function StepButtons({ onNext, onBack, isSending, isLast = false }: StepButtonsProps) {
  const t = useMessages(profile)
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2.5">
      <Button type="submit" loading={isSending} className="max-sm:w-full">
        {t(isLast ? 'student.finish' : 'student.next')}
      </Button>
      <Button variant="secondary" disabled={isSending} onClick={onNext} className="max-sm:flex-1">
        {t('student.skip')}
      </Button>
      {onBack && (
        <Button variant="ghost" disabled={isSending} onClick={onBack} className="max-sm:flex-1">
          {t('student.back')}
        </Button>
      )}
    </div>
  )
}
