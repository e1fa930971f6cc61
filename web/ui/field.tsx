import { clsx } from 'clsx'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { ui } from '#messages/ui'
import { useMessages } from '../messages/messages.ts'
import { FieldContext } from './field-context.ts'

export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  /** What is wrong and how to correct it; when given, the control is marked invalid. */
  error?: ReactNode
  required?: boolean | undefined
  /** Adds "optional" to the label, in forms whose other fields are required. */
  optional?: boolean | undefined
  /** Hides the label visually; screen readers still have it. */
  hideLabel?: boolean | undefined
  /** At the end of the label's row: a link such as "forgotten password". */
  aside?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/**
 * A label, its control, a hint and an error, connected by ids. The control inside (Input, PasswordInput, Textarea,
 * Select) reads them from the context. For several controls under one label use `FieldGroup`.
 */
export function Field({ label, hideLabel, aside, className, children, ...rest }: FieldProps) {
  const { control, below } = useFieldParts(rest)
  return (
    <div className={clsx('flex flex-col gap-1.5', className)}>
      <div className={clsx('flex items-baseline justify-between gap-3', hideLabel && 'sr-only')}>
        <label htmlFor={control.id} className="font-semibold text-[0.9375rem]">
          {label}
          <Marks {...rest} />
        </label>
        {aside}
      </div>
      <FieldContext value={control}>{children}</FieldContext>
      {below}
    </div>
  )
}

/** Several controls under one label: radios, checkboxes, a code, a range. */
export function FieldGroup({ label, hideLabel, aside, className, children, ...rest }: FieldProps) {
  const { control, below } = useFieldParts(rest)
  return (
    <fieldset aria-describedby={control.describedBy} className={clsx('flex min-w-0 flex-col', className)}>
      <legend className={clsx('mb-1.5 font-semibold text-[0.9375rem]', hideLabel && 'sr-only')}>
        {label}
        <Marks {...rest} />
      </legend>
      {aside}
      <FieldContext value={control}>{children}</FieldContext>
      <div className="mt-1.5 empty:hidden">{below}</div>
    </fieldset>
  )
}

type Parts = Pick<FieldProps, 'hint' | 'error' | 'required'>

function useFieldParts({ hint, error, required = false }: Parts) {
  const id = useId()
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = error ? `${id}-error` : undefined
  const describedBy = [errorId, hintId].filter(Boolean).join(' ') || undefined
  const below = (
    <>
      {hint && (
        <div id={hintId} className="text-muted text-sm">
          {hint}
        </div>
      )}
      {error && (
        <p id={errorId} className="flex animate-fade-in items-start gap-1.5 text-danger-ink text-sm">
          <CircleAlert aria-hidden className="mt-1 size-4 shrink-0" />
          <span>{error}</span>
        </p>
      )}
    </>
  )
  return { control: { id, describedBy, invalid: Boolean(error), required }, below }
}

function Marks({ required, optional }: Pick<FieldProps, 'required' | 'optional'>) {
  const t = useMessages(ui)
  if (optional) return <span className="ms-1.5 font-normal text-muted text-sm">({t('optional')})</span>
  if (!required) return null
  return (
    <span className="ms-1 text-danger-ink" title={t('required')} aria-hidden>
      *
    </span>
  )
}
