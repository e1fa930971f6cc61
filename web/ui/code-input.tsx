import { clsx } from 'clsx'
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { latinDigits } from '#domain/digits'
import { ui } from '../i18n/ar/ui.ts'
import { useMessages } from '../i18n/messages.ts'
import { useFieldControl } from './field-context.ts'
import { moveFocus } from './focus.ts'

export type CodeInputProps = {
  length: number
  value: string
  onChange: (code: string) => void
  /** Called each time that the code becomes complete. */
  onComplete?: (code: string) => void
  disabled?: boolean
}

const digitsIn = (text: string) => latinDigits(text).replace(/\D/g, '')

/**
 * A code with one input for each digit, from left to right on an Arabic page too. It accepts Arabic-Indic digits, and
 * spreads a code that is pasted or autofilled over the inputs. The package input-otp does not fit: it needs a style
 * element, which the content policy refuses, and takes three times the bytes.
 */
export function CodeInput({ length, value, onChange, onComplete, disabled }: CodeInputProps) {
  const t = useMessages(ui)
  const control = useFieldControl({})
  const boxes = useRef<(HTMLInputElement | null)[]>([])
  const focus = (at: number) => moveFocus(boxes.current[Math.max(0, Math.min(at, length - 1))])

  const insert = (box: number, text: string) => {
    const digits = digitsIn(text)
    if (digits === '') return
    // There are no gaps between digits: a digit typed further on goes to the first empty input.
    const at = Math.min(box, value.length)
    const code = (value.slice(0, at) + digits + value.slice(at + digits.length)).slice(0, length)
    onChange(code)
    focus(at + digits.length)
    if (code.length === length) onComplete?.(code)
  }

  /** Reads an input's value after typing or autofill: a whole code, or the old digit with the new one. */
  const receive = (at: number, text: string) => {
    const digits = digitsIn(text)
    if (digits.length >= length) return insert(0, digits.slice(0, length))
    insert(at, digits.length > 1 ? digits.replace(value[at] ?? '', '') : digits)
  }

  const onKeyDown = (event: KeyboardEvent, at: number) => {
    // Handled here and not by `onChange`, which does not fire when the same digit is typed again.
    if (digitsIn(event.key).length === 1 && event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      return insert(at, event.key)
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
    insert(pasted.length >= length ? 0 : at, pasted)
  }

  return (
    <div dir="ltr" className="flex justify-center gap-2">
      {Array.from({ length }, (_, at) => (
        <input
          // biome-ignore lint/suspicious/noArrayIndexKey: an input is identified by its place
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
          onChange={(event) => receive(at, event.target.value)}
          onKeyDown={(event) => onKeyDown(event, at)}
          onPaste={(event) => onPaste(event, at)}
          onFocus={(event) => event.target.select()}
          className={clsx(
            'h-13 w-full min-w-0 max-w-13 rounded-control border border-strong bg-surface text-center text-2xl font-bold text-ink',
            'focus:border-brand focus:outline-none focus:ring-3 focus:ring-brand/25 aria-invalid:border-danger',
          )}
        />
      ))}
    </div>
  )
}
