import { log } from '../../platform/log.ts'

const SCOPE = '/reference/'

/** The page's own files that were loaded so far. */
const loadedFiles = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === window.location.origin && pathname.startsWith('/assets/'))
    .map(({ href }) => href)

/**
 * Lets `/reference/…` open without a network: a worker for that page alone keeps the files it is made of. Where workers
 * are not allowed, the page simply needs a network.
 */
export async function keepReferencePage(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    await import('./reference-screen.tsx')
    const registration = await navigator.serviceWorker.register('/reference-worker.js', { scope: SCOPE })
    const worker = registration.active ?? registration.waiting ?? registration.installing
    worker?.postMessage([SCOPE, ...loadedFiles()])
  } catch (error) {
    log.warning('The page of the reference number was not kept', error)
  }
}
