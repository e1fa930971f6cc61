import type { ReactNode } from 'react'

/** Around the button that pays: on a phone it stays at the foot of the window while its form is in view. */
export function PayBar({ children }: { children: ReactNode }) {
  return (
    <div className="max-sm:sticky max-sm:bottom-0 max-sm:z-10 max-sm:-mx-5 max-sm:border-line max-sm:border-t max-sm:bg-surface max-sm:px-5 max-sm:pt-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      {children}
    </div>
  )
}
