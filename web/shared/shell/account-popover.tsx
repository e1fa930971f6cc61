import { type ReactNode, Suspense, useRef, useState } from 'react'
import { accountMenu } from '#messages/account-menu'
import { useMessages } from '../../messages/messages.ts'
import { moveFocus } from '../../ui/focus.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const LogoutDialog = lazyPart(async () => (await import('./logout-dialog.tsx')).LogoutDialog)

export const ACCOUNT_MENU = 'account-menu'

const sheet =
  'fixed inset-[auto_0_0_0] m-0 max-h-[92dvh] w-full max-w-none flex-col gap-5 rounded-t-sheet bg-surface p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] text-ink shadow-raised backdrop:bg-overlay open:flex open:animate-sheet'
const below =
  'md:inset-e-8 md:max-h-[calc(100dvh-6rem)] md:w-80 md:rounded-card md:border md:border-line md:backdrop:bg-transparent md:open:animate-rise'

type AccountPopoverProps = {
  /** Where it opens below the header, as classes from the width of `md` on. */
  place: string
  onOpen?: () => void
  /** `leave` closes it and asks whether to sign out. */
  children: (acts: { close: () => void; leave: () => void }) => ReactNode
}

/**
 * The frame of the account menu: below the portrait, or a sheet on a phone. It is a native popover, which closes by Escape
 * or a tap outside and returns the focus.
 */
export function AccountPopover({ place, onOpen, children }: AccountPopoverProps) {
  const t = useMessages(accountMenu)
  const menu = useRef<HTMLDivElement>(null)
  const [isLeaving, setIsLeaving] = useState(false)
  const close = () => menu.current?.hidePopover()
  const leave = () => {
    close()
    setIsLeaving(true)
  }
  return (
    <>
      <div
        ref={menu}
        id={ACCOUNT_MENU}
        popover="auto"
        role="dialog"
        aria-label={t('menu')}
        tabIndex={-1}
        onBeforeToggle={(event) => event.newState === 'open' && onOpen?.()}
        // A native popover does not take the focus: without it screen readers would not notice that it opened.
        onToggle={(event) => event.newState === 'open' && moveFocus(event.currentTarget)}
        className={`${sheet} ${place} ${below}`}
      >
        {children({ close, leave })}
      </div>
      <Suspense>{isLeaving && <LogoutDialog onClose={() => setIsLeaving(false)} />}</Suspense>
    </>
  )
}
