import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { Button } from './button.tsx'
import type { ButtonVariant } from './button-look.ts'
import { Dialog } from './dialog.tsx'
import { IconDisc } from './empty-state.tsx'
import type { Icon } from './icon.ts'
import { ProgressBar } from './progress-bar.tsx'

export type ConfirmTone = 'main' | 'success' | 'warning' | 'danger'

export type ConfirmDialogProps = {
  open: boolean
  onClose: () => void
  tone?: ConfirmTone
  icon?: Icon
  title: ReactNode
  /** What the action will do. */
  description?: ReactNode
  children?: ReactNode
  /** A verb for the action ("ألغي الحصة"), never "yes". */
  confirmLabel: ReactNode
  /** A verb for keeping things as they are ("خليها"). */
  cancelLabel: ReactNode
  /**
   * While its promise is pending the dialog shows progress; it closes when it resolves and stays open when it rejects.
   */
  onConfirm: () => unknown
  onCancel?: () => void
  /** 0 to 100. */
  progress?: { value: number; label: string }
  closable?: boolean
  /** What is focused first, where something has to be filled in. */
  initialFocus?: RefObject<HTMLElement | null>
}

const looks: Record<
  ConfirmTone,
  { icon: Icon; disc: 'brand' | 'success' | 'warning' | 'danger'; button: ButtonVariant }
> = {
  main: { icon: CircleHelp, disc: 'brand', button: 'primary' },
  success: { icon: CircleCheck, disc: 'success', button: 'primary' },
  warning: { icon: TriangleAlert, disc: 'warning', button: 'primary' },
  danger: { icon: TriangleAlert, disc: 'danger', button: 'danger' },
}

/** Asks before an action. With the tone `danger` the cancel button has the initial focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, tone = 'main', title, description, children, confirmLabel, cancelLabel, progress } = props
  const { confirm, pending } = useConfirm(props)
  const confirmRef = useRef<HTMLButtonElement>(null)
  const cancelRef = useRef<HTMLButtonElement>(null)
  const look = looks[tone]
  const cancel = () => {
    props.onCancel?.()
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={cancel}
      role="alertdialog"
      size="sm"
      closable={(props.closable ?? true) && !pending}
      initialFocus={props.initialFocus ?? (tone === 'danger' ? cancelRef : confirmRef)}
      title={
        <span className="flex flex-col items-start gap-4">
          <IconDisc icon={props.icon ?? look.icon} tone={look.disc} />
          {title}
        </span>
      }
      description={description}
    >
      {children}
      {progress && <ProgressBar value={progress.value} label={progress.label} className="mt-3" />}
      <div className="mt-4 flex flex-col gap-2.5 sm:flex-row sm:*:flex-1">
        <Button ref={confirmRef} variant={look.button} loading={pending} onClick={confirm}>
          {confirmLabel}
        </Button>
        <Button ref={cancelRef} variant="secondary" disabled={pending} onClick={cancel}>
          {cancelLabel}
        </Button>
      </div>
    </Dialog>
  )
}

function useConfirm({ onConfirm, onClose }: ConfirmDialogProps) {
  const [pending, setPending] = useState(false)
  const confirm = async () => {
    setPending(true)
    try {
      await onConfirm()
      onClose()
    } catch {
      // `onConfirm` has reported the failure; the dialog stays open.
    } finally {
      setPending(false)
    }
  }
  return { confirm: () => void confirm(), pending }
}
