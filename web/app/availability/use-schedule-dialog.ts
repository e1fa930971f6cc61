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
  const [dialog, setAsked] = useState<OpenDialog | null>(null)
  return {
    asked: dialog,
    addAt: (at: Point) => setAsked({ for: 'add', at }),
    open: (slot: ShownSlot) => setAsked({ for: 'edit', slot }),
    remove: (slot: ShownSlot) => setAsked({ for: 'remove', slot }),
    copyWeek: () => setAsked({ for: 'copy' }),
    copyDay: (day: LocalDay) => setAsked({ for: 'copyDay', day }),
    repeat: () => setAsked({ for: 'pattern' }),
    close: () => setAsked(null),
  }
}
