import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { moveFocus } from './focus.ts'

export type RadioOption<T> = {
  value: T
  key: string | number
  content: ReactNode
  /** The accessible name, where the visible text is not enough. */
  label?: string
  isDisabled?: boolean
}
type RadioButtonsProps<T> = {
  label: string
  options: readonly RadioOption<T>[]
  value: T | null
  /** Called by the arrow keys, which only preview, and by a press. */
  onChange: (value: T) => void
  /** Called by a press, Enter or Space: the choice is final. */
  onDecide?: ((value: T) => void) | undefined
  className: string
  /** Classes of one button, besides those of the chosen state. */
  buttonClassName: string
}

/** What an arrow reaches from place `at` of `count`, going round at the ends; -1 for other keys. Left is ahead in Arabic. */
function placeByKey(key: string, at: number, count: number): number {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const ahead = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  const back = document.documentElement.dir === 'rtl' ? 'ArrowRight' : 'ArrowLeft'
  if (key === ahead || key === 'ArrowDown') return (at + 1) % count
  if (key === back || key === 'ArrowUp') return (at - 1 + count) % count
  return -1
}

/**
 * Buttons of which one is chosen, with the keyboard behaviour of radio buttons: one tab stop, arrows inside. Radix's radio
 * group makes no difference between an arrow, which only previews here, and a press, which decides.
 */
export function RadioButtons<T>(props: RadioButtonsProps<T>) {
  const { label, options, value, onChange, onDecide, className, buttonClassName } = props
  const buttons = useRef(new Map<string | number, HTMLButtonElement | null>())
  const enabled = options.filter(({ isDisabled }) => !isDisabled)
  const stop = enabled.find((option) => option.value === value) ?? enabled[0]
  const onKeyDown = (event: KeyboardEvent, option: RadioOption<T>) => {
    const next = enabled[placeByKey(event.key, enabled.indexOf(option), enabled.length)]
    if (!next) return
    event.preventDefault()
    moveFocus(buttons.current.get(next.key))
    onChange(next.value)
  }
  return (
    <div role="radiogroup" aria-label={label} className={className}>
      {options.map((option) => (
        // biome-ignore lint/a11y/useSemanticElements: Enter and a press decide, arrows only try out; an input cannot tell them apart
        <button
          key={option.key}
          ref={(element) => {
            buttons.current.set(option.key, element)
          }}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          aria-label={option.label}
          disabled={option.isDisabled}
          tabIndex={option === stop ? 0 : -1}
          onKeyDown={(event) => onKeyDown(event, option)}
          onClick={() => (onDecide ?? onChange)(option.value)}
          className={clsx(
            'rounded-control border transition-colors disabled:cursor-not-allowed',
            option.value === value
              ? 'border-brand bg-brand text-on-brand'
              : 'border-strong/50 bg-surface enabled:hover:border-brand enabled:hover:bg-brand-soft disabled:border-transparent disabled:bg-sunken disabled:text-faint',
            buttonClassName,
          )}
        >
          {option.content}
        </button>
      ))}
    </div>
  )
}
