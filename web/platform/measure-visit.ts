import type { VisitedApp } from '#domain/staff/visits'

/** Measures this visit once the page has loaded; what measures it is fetched then (docs/rules/staff.md 7.8). */
export function measureVisit(app: VisitedApp): void {
  const start = () =>
    void import('./visit-figures.ts').then(
      ({ sendWhenHidden }) => sendWhenHidden(app),
      // Without a network, or after a deployment: this visit is not counted.
      () => undefined,
    )
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
}
