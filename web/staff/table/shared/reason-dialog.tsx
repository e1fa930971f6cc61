import { type ReactNode, useRef, useState } from 'react'
import { cutText } from '#domain/text'
import { dataTable } from '#messages/data-table'
import { useMessages } from '../../../messages/messages.ts'
import { ConfirmDialog, type ConfirmTone } from '../../../ui/confirm-dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { moveFocus } from '../../../ui/focus.ts'
import type { Icon } from '../../../ui/icon.ts'
import { Textarea } from '../../../ui/textarea.tsx'

const MIN_REASON = 3
const MAX_REASON = 500

type ReasonDialogProps = {
  title: ReactNode
  /** What will happen, in numbers. */
  description: ReactNode
  /** A verb for the action, never "yes". */
  confirmLabel: string
  tone?: ConfirmTone
  icon?: Icon
  /** The label of the reason, if others than staff read it. */
  label?: string
  /** Sentences that are often the reason: each is added to it by its button. */
  templates?: readonly string[]
  /** Further facts or fields, above the reason. */
  children?: ReactNode
  /**
   * Receives the reason, for the option `reason` of `request`. The dialog shows progress until it resolves, and stays open
   * when it rejects; the callback reports its own failure.
   */
  onConfirm: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Asks before an action of staff, and why it is done (docs/rules/staff.md 1.5). */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, description, label, templates = [], children, onConfirm, onClose, ...look } = props
  const t = useMessages(dataTable)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const confirm = async () => {
    const given = reason.trim()
    setMissing(given.length < MIN_REASON)
    // Rejected: the dialog stays open.
    if (given.length < MIN_REASON) {
      moveFocus(field.current)
      throw new Error('no reason was given')
    }
    await onConfirm(given)
  }
  const add = (template: string) => {
    setReason((before) => cutText([before.trim(), template].filter(Boolean).join(' '), MAX_REASON))
    moveFocus(field.current)
  }
  const error = isMissing ? { error: t('reason.short', { min: MIN_REASON }) } : {}
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      tone="danger"
      title={title}
      description={description}
      cancelLabel={t('reason.keep')}
      onConfirm={confirm}
      initialFocus={field}
      {...look}
    >
      {children}
      <Field
        label={label ?? t('reason.label')}
        hint={t('reason.hint', { min: MIN_REASON, max: MAX_REASON })}
        required
        {...error}
      >
        <Textarea
          ref={field}
          value={reason}
          rows={3}
          maxLength={MAX_REASON}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      {templates.length > 0 && (
        <ul aria-label={t('reason.templates')} className="mt-2 flex flex-wrap gap-1.5">
          {templates.map((template) => (
            <li key={template}>
              <button
                type="button"
                onClick={() => add(template)}
                className="touch rounded-control border border-strong/60 bg-surface px-3 py-1.5 text-start text-sm transition-colors hover:border-brand hover:bg-brand-soft"
              >
                {template}
              </button>
            </li>
          ))}
        </ul>
      )}
    </ConfirmDialog>
  )
}
