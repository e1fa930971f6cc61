import { ArrowDown, ArrowUp } from 'lucide-react'
import { weeks } from '#messages/weeks'
import { useMessages } from '../../messages/messages.ts'
import type { Span } from './lanes.ts'

type HiddenHintsProps = {
  hidden: { above: readonly Span[]; below: readonly Span[] }
  /** The height of the row of days above the hours, in pixels. */
  headHeight: number
  /** Scrolls to a minute of the day. */
  onShow: (minute: number) => void
}

const look =
  'absolute inset-x-0 z-30 mx-auto flex min-h-8 w-fit items-center gap-1.5 rounded-full bg-inverse px-3.5 text-inverse-ink text-xs font-semibold shadow-raised'
const LEAD = 30

/** The number of items above and below the visible area; a click scrolls to the nearest one. */
export function HiddenHints({ hidden: { above, below }, headHeight, onShow }: HiddenHintsProps) {
  const t = useMessages(weeks)
  const last = Math.max(...above.map(({ from }) => from))
  const first = Math.min(...below.map(({ from }) => from))
  return (
    <>
      {above.length > 0 && (
        <button
          type="button"
          className={look}
          style={{ insetBlockStart: headHeight + 8 }}
          onClick={() => onShow(last - LEAD)}
        >
          <ArrowUp aria-hidden className="size-3.5" />
          {t('above', { count: above.length })}
        </button>
      )}
      {below.length > 0 && (
        <button type="button" className={`${look} bottom-3`} onClick={() => onShow(first - LEAD)}>
          <ArrowDown aria-hidden className="size-3.5" />
          {t('below', { count: below.length })}
        </button>
      )}
    </>
  )
}
