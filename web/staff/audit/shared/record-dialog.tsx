import type { ReactNode } from 'react'
import type { RecordKind } from '#domain/staff/records'
import { Dialog, type DialogProps } from '../../../ui/dialog.tsx'
import { RecordPresence } from './record-presence.tsx'

type RecordDialogProps = Pick<DialogProps, 'title' | 'description' | 'size'> & {
  kind: RecordKind
  /** Of the record that is open; null for a new one. */
  id: number | null
  onClose: () => void
  /** A form, which asks about a conflict itself (`saveVersioned`). */
  children: ReactNode
}

/** A record that is made, edited or read above its list, with who else has it open. */
export function RecordDialog({ kind, id, onClose, children, ...look }: RecordDialogProps) {
  return (
    <Dialog open onClose={onClose} {...look}>
      {id !== null && <RecordPresence kind={kind} id={id} className="mb-4" />}
      {children}
    </Dialog>
  )
}
