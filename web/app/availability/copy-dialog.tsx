import type { ReactNode } from 'react'
import { availability } from '#messages/availability'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { Copy } from './copy-week.ts'
import { SkippedCopies } from './skipped-copies.tsx'

type CopyDialogProps = {
  title: string
  description: string
  /** Null while no target is chosen. */
  copies: readonly Copy[] | null
  onCopy: (copies: readonly Copy[]) => void
  onClose: () => void
  /** The choice of the targets. */
  children: ReactNode
}

/** Asks for the target of a copy; slots that cannot be copied are listed first. */
export function CopyDialog({ title, description, copies, onCopy, onClose, children }: CopyDialogProps) {
  const t = useMessages(availability)
  const made = copies?.filter(({ skip }) => skip === null) ?? []
  const footer = (
    <>
      <Button disabled={made.length === 0} onClick={() => onCopy(made)}>
        {t('copy.confirm')}
      </Button>
      <Button variant="secondary" onClick={onClose}>
        {t('copy.back')}
      </Button>
    </>
  )
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={title} description={description} footer={footer}>
      <div className="flex flex-col gap-5">
        {children}
        {copies && (
          <div role="status" className="flex flex-col gap-3">
            <p className="font-semibold">{t('copy.willCopy', { count: made.length })}</p>
            <SkippedCopies copies={copies} />
          </div>
        )}
      </div>
    </Dialog>
  )
}
