import { useState } from 'react'
import type { LocalDay } from '#domain/cairo'
import type { ShownSlot } from './draft.ts'
import type { Point } from './drag.ts'

export type OpenDialog =
  | { for: 'add'; at: Point }
  | { for: 'edit'; slot: ShownSlot }
  | { for: 'remove'; slot: ShownSlot }
  | { for: 'copy' }
  | { for: 'copyDay'; day: LocalDay }
  | { for: 'pattern' }

/** The screen's open dialog: one at a time. */
export function useScheduleDialog() {
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  return {
    dialog,
    addAt: (at: Point) => setDialog({ for: 'add', at }),
    open: (slot: ShownSlot) => setDialog({ for: 'edit', slot }),
    remove: (slot: ShownSlot) => setDialog({ for: 'remove', slot }),
    copyWeek: () => setDialog({ for: 'copy' }),
    copyDay: (day: LocalDay) => setDialog({ for: 'copyDay', day }),
    repeat: () => setDialog({ for: 'pattern' }),
    close: () => setDialog(null),
  }
}
