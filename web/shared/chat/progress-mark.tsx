import { clsx } from 'clsx'
import { Check, CheckCheck, CircleAlert, Clock3 } from 'lucide-react'
import { chat } from '#messages/chat'
import { useMessages } from '../../messages/messages.ts'
import type { DeliveryState } from './rows.ts'

const glyphs = { waiting: Clock3, sent: Check, seen: CheckCheck, failed: CircleAlert }

/** The delivery state of an own message, as an icon with a text for screen readers. */
export function ProgressMark({ progress, className }: { progress: DeliveryState; className?: string }) {
  const t = useMessages(chat)
  const Glyph = glyphs[progress]
  const word = t(`message.${progress}`)
  return (
    <span title={word} className={clsx('inline-flex', className)} data-progress={progress}>
      <Glyph aria-hidden className="size-4" />
      <span className="sr-only">{word}</span>
    </span>
  )
}
