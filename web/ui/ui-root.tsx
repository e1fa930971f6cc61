import { Direction } from 'radix-ui'
import type { ReactNode } from 'react'
import { Toaster, type ToastPlacement } from './toaster.tsx'

/** Stands around a whole app: tells menus, tabs and sliders that the arrow keys run from the right, and shows notices. */
export function UiRoot({ toasts = 'top', children }: { toasts?: ToastPlacement; children: ReactNode }) {
  return (
    <Direction.Provider dir="rtl">
      {children}
      <Toaster placement={toasts} />
    </Direction.Provider>
  )
}
