import { RotateCw, WifiOff } from 'lucide-react'
import {
  type ComponentType,
  type FunctionComponent,
  lazy,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useTransition,
} from 'react'
import { ui } from '#messages/ui'
import { useMessages } from '../messages/messages.ts'
import { isOffline } from '../platform/api.ts'
import { fetchCode } from '../platform/fetch-code.ts'
import { Button } from './button.tsx'
import { IconDisc } from './empty-state.tsx'

type Load<Props> = () => Promise<ComponentType<Props>>

/**
 * A part of a screen whose code is fetched when it is first shown. Without a network the screen stays as it is, and in the part's
 * place, for one with `onClose` in a dialog, stands that it needs one (docs/rules/screens.md 2.14).
 */
export function lazyPart<Props extends object>(load: Load<Props>): FunctionComponent<Props> {
  /** Shared by all renders until it has failed. */
  let shared: Promise<ComponentType<Props> | null> | null = null
  const fetchPart = () => {
    shared ??= fetchCode(load).catch((error) => {
      if (isOffline(error)) return null
      throw error
    })
    return shared
  }
  return function LazyPart(props: Props) {
    const [fetching, setFetching] = useState(fetchPart)
    const [isRetrying, startRetry] = useTransition()
    const Part = use(fetching)
    // Whoever shows the part next tries again. Not before this render: it would fetch anew for ever.
    useEffect(() => {
      if (Part === null && shared === fetching) shared = null
    }, [Part, fetching])
    const dialog = useRef<HTMLDialogElement>(null)
    if (Part) return <Part {...props} />
    const retry = () =>
      startRetry(async () => {
        const next = fetchPart()
        // The focus is back before the part is rendered, which returns it to where it was then.
        if (await next.catch(() => null)) dialog.current?.close()
        startRetry(() => setFetching(next))
      })
    const onClose = 'onClose' in props ? (props.onClose as () => void) : null
    return onClose ? (
      <MissingDialog dialog={dialog} retrying={isRetrying} onRetry={retry} onClose={onClose} />
    ) : (
      <MissingPart retrying={isRetrying} onRetry={retry} />
    )
  }
}

type MissingProps = { retrying: boolean; onRetry: () => void }

/** Retries automatically when the network is back. */
function MissingPart({ retrying, onRetry, children }: MissingProps & { children?: ReactNode }) {
  const t = useMessages(ui)
  const retryNow = useEffectEvent(onRetry)
  useEffect(() => {
    const retry = () => retryNow()
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [])
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center gap-2 px-4 py-10 text-center">
      <IconDisc icon={WifiOff} tone="warning" />
      <h2 className="mt-2 text-lg">{t('missingPart.title')}</h2>
      <p className="text-muted">{t('missingPart.text')}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        <Button icon={RotateCw} loading={retrying} onClick={onRetry}>
          {t('retry')}
        </Button>
        {children}
      </div>
    </div>
  )
}

type MissingDialogProps = MissingProps & { dialog: RefObject<HTMLDialogElement | null>; onClose: () => void }

/** The browser's own dialog: ours may be in the code that is missing. */
function MissingDialog({ dialog, onClose, ...missing }: MissingDialogProps) {
  const t = useMessages(ui)
  // A layout effect: an element that has been removed returns no focus.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [dialog])
  return (
    <dialog
      ref={dialog}
      aria-label={t('missingPart.title')}
      onCancel={onClose}
      className="pointer-events-auto m-auto w-[calc(100%-2rem)] max-w-lg rounded-sheet bg-surface text-ink shadow-raised backdrop:bg-overlay"
    >
      <MissingPart {...missing}>
        <Button variant="ghost" onClick={onClose}>
          {t('close')}
        </Button>
      </MissingPart>
    </dialog>
  )
}

const FIRST_RETRY_MS = 3000
const LONGEST_RETRY_MS = 60_000

/** A part that the screen can do without: as long as its code cannot be fetched, its place is as it was. */
export function optionalPart<Props extends object>(load: Load<Props>): FunctionComponent<Props> {
  return lazy(async () => {
    for (let wait = FIRST_RETRY_MS; ; wait = Math.min(2 * wait, LONGEST_RETRY_MS)) {
      const part = await load().catch(() => null)
      if (part) return { default: part }
      await new Promise((retry) => setTimeout(retry, wait))
    }
  })
}
