import { onCLS } from 'web-vitals/onCLS.js'
import { onINP } from 'web-vitals/onINP.js'
import { onLCP } from 'web-vitals/onLCP.js'
import { sendVisit } from '#contract/calls/server-stats'
import { MAX_SHIFT, MAX_VISIT_MS, type Visit, type VisitedApp, visitedPageOf } from '#domain/staff/visits'
import { API_BASE } from './origin.ts'

/**
 * Collects the figures of this page and sends them once, when it is first hidden: a phone may end it any time after that. They are
 * sent as text, because a beacon that needs to ask the API first may not arrive.
 */
export function sendWhenHidden(app: VisitedApp): void {
  const visit: Visit = { app, page: visitedPageOf(app, location.pathname), lcp: null, inp: null, cls: null }
  const options = { reportAllChanges: true }
  onLCP(({ value }) => {
    visit.lcp = Math.min(value, MAX_VISIT_MS)
  }, options)
  onINP(({ value }) => {
    visit.inp = Math.min(value, MAX_VISIT_MS)
  }, options)
  onCLS(({ value }) => {
    visit.cls = Math.min(value, MAX_SHIFT)
  }, options)

  const sendIfHidden = () => {
    if (document.visibilityState !== 'hidden') return
    removeEventListener('visibilitychange', sendIfHidden, true)
    navigator.sendBeacon(`${API_BASE}${sendVisit.path}`, JSON.stringify(visit))
  }
  // After the library's own, which count what has happened up to now.
  addEventListener('visibilitychange', sendIfHidden, true)
}
