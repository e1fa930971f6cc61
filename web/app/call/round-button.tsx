import { clsx } from 'clsx'
import type { Ref } from 'react'
import type { Icon } from '../../ui/icon.ts'

type RoundButtonProps = {
  icon: Icon
  /** What pressing it does; the accessible name. */
  label: string
  /** One word below it; hidden on low screens. */
  caption?: string
  /** The single key that does the same. */
  shortcut?: string
  isOff?: boolean
  isOn?: boolean
  hasProblem?: boolean
  tone?: 'plain' | 'danger'
  /** A formatted number on the badge. */
  count?: string | null
  onClick: () => void
  ref?: Ref<HTMLButtonElement>
}

/** A round control on a dark background. */
export function RoundButton(props: RoundButtonProps) {
  const { icon: Glyph, label, caption, shortcut, isOff, isOn, hasProblem, tone = 'plain', count, onClick, ref } = props
  return (
    <button
      ref={ref}
      type="button"
      onClick={onClick}
      aria-label={label}
      title={shortcut ? `${label} (${shortcut})` : label}
      {...(shortcut ? { 'aria-keyshortcuts': shortcut } : {})}
      className="group flex min-w-12 flex-col items-center gap-1 rounded-control text-on-deep outline-offset-2 focus-visible:outline-on-deep"
    >
      <span
        className={clsx(
          'relative grid size-13 place-items-center rounded-full transition-colors short:size-12',
          tone === 'danger' && 'bg-[#c4372d] text-white group-hover:bg-[#a82b23]',
          tone === 'plain' && isOff && 'bg-white text-[#16292a] group-hover:bg-white/85',
          tone === 'plain' && isOn && 'bg-accent text-on-accent group-hover:bg-accent-hover',
          tone === 'plain' && !isOff && !isOn && 'bg-on-deep/15 group-hover:bg-on-deep/25',
        )}
      >
        <Glyph aria-hidden className="size-6" />
        {hasProblem && (
          <span
            aria-hidden
            className="-top-1 -inset-e-1 absolute grid size-5 place-items-center rounded-full bg-accent font-bold text-on-accent text-xs"
          >
            !
          </span>
        )}
        {count && (
          <span
            aria-hidden
            className="figures -top-1 -inset-e-1 absolute grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1 font-bold text-on-accent text-xs"
          >
            {count}
          </span>
        )}
      </span>
      {caption && <span className="text-xs leading-tight short:hidden">{caption}</span>}
    </button>
  )
}
