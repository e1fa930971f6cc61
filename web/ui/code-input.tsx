import { clsx } from 'clsx'
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { latinDigits } from '#domain/digits'
import { normalTypedCode, TYPED_CODE_ALPHABET } from '#domain/typed-codes'
import { ui } from '#messages/ui'
import { useMessages } from '../messages/messages.ts'
import { useFieldControl } from './field-context.ts'
import { moveFocus } from './focus.ts'

export type CodeInputProps = {
  length: number
  /** A code of letters and digits, whose capitals do not matter; digits alone otherwise. */
  withLetters?: boolean
  value: string
  onChange: (code: string) => void
  /** Called each time that the code becomes complete. */
  onComplete?: (code: string) => void
  disabled?: boolean
}

const digitsIn = (text: string) => latinDigits(text).replace(/\D/g, '')

const typedIn = (text: string) =>
  [...normalTypedCode(text)].filter((character) => TYPED_CODE_ALPHABET.includes(character)).join('')

/**
 * A code with one input for each character, from left to right on an Arabic page too. It accepts Arabic-Indic digits, and
 * spreads a code that is pasted or autofilled over the inputs. The package input-otp does not fit: it needs a style
 * element, which the content policy refuses, and takes three times the bytes.
 */
export function CodeInput({ length, withLetters = false, value, onChange, onComplete, disabled }: CodeInputProps) {
  const charactersIn = withLetters ? typedIn : digitsIn
  const t = useMessages(ui)
  const control = useFieldControl({})
  const boxes = useRef<(HTMLInputElement | null)[]>([])
  const focus = (at: number) => moveFocus(boxes.current[Math.max(0, Math.min(at, length - 1))])

  const insert = (box: number, text: string) => {
    const typed = charactersIn(text)
    if (typed === '') return
    // There are no gaps: a character typed further on goes to the first empty input.
    const at = Math.min(box, value.length)
    const code = (value.slice(0, at) + typed + value.slice(at + typed.length)).slice(0, length)
    onChange(code)
    focus(at + typed.length)
    if (code.length === length) onComplete?.(code)
  }

  /** Reads an input's value after typing or autofill: a whole code, or the old character with the new one. */
  const receive = (at: number, text: string) => {
    const typed = charactersIn(text)
    if (typed.length >= length) return insert(0, typed.slice(0, length))
    insert(at, typed.length > 1 ? typed.replace(value[at] ?? '', '') : typed)
  }

  const onKeyDown = (event: KeyboardEvent, at: number) => {
    // Handled here and not by `onChange`, which does not fire when the same character is typed again.
    if (charactersIn(event.key).length === 1 && event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
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
    const pasted = charactersIn(event.clipboardData.getData('text'))
    insert(pasted.length >= length ? 0 : at, pasted)
  }

  return (
    <div dir="ltr" className={clsx('flex justify-center', withLetters ? 'gap-1.5' : 'gap-2')}>
      {Array.from({ length }, (_, at) => (
        <input
          // biome-ignore lint/suspicious/noArrayIndexKey: an input is identified by its place
          key={at}
          ref={(box) => {
            boxes.current[at] = box
          }}
          {...control}
          id={at === 0 ? control.id : undefined}
          aria-label={t(withLetters ? 'code.character' : 'code.digit', { position: at + 1, length })}
          autoComplete={at === 0 ? 'one-time-code' : 'off'}
          inputMode={withLetters ? 'text' : 'numeric'}
          autoCapitalize="none"
          spellCheck={false}
          value={value[at] ?? ''}
          disabled={disabled}
          onChange={(event) => receive(at, event.target.value)}
          onKeyDown={(event) => onKeyDown(event, at)}
          onPaste={(event) => onPaste(event, at)}
          onFocus={(event) => event.target.select()}
          className={clsx(
            'h-13 w-full min-w-0 max-w-13 rounded-control border border-strong bg-surface text-center font-bold text-ink',
            withLetters ? 'text-xl uppercase' : 'text-2xl',
            'focus:border-brand focus:outline-none focus:ring-3 focus:ring-brand/25 aria-invalid:border-danger',
          )}
        />
      ))}
    </div>
  )
}
