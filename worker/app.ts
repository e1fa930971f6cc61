import { Hono } from 'hono'
import { toIso } from '#domain/cairo'
import { assetRoutes } from './assets/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { authRoutes, signOutRoutes } from './auth/routes.ts'
import { checkPassword } from './auth/store.ts'
import { authSessionRoutes } from './auth-sessions/routes.ts'
import { availabilityRoutes } from './availability/routes.ts'
import { cacheRoutes } from './cache/routes.ts'
import { calendarRoutes } from './calendar/routes.ts'
import { chatRoutes } from './chat/routes.ts'
import { contactRoutes } from './contact/routes.ts'
import { couponRoutes } from './coupons/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { demoSessionRoutes } from './demo-sessions/routes.ts'
import { docsRoutes } from './docs/routes.ts'
import { whyNotServe } from './env.ts'
import { favouriteTutorRoutes } from './favourite-tutors/routes.ts'
import type { AppEnv } from './http/app-env.ts'
import { readClock } from './http/clock.ts'
import { answerError, answerNotFound } from './http/errors.ts'
import { allowWebOrigins, noStore, secure } from './http/headers.ts'
import { identify } from './http/identity.ts'
import { logRequests } from './http/logs.ts'
import { refuseUnderMaintenance } from './http/maintenance.ts'
import { interviewRoutes } from './interviews/routes.ts'
import { introVideoRoutes } from './intro-videos/routes.ts'
import { inviteRoutes } from './invites/routes.ts'
import { lessonRoutes } from './lessons/routes.ts'
import { linkRoutes } from './links/routes.ts'
import { liveRoutes } from './live/routes.ts'
import { messageRoutes } from './messages/routes.ts'
import { onboardingRoutes } from './onboarding/routes.ts'
import { paymentFileRoutes } from './payment-files/routes.ts'
import { paymentRoutes } from './payments/routes.ts'
import { planInviteRoutes } from './plan-invites/routes.ts'
import { planRoutes } from './plans/routes.ts'
import { pushRoutes } from './push/routes.ts'
import { ratingRoutes } from './ratings/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { secondFactorRoutes } from './second-factor/routes.ts'
import { measureRequests } from './server-stats/measure.ts'
import { serverStatsRoutes } from './server-stats/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { staffSearchRoutes } from './staff-search/routes.ts'
import { statsRoutes } from './stats/routes.ts'
import { studentNoteRoutes } from './student-notes/routes.ts'
import { studentRoutes } from './students/routes.ts'
import { studioRoutes } from './studios/routes.ts'
import { subscriptionRoutes } from './subscriptions/routes.ts'
import { topicRoutes } from './topics/routes.ts'
import { transactionRoutes } from './transactions/routes.ts'
import { tutorMediaRoutes } from './tutor-media/routes.ts'
import { tutorRoutes } from './tutors/routes.ts'
import { userRoutes } from './users/routes.ts'
import { verificationRoutes } from './verification/routes.ts'
import { viewAsRoutes } from './view-as/routes.ts'
import { withdrawalRoutes } from './withdrawals/routes.ts'

/**
 * Every area of the API, in matching order. Where two areas share a prefix, the one with the literal path (`/user/tutor/…`)
 * precedes the one with the parameter (`/user/:id`).
 */
const api = new Hono<AppEnv>({ strict: false })
  .use(noStore, allowWebOrigins, refuseUnderMaintenance)
  .route('/', docsRoutes)
  .route('/', signOutRoutes)
  .use(identify(checkPassword))
  .get('/health', (c) => c.json({ ok: true }))
for (const area of [
  authRoutes,
  authSessionRoutes,
  secondFactorRoutes,
  viewAsRoutes,
  verificationRoutes,
  statsRoutes,
  interviewRoutes,
  demoSessionRoutes,
  favouriteTutorRoutes,
  introVideoRoutes,
  onboardingRoutes,
  tutorMediaRoutes,
  studioRoutes,
  tutorRoutes,
  userRoutes,
  studentNoteRoutes,
  studentRoutes,
  availabilityRoutes,
  lessonRoutes,
  chatRoutes,
  sessionRoutes,
  subscriptionRoutes,
  paymentRoutes,
  transactionRoutes,
  paymentFileRoutes,
  withdrawalRoutes,
  staffSearchRoutes,
  pushRoutes,
  ratingRoutes,
  topicRoutes,
  reportRoutes,
  contactRoutes,
  linkRoutes,
  messageRoutes,
  inviteRoutes,
  couponRoutes,
  planRoutes,
  planInviteRoutes,
  cacheRoutes,
  calendarRoutes,
  auditRoutes,
  dashboardRoutes,
  serverStatsRoutes,
  settingsRoutes,
  assetRoutes,
])
  api.route('/', area)

export const app = new Hono<AppEnv>({ strict: false })
  // First, so that refused WebSocket upgrades and a misconfigured deployment also send these headers.
  .use(secure)
  .use(async (c, next) => {
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
