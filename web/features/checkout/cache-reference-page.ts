import { log } from '../../platform/log.ts'

const SCOPE = '/reference/'

/** The addresses of our files that this page has loaded. */
const loadedFiles = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === window.location.origin && pathname.startsWith('/assets/'))
    .map(({ href }) => href)

/**
 * Lets `/reference/…` open offline: a service worker for that page alone caches its files. Without service workers the
 * page needs a network.
 */
export async function cacheReferencePage(): Promise<void> {
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
