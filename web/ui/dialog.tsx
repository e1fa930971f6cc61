import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react'
import { ui } from '#messages/ui'
import { useMessages } from '../messages/messages.ts'
import { isFocusLost, moveFocus } from './focus.ts'
import { returnFocus } from './focus-hooks.ts'
import { IconButton } from './icon-button.tsx'
import { Spinner } from './spinner.tsx'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** One or two sentences below the title; it describes the dialog to screen readers. */
  description?: ReactNode
  children?: ReactNode
  /** Buttons at the bottom, the main one first as in forms; they stay visible while the body scrolls. */
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** Shows a spinner in place of the body. */
  loading?: boolean
  /** `false` removes the close button and ignores Escape and clicks outside: only for what must be decided. */
  closable?: boolean
  role?: 'dialog' | 'alertdialog'
  /** What is focused first, where that is not the first control. */
  initialFocus?: RefObject<HTMLElement | null>
}

const sizes = { sm: 'sm:max-w-sm', md: 'sm:max-w-lg', lg: 'sm:max-w-2xl', xl: 'sm:max-w-4xl' }

const sheet = clsx(
  'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col rounded-t-sheet bg-surface text-ink shadow-sheet outline-none',
  'animate-sheet data-[state=closed]:animate-fade-out',
)
const centred = clsx(
  'sm:inset-x-4 sm:inset-y-0 sm:m-auto sm:h-fit sm:max-h-[min(86dvh,52rem)] sm:animate-rise sm:rounded-sheet sm:shadow-raised',
)

/**
 * A modal dialog: centered on a wide screen, a sheet from the bottom on a phone. Escape, the close button and a click
 * outside close it; the focus returns to where it was. Features load their dialogs lazily.
 */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, children, footer, size = 'md', loading = false, closable = true } = props
  const focus = useFocusReturn(open, props.initialFocus)
  const keepOpen = (event: Event) => {
    const target = event.target instanceof Element ? event.target : null
    // Toasts are above the dialog: pressing one does not close it.
    if (!closable || target?.closest('[data-toasts]')) event.preventDefault()
  }
  // Radix gives Escape to its newest layer alone, and a toast that has just appeared is one: without this the key would
  // not reach the dialog. What a menu of the dialog receives is outside of its element, and stays the menu's.
  const closeUnderToast = (event: KeyboardEvent<HTMLElement>) => {
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target)
    if (event.key === 'Escape' && closable && isInside && !event.defaultPrevented) onClose()
  }
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => isOpen || onClose()}>
      <Radix.Portal>
        {/* Not Radix's overlay: it locks scrolling with a style element, which the content policy refuses. */}
        <div className="fixed inset-0 z-50 animate-fade-in bg-overlay" data-scroll-lock />
        <Radix.Content
          {...focus}
          {...(description ? {} : { 'aria-describedby': undefined })}
          role={props.role ?? 'dialog'}
          aria-modal
          onEscapeKeyDown={(event) => closable || event.preventDefault()}
          onKeyDown={closeUnderToast}
          onPointerDownOutside={keepOpen}
          onInteractOutside={keepOpen}
          className={clsx(sheet, centred, sizes[size])}
        >
          <span aria-hidden className="mx-auto mt-2.5 h-1 w-10 shrink-0 rounded-full bg-line sm:hidden" />
          <header className={clsx('px-5 pt-3 pb-2 sm:px-7 sm:pt-6', closable && 'pe-16 sm:pe-16')}>
            <Radix.Title className="text-xl">{title}</Radix.Title>
            {description && <Radix.Description className="mt-1 text-muted">{description}</Radix.Description>}
          </header>
          <div className="min-h-0 overflow-y-auto px-5 pt-2 pb-5 sm:px-7 sm:pb-7">
            {loading ? <Spinner /> : children}
          </div>
          {footer && !loading && (
            <footer className="flex flex-wrap gap-3 border-line border-t px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] *:grow sm:px-7 sm:*:grow-0">
              {footer}
            </footer>
          )}
          {closable && <CloseButton />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Last in the tab order, so that the focus begins in the dialog's content. */
function CloseButton() {
  const t = useMessages(ui)
  return (
    <Radix.Close asChild>
      <IconButton icon={X} label={t('close')} className="absolute inset-e-3 top-3 sm:inset-e-4 sm:top-4" />
    </Radix.Close>
  )
}

/** From which element each dialog was opened. */
const openers = new WeakMap<Element, Element | null>()

/** The opener, or, where it is gone with its own dialog, that from which the dialog was opened. */
function openerStillThere(opener: Element | null): Element | null {
  if (!opener || opener.isConnected) return opener
  const dialog = opener.closest('[role="dialog"], [role="alertdialog"]')
  return openerStillThere((dialog && openers.get(dialog)) ?? null)
}

/** Radix returns the focus to its own trigger element; our dialogs have none, and may be opened by an address. */
function useFocusReturn(open: boolean, initialFocus: DialogProps['initialFocus']) {
  const [wasOpen, setWasOpen] = useState(false)
  const [opener, setOpener] = useState<Element | null>(null)
  if (open !== wasOpen) {
    // Read during render: before a field inside takes the focus, and before a menu's item is removed.
    if (open) setOpener(persistentOpener(document.activeElement))
    setWasOpen(open)
  }
  return {
    onOpenAutoFocus: (event: Event) => {
      if (event.target instanceof Element) openers.set(event.target, opener)
      if (!initialFocus?.current) return
      event.preventDefault()
      moveFocus(initialFocus.current)
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      // It comes after the dialog has faded out. By then the reader may be in a menu, which closes when it loses the focus.
      if (isFocusLost()) returnFocus(openerStillThere(opener))
    },
  }
}

/** An item of a menu is removed before the dialog closes; the menu's button stays. */
function persistentOpener(focused: Element | null): Element | null {
  const trigger = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return trigger ? document.getElementById(trigger) : focused
}
