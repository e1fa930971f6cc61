import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { classes } from '../../ui/classes.ts'
import { stepByKey } from '../../ui/logical-keys.ts'

export type RadioOption<T> = {
  value: T
  key: string | number
  content: ReactNode
  /** Where what is seen does not say it all. */
  label?: string
  isDisabled?: boolean
}
type RadioButtonsProps<T> = {
  label: string
  options: readonly RadioOption<T>[]
  value: T | null
  /** By the arrow keys, which try out; and by a press. */
  onChange: (value: T) => void
  /** A press, or Enter and Space: it is decided. */
  onDecide?: ((value: T) => void) | undefined
  className: string
  /** The look of one button, besides the chosen colour. */
  buttonClassName: string
}

/** Radio buttons also answer to up and down, whichever way they are laid out. */
const turned = (key: string): string => ({ ArrowDown: 'ArrowLeft', ArrowUp: 'ArrowRight' })[key] ?? key

/** A group of buttons of which one is chosen: one stop for the Tab key, arrows inside, as radio buttons have it. */
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
