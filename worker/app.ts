import { Hono } from 'hono'
import { toIso } from '#domain/cairo'
import { authRoutes, signOutRoutes } from './auth/routes.ts'
import { checkPassword } from './auth/store.ts'
import { availabilityRoutes } from './availability/routes.ts'
import { cardRenewalRoutes } from './card-renewals/routes.ts'
import { chatRoutes } from './chat/routes.ts'
import { docsRoutes } from './docs/routes.ts'
import { whyNotServe } from './env.ts'
import { fileRoutes } from './files/routes.ts'
import { guardianRoutes } from './guardians/routes.ts'
import { keyCheckRoutes } from './health/routes.ts'
import type { AppEnv } from './http/app-env.ts'
import { readClock } from './http/clock.ts'
import { answerError, answerNotFound } from './http/errors.ts'
import { allowWebOrigins, noStore, secure } from './http/headers.ts'
import { identify } from './http/identity.ts'
import { logRequests } from './http/logs.ts'
import { refuseUnderMaintenance } from './http/maintenance.ts'
import { inboxRoutes } from './inbox/routes.ts'
import { lessonRoutes } from './lessons/routes.ts'
import { liveRoutes } from './live/routes.ts'
import { mediaReportRoutes, sessionRoutes } from './live/session-routes.ts'
import { mailingRoutes } from './mailings/routes.ts'
import { meetingRoutes } from './meetings/routes.ts'
import { messageRoutes } from './messages/routes.ts'
import { onboardingRoutes } from './onboarding/routes.ts'
import { paymentRoutes } from './payments/routes.ts'
import { planRoutes } from './plans/routes.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { referralRoutes } from './referrals/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { measureRequests } from './staff/measure-requests.ts'
import { staffRoutes } from './staff/routes.ts'
import { standingRoutes } from './standing/routes.ts'
import { studentRoutes } from './students/routes.ts'
import { subscriptionRoutes } from './subscriptions/routes.ts'
import { topicRoutes } from './topics/routes.ts'
import { tutorRoutes } from './tutors/routes.ts'
import { userRoutes } from './users/routes.ts'
import { waitingRoutes } from './waiting/routes.ts'
import { withdrawalRoutes } from './withdrawals/routes.ts'

/**
 * Every area of the API, in matching order. Where two areas share a prefix, the one with the literal path (`/user/tutor/…`)
 * precedes the one with the parameter (`/user/:id`).
 */
const api = new Hono<AppEnv>({ strict: false })
  .use(noStore, allowWebOrigins, refuseUnderMaintenance)
  .route('/', docsRoutes)
  .route('/', signOutRoutes)
  .route('/', mediaReportRoutes)
  .route('/', keyCheckRoutes)
  .use(identify(checkPassword))
  .get('/health', (c) => c.json({ ok: true }))
for (const area of [
  authRoutes,
  staffRoutes,
  mailingRoutes,
  meetingRoutes,
  studentRoutes,
  cardRenewalRoutes,
  guardianRoutes,
  waitingRoutes,
  standingRoutes,
  referralRoutes,
  onboardingRoutes,
  tutorRoutes,
  userRoutes,
  availabilityRoutes,
  lessonRoutes,
  chatRoutes,
  sessionRoutes,
  subscriptionRoutes,
  paymentRoutes,
  withdrawalRoutes,
  messageRoutes,
  topicRoutes,
  inboxRoutes,
  settingsRoutes,
  privacyRoutes,
  planRoutes,
  fileRoutes,
])
  api.route('/', area)

export const app = new Hono<AppEnv>({ strict: false })
  // First, so that refused WebSocket upgrades and a misconfigured deployment also send these headers.
  .use(secure)
  .use(async (c, next) => {
    // A deployment is asked by version while it still gets no requests (dev/deployment.ts).
    c.header('x-version', c.env.CF_VERSION_METADATA.id)
    const refusal = whyNotServe(c.env)
    if (refusal) return c.json({ code: 'service-unavailable', message: refusal }, 503)
    c.set('requestId', c.req.header('cf-ray') ?? crypto.randomUUID())
    c.set('now', readClock())
    c.set('claims', null)
    c.set('actor', null)
    c.set('session', null)
    c.header('x-request-id', c.var.requestId)
    // Clients count down by the server's clock, because a device's clock may be wrong.
    c.header('x-server-time', toIso(c.var.now))
    return next()
  })
  .use(measureRequests)
  .use(logRequests)
  .use('/parties/*', refuseUnderMaintenance)
  .route('/', liveRoutes)
  .route('/api/v1', api)
  .notFound(answerNotFound)
  .onError(answerError)
