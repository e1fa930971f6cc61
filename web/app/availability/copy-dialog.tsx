import type { ReactNode } from 'react'
import { availability } from '#messages/availability'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { Copy } from './copy-week.ts'
import { useSlotWords } from './slot-text.ts'

/** What is not copied, and why. */
function SkippedCopies({ copies }: { copies: readonly Copy[] }) {
  const t = useMessages(availability)
  const words = useSlotWords()
  const skipped = copies.filter(({ skip }) => skip !== null)
  if (skipped.length === 0) return null
  return (
    <div className="rounded-control bg-warning-soft p-3 text-warning-ink">
      <p>{t('copy.skipped', { count: skipped.length })}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls by the keyboard too */}
      <ul tabIndex={0} className="mt-1 max-h-40 overflow-y-auto text-sm">
        {skipped.map(({ slot, skip }) => (
          <li key={slot.start}>
            {t('copy.skippedOne', { slot: words.dayRange(slot), why: skip ? t(`copy.skip.${skip}`) : '' })}
          </li>
        ))}
      </ul>
    </div>
  )
}

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
    <Dialog open onClose={onClose} title={title} description={description} footer={footer}>
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
