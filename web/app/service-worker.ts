import { language } from '#messages/language'
import { pwa } from '#messages/pwa'
import type { Language } from '../messages/languages.ts'
import { messagesOf } from '../messages/messages.ts'
import { isBusy } from '../platform/busy.ts'
import { log } from '../platform/log.ts'
import { toast } from '../ui/toasts.ts'

/** Each language has its own, which keeps that language's files; both serve all addresses. */
const WORKERS: Record<Language, string> = { ar: '/sw.js', en: '/en/sw.js' }
/** How often an open page checks for a new version. */
const CHECK_EVERY_MS = 60 * 60 * 1000

/**
 * Registers the service worker, which opens the app without a network (docs/rules/screens.md 2.8), and offers its newer versions.
 * @param app The address of the page's main script, which tells the version of the page.
 */
export async function keepForOffline(app: string): Promise<void> {
  try {
    const options = { scope: '/', updateViaCache: 'none' } as const
    const registered: Promise<ServiceWorkerRegistration | undefined> = navigator.serviceWorker.register(
      WORKERS[language.code],
      options,
    )
    const registration = await registered
    // Developer tools that block service workers return nothing.
    if (!registration) return
    offerWhenReady(registration, app)
    setInterval(() => void registration.update().catch(() => undefined), CHECK_EVERY_MS)
    // Removes what an earlier version registered only for the page of a reference number.
    for (const other of await navigator.serviceWorker.getRegistrations())
      if (other.active?.scriptURL.endsWith('/reference-worker.js')) await other.unregister()
  } catch (error) {
    log.warning('the app is not kept for opening offline', error)
  }
}

/** Offers a waiting version to a page of an older one. The very first version does not wait. */
function offerWhenReady(registration: ServiceWorkerRegistration, app: string): void {
  const offer = async () => {
    const { waiting, active } = registration
    if (waiting && active && !(await isOfVersion(waiting, app))) offerUpdate()
  }
  void offer()
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', () => void offer()),
  )
}

/**
 * Asks a worker whether this page belongs to its version: pages come from the network, and are often newer than the worker.
 */
function isOfVersion(worker: ServiceWorker, app: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true)
    worker.postMessage({ app }, [port2])
  })
}

const TOAST_ID = 'new-version'

function offerUpdate(): void {
  const t = messagesOf(pwa)
  toast.info(t('update.title'), {
    id: TOAST_ID,
    description: t('update.text'),
    duration: Number.POSITIVE_INFINITY,
    actions: [{ label: t('update.reload'), onAction: update }],
  })
}

/** Updates only if no form input or lesson is lost. */
function update(): boolean {
  if (isBusy()) toast.info(messagesOf(pwa)('update.busy'), { id: `${TOAST_ID}-busy` })
  else window.location.reload()
  return false
}
