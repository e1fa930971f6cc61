import { type ComponentType, createContext, type ReactNode, Suspense, useCallback, useContext, useState } from 'react'
import type { Lesson } from '#contract/lessons'
import { useAccountId } from './auth-token.ts'

/** A new lesson with a tutor, or a new time for an existing lesson. */
export type BookingDialogRequest = {
  tutorId: number
  lesson?: Pick<Lesson, 'id' | 'start' | 'duration' | 'slotId'>
  /** The preselected time, if it is offered; otherwise the nearest one is preselected. */
  start?: string
}

export type ReportKind = 'lesson' | 'absence' | 'booking' | 'payment' | 'chat' | 'account' | 'crash' | 'other'

/** Prefilled data of a problem report. */
export type ReportAbout = { kind?: ReportKind; lesson?: { id: number; name: string } }

/** The dialogs that any screen may open, with their requests. The app maps each to a component. */
export type Dialogs = {
  booking: BookingDialogRequest
  verification: { of: 'email' | 'phone' | 'new-phone' }
  /** A minor gives their guardian. */
  guardian: Record<never, never>
  report: { about: ReportAbout }
}
export type DialogName = keyof Dialogs

type OpenByName = <Name extends DialogName>(name: Name, request: Dialogs[Name]) => void

const OpenDialogContext = createContext<OpenByName | null>(null)

/**
 * The function that opens a dialog on top of the screen; a dialog that needs an account first sends a guest to sign in.
 * @throws Error outside of a `DialogHost`.
 */
export function useDialog<Name extends DialogName>(name: Name): (request: Dialogs[Name]) => void {
  const open = useContext(OpenDialogContext)
  if (!open) throw new Error('useDialog outside of DialogHost')
  return useCallback((request: Dialogs[Name]) => open(name, request), [open, name])
}

/** Opens a problem report; null in an app without dialogs, and for guests, who have no account to be answered at. */
export function useOpenReport(): ((about?: ReportAbout) => void) | null {
  const open = useContext(OpenDialogContext)
  const isGuest = useAccountId() === null
  return isGuest || !open ? null : (about = {}) => open('report', { about })
}

type Definition<Request> = {
  /** Loaded lazily when first opened. */
  Dialog: ComponentType<Request & { onClose: () => void }>
  /** Needs an account: the address to which a guest returns after signing in. */
  afterSignIn?: (request: Request) => string
  /** Hides the dialogs below it; they are reopened with the same request when it closes. */
  hidesOthers?: boolean
  /** Opened below one that hides the others, it comes when that closes: an address may open it at any time. */
  waits?: boolean
}
export type DialogDefinitions = { [Name in DialogName]: Definition<Dialogs[Name]> }

type Opened = { [Name in DialogName]: { name: Name; request: Dialogs[Name] } }[DialogName]

type DialogHostProps = {
  definitions: DialogDefinitions
  /** Sends a guest to the sign-in screen, and from there back to the address. */
  onGuest: (afterSignIn: string) => void
  children: ReactNode
}

/** Renders the open dialogs after its children, the latest on top. */
export function DialogHost({ definitions, onGuest, children }: DialogHostProps) {
  const [opened, setOpened] = useState<readonly Opened[]>([])
  const isGuest = useAccountId() === null
  const open = useCallback<OpenByName>(
    (name, request) => {
      const { afterSignIn } = definitions[name]
      if (isGuest && afterSignIn) return onGuest(afterSignIn(request))
      setOpened((before) => {
        const others = before.filter((one) => one.name !== name)
        const isAbove = (one: Opened) => definitions[name].waits === true && definitions[one.name].hidesOthers === true
        return [...others.filter((one) => !isAbove(one)), { name, request } as Opened, ...others.filter(isAbove)]
      })
    },
    [definitions, isGuest, onGuest],
  )
  const close = (name: DialogName) => setOpened((before) => before.filter((one) => one.name !== name))
  const firstShown = Math.max(
    0,
    opened.findLastIndex(({ name }) => definitions[name].hidesOthers),
  )
  return (
    <OpenDialogContext value={open}>
      {children}
      {opened.slice(firstShown).map(({ name, request }) => {
        // TypeScript cannot see that a name and its request belong together.
        const Dialog = definitions[name].Dialog as ComponentType<{ onClose: () => void }>
        return (
          // One per dialog, so that the dialogs below stay while the code of another one is loaded.
          <Suspense key={name}>
            <Dialog {...request} onClose={() => close(name)} />
          </Suspense>
        )
      })}
    </OpenDialogContext>
  )
}
