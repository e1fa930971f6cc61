import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { classes } from '../../ui/classes.ts'
import { stepByKey } from '../../ui/logical-keys.ts'

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

/** Radio buttons also answer to up and down, whichever way they are laid out. */
const turned = (key: string): string => ({ ArrowDown: 'ArrowLeft', ArrowUp: 'ArrowRight' })[key] ?? key

/** Buttons of which one is chosen, with the keyboard behaviour of radio buttons: one tab stop, arrows inside. */
export function RadioButtons<T>(props: RadioButtonsProps<T>) {
  const { label, options, value, onChange, onDecide, className, buttonClassName } = props
  const buttons = useRef(new Map<string | number, HTMLButtonElement | null>())
  const enabled = options.filter(({ isDisabled }) => !isDisabled)
  const stop = enabled.find((option) => option.value === value) ?? enabled[0]
  const onKeyDown = (event: KeyboardEvent, option: RadioOption<T>) => {
    const next = enabled[stepByKey({ key: turned(event.key) }, enabled.indexOf(option), enabled.length)]
    if (!next) return
    event.preventDefault()
    buttons.current.get(next.key)?.focus()
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
          className={classes(
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
