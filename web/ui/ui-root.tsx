import { Direction } from 'radix-ui'
import type { ReactNode } from 'react'
import { Toaster, type ToastPlacement } from './toaster.tsx'

/** Wraps a whole app: gives Radix the right-to-left direction, and shows notices. */
export function UiRoot({ toasts = 'top', children }: { toasts?: ToastPlacement; children: ReactNode }) {
  return (
    <Direction.Provider dir="rtl">
      {children}
      <Toaster placement={toasts} />
    </Direction.Provider>
  )
}
