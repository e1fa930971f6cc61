import { type ComponentType, createContext, type ReactNode, Suspense, useCallback, useContext, useState } from 'react'
import type { Lesson } from '#contract/lessons'
import { useAccountId } from './auth-token.ts'

/** A new lesson with a tutor, or another time for a lesson that exists. */
export type BookingDialogRequest = {
  tutorId: number
  lesson?: Pick<Lesson, 'id' | 'start' | 'duration' | 'slotId'>
  /** The time that is chosen when the dialog opens, if it is offered; else the nearest one. */
  start?: string
}

export type ReportKind = 'lesson' | 'absence' | 'booking' | 'payment' | 'chat' | 'account' | 'crash' | 'other'

/** What is known of a problem before anything is typed. */
export type ReportAbout = { kind?: ReportKind; lesson?: { id: number; name: string } }

/** The dialogs that any screen may open, and what each is opened with. The app says which component shows it. */
export type Dialogs = {
  booking: BookingDialogRequest
  verification: { of: 'email' | 'phone' | 'new-phone' }
  report: { about: ReportAbout }
}
export type DialogName = keyof Dialogs

type OpenByName = <Name extends DialogName>(name: Name, request: Dialogs[Name]) => void

const OpenDialogContext = createContext<OpenByName | null>(null)

/**
 * The function that opens a dialog over whatever is shown; a dialog that needs an account sends a guest to sign in first.
 * @throws Error outside of a `DialogHost`.
 */
export function useDialog<Name extends DialogName>(name: Name): (request: Dialogs[Name]) => void {
  const open = useContext(OpenDialogContext)
  if (!open) throw new Error('useDialog outside of DialogHost')
  return useCallback((request: Dialogs[Name]) => open(name, request), [open, name])
}

/** Opens the report of a problem; null in an app without dialogs, and for guests, who have no account to be answered at. */
export function useOpenReport(): ((about?: ReportAbout) => void) | null {
  const open = useContext(OpenDialogContext)
  const isGuest = useAccountId() === null
  return isGuest || !open ? null : (about = {}) => open('report', { about })
}

type Definition<Request> = {
  /** Loaded lazily: its code comes with its first opening. */
  Dialog: ComponentType<Request & { onClose: () => void }>
  /** Needs an account: the address to which a guest comes back after signing in. */
  afterSignIn?: (request: Request) => string
  /** Hides the dialogs below it. They are opened again with the same request when it closes. */
  hidesOthers?: boolean
}
export type DialogDefinitions = { [Name in DialogName]: Definition<Dialogs[Name]> }

type Opened = { [Name in DialogName]: { name: Name; request: Dialogs[Name] } }[DialogName]

type DialogHostProps = {
  definitions: DialogDefinitions
  /** Leads a guest to the sign-in screen, and from there to the address. */
  onGuest: (afterSignIn: string) => void
  children: ReactNode
}

/** Shows the open dialogs over its children, the one opened last on top. */
export function DialogHost({ definitions, onGuest, children }: DialogHostProps) {
  const [opened, setOpened] = useState<readonly Opened[]>([])
  const isGuest = useAccountId() === null
  const open = useCallback<OpenByName>(
    (name, request) => {
      const { afterSignIn } = definitions[name]
      if (isGuest && afterSignIn) return onGuest(afterSignIn(request))
      setOpened((before) => [...before.filter((one) => one.name !== name), { name, request } as Opened])
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
        // The compiler does not see that a name and its request belong together.
        const Dialog = definitions[name].Dialog as ComponentType<{ onClose: () => void }>
        return (
          // One for each: the dialogs below stay while the code of another one is loaded.
          <Suspense key={name}>
            <Dialog {...request} onClose={() => close(name)} />
          </Suspense>
        )
      })}
    </OpenDialogContext>
  )
}
