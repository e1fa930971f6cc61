import { clsx } from 'clsx'
import { type ComponentProps, useEffect, useId, useRef, useState } from 'react'
import { ui } from '#messages/ui'
import { useMessages } from '../messages/messages.ts'
import { controlClasses } from './control-look.ts'
import { useFieldControl } from './field-context.ts'

/** Several lines of text. `max` adds a counter and marks a longer text as invalid, without cutting it. */
export function Textarea({ max, className, ...rest }: ComponentProps<'textarea'> & { max?: number }) {
  const { 'aria-describedby': describedBy, 'aria-invalid': invalid, ...control } = useFieldControl(rest)
  const counterId = useId()
  const frame = useRef<HTMLDivElement>(null)
  const [length, setLength] = useState(0)
  const count = () => setLength(frame.current?.querySelector('textarea')?.value.length ?? 0)
  // The forms library sets the value through the ref, without an event, so the element is read after each render.
  useEffect(count)

  const isOver = max !== undefined && length > max
  return (
    <div ref={frame} className={className} onInput={count}>
      <textarea
        rows={4}
        dir="auto"
        placeholder=" "
        {...rest}
        {...control}
        aria-describedby={[describedBy, max && counterId].filter(Boolean).join(' ') || undefined}
        aria-invalid={invalid || isOver || undefined}
        className={clsx(controlClasses, 'block min-h-24 resize-y px-3.5 py-3 rtl:placeholder-shown:[direction:rtl]')}
      />
      {max !== undefined && <Counter id={counterId} length={length} max={max} />}
    </div>
  )
}

function Counter({ id, length, max }: { id: string; length: number; max: number }) {
  const t = useMessages(ui)
  return (
    <p id={id} className={clsx('figures mt-1 text-end text-xs', length > max ? 'text-danger-ink' : 'text-muted')}>
      {t('characters', { count: length, max })}
    </p>
  )
}
