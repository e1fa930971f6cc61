import { clsx } from 'clsx'
import { Check, Circle } from 'lucide-react'
import { ui } from '#messages/ui'
import { useMessages } from '../messages/messages.ts'

export type ShownRule = { text: string; isMet: boolean }

/** The rules of what is being typed, and whether each is met by now: the hint of its field. */
export function RuleList({ label, rules }: { label: string; rules: readonly ShownRule[] }) {
  const t = useMessages(ui)
  return (
    <ul aria-label={label} className="grid grid-cols-1 gap-x-4 gap-y-1 text-sm min-[24rem]:grid-cols-2">
      {rules.map(({ text, isMet }) => {
        const Glyph = isMet ? Check : Circle
        return (
          <li key={text} className={clsx('flex items-center gap-2', isMet ? 'text-success-ink' : 'text-muted')}>
            <Glyph aria-hidden className={isMet ? 'size-4' : 'mx-1 size-2'} />
            {text}
            <span className="sr-only">{t(isMet ? 'rules.met' : 'rules.unmet')}</span>
          </li>
        )
      })}
    </ul>
  )
}
