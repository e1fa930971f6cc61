import { useState } from 'react'
import type { ShownSlot } from './draft.ts'
import type { Point } from './drag.ts'

export type Asked =
  | { for: 'add'; at: Point }
  | { for: 'edit'; slot: ShownSlot }
  | { for: 'remove'; slot: ShownSlot }
  | { for: 'copy' }

/** Which dialog of the screen is open: one at a time. */
export function useAsked() {
  const [asked, setAsked] = useState<Asked | null>(null)
  return {
    asked,
    addAt: (at: Point) => setAsked({ for: 'add', at }),
    open: (slot: ShownSlot) => setAsked({ for: 'edit', slot }),
    remove: (slot: ShownSlot) => setAsked({ for: 'remove', slot }),
    copyWeek: () => setAsked({ for: 'copy' }),
    close: () => setAsked(null),
  }
}
