import { Direction } from 'radix-ui'
import type { ReactNode } from 'react'
import { language } from '#messages/language'
import { Toaster } from './toaster.tsx'
import type { ToastPlacement } from './toasts.ts'

/** Wraps a whole app: gives Radix the direction of the language, and shows notices. */
export function UiRoot({ toasts = 'top', children }: { toasts?: ToastPlacement; children: ReactNode }) {
  return (
    <Direction.Provider dir={language.direction}>
      {children}
      <Toaster placement={toasts} />
    </Direction.Provider>
  )
}
