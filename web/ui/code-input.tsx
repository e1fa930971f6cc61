import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { latinDigits } from '#domain/digits'
import { ui } from '../i18n/ar/ui.ts'
import { useMessages } from '../i18n/messages.ts'
import { classes } from './classes.ts'
import { useFieldControl } from './field-context.ts'
import { moveFocus } from './focus.ts'

export type CodeInputProps = {
  length: number
  value: string
  onChange: (code: string) => void
  /** Called once each time that the last digit comes in. */
  onComplete?: (code: string) => void
  disabled?: boolean
}

const digitsIn = (text: string) => latinDigits(text).replace(/\D/g, '')

/**
 * A code in one box a digit. Digits run from left to right on an Arabic page too; Arabic ones are taken, and a whole code
 * pasted or filled in by the phone is spread over the boxes. The package input-otp does not fit: it needs a style element,
 * which the content policy refuses, and takes three times the bytes.
 */
export function CodeInput({ length, value, onChange, onComplete, disabled }: CodeInputProps) {
  const t = useMessages(ui)
  const control = useFieldControl({})
  const boxes = useRef<(HTMLInputElement | null)[]>([])
  const focus = (at: number) => moveFocus(boxes.current[Math.max(0, Math.min(at, length - 1))])

  const take = (box: number, text: string) => {
    const digits = digitsIn(text)
    if (digits === '') return
    // Digits stand without a gap: typed too far on, they go to the first empty box.
    const at = Math.min(box, value.length)
    const code = (value.slice(0, at) + digits + value.slice(at + digits.length)).slice(0, length)
    onChange(code)
    focus(at + digits.length)
    if (code.length === length) onComplete?.(code)
  }

  /** What stands in a box after typing or filling in: a whole code, or the old digit with the new one. */
  const typed = (at: number, text: string) => {
    const digits = digitsIn(text)
    if (digits.length >= length) return take(0, digits.slice(0, length))
    take(at, digits.length > 1 ? digits.replace(value[at] ?? '', '') : digits)
  }

  const onKeyDown = (event: KeyboardEvent, at: number) => {
    // Also the digit that stands there already: a box whose text stays the same tells nothing of being typed in.
    if (digitsIn(event.key).length === 1 && event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      return take(at, event.key)
    }
    const moves: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: length - 1 }
    const to = moves[event.key]
    if (to !== undefined) {
      event.preventDefault()
      focus(to)
    } else if (event.key === 'Backspace') {
      event.preventDefault()
      const from = value[at] === undefined ? at - 1 : at
      onChange(value.slice(0, Math.max(0, from)) + value.slice(from + 1))
      focus(from)
    }
  }

  const onPaste = (event: ClipboardEvent, at: number) => {
    event.preventDefault()
    const pasted = digitsIn(event.clipboardData.getData('text'))
    take(pasted.length >= length ? 0 : at, pasted)
  }

  return (
    <div dir="ltr" className="flex justify-center gap-2">
      {Array.from({ length }, (_, at) => (
        <input
          // biome-ignore lint/suspicious/noArrayIndexKey: the boxes are their places
          key={at}
          ref={(box) => {
            boxes.current[at] = box
          }}
          {...control}
          id={at === 0 ? control.id : undefined}
          aria-label={t('code.digit', { position: at + 1, length })}
          autoComplete={at === 0 ? 'one-time-code' : 'off'}
          inputMode="numeric"
          value={value[at] ?? ''}
          disabled={disabled}
          onChange={(event) => typed(at, event.target.value)}
          onKeyDown={(event) => onKeyDown(event, at)}
          onPaste={(event) => onPaste(event, at)}
          onFocus={(event) => event.target.select()}
          className={classes(
            'size-13 rounded-control border border-strong bg-surface text-center text-2xl font-bold text-ink',
            'focus:border-brand focus:outline-none focus:ring-3 focus:ring-brand/25 aria-invalid:border-danger',
          )}
        />
      ))}
    </div>
  )
}
