import { TriangleAlert } from 'lucide-react'
import type { Instant } from '#domain/cairo'
import { booking } from '#messages/booking'
import { useMessages } from '../../messages/messages.ts'
import { ApiError } from '../../platform/api.ts'
import { errorText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import type { Selection } from './selection.ts'

type ProblemProps = { error: Error | null; selection: Selection; now: Instant }

/** The refusal and the dialog's reaction to it, announced to screen readers. */
export function Problem({ error, selection, now }: ProblemProps) {
  const text = useProblem({ error, selection, now })
  return (
    <div role="alert" className="empty:absolute">
      {text && (
        <p className="flex items-start gap-2.5 rounded-control bg-warning-soft px-4 py-3 text-warning-ink">
          <TriangleAlert aria-hidden className="mt-1 size-5 shrink-0" />
          {text}
        </p>
      )}
    </div>
  )
}

function useProblem({ error, selection: { time, lost }, now }: ProblemProps): string | null {
  const t = useMessages(booking)
  const format = useFormat()
  if (time && lost) return t(`problem.${lost}`, { when: format.nearMoment(time.start, now) })
  if (!error) return null
  return error instanceof ApiError && error.code === 'network' ? t('problem.network') : errorText(error)
}
