import { ChevronLeft, ChevronRight } from 'lucide-react'
import { weeks } from '#messages/weeks'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

type PeriodBarProps = {
  /** The period in words; announced to screen readers when it changes. */
  label: string
  unit: 'week' | 'month'
  isCurrent: boolean
  onPrevious: () => void
  onNext: () => void
  onToday: () => void
}

/** Moves through the weeks or months of a schedule, and back to today. */
export function PeriodBar({ label, unit, isCurrent, onPrevious, onNext, onToday }: PeriodBarProps) {
  const t = useMessages(weeks)
  const isWeek = unit === 'week'
  return (
    <div className="-ms-2.5 flex items-center gap-1">
      <IconButton
        icon={ChevronLeft}
        mirrorIcon
        label={t(isWeek ? 'previousWeek' : 'previousMonth')}
        onClick={onPrevious}
      />
      <p aria-live="polite" className="min-w-0 text-center font-semibold">
        {label}
      </p>
      <IconButton icon={ChevronRight} mirrorIcon label={t(isWeek ? 'nextWeek' : 'nextMonth')} onClick={onNext} />
      {!isCurrent && (
        <Button variant="ghost" size="sm" onClick={onToday}>
          {t('today')}
        </Button>
      )}
    </div>
  )
}
