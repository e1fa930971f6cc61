import type { Permission } from '#domain/permissions'
import * as assets from './assets.ts'
import * as audit from './audit.ts'
import * as auth from './auth.ts'
import * as authSessions from './auth-sessions.ts'
import * as availability from './availability.ts'
import * as cache from './cache.ts'
import * as calendar from './calendar.ts'
import type { Call } from './call.ts'
import * as callQuality from './call-quality.ts'
import * as cardRenewals from './card-renewals.ts'
import * as chat from './chat.ts'
import * as consents from './consents.ts'
import * as contact from './contact.ts'
import * as coupons from './coupons.ts'
import * as dashboard from './dashboard.ts'
import * as favouriteTutors from './favourite-tutors.ts'
import * as fawry from './fawry.ts'
import * as guardians from './guardians.ts'
import * as heldTimes from './held-times.ts'
import * as identities from './identities.ts'
import * as introVideoUploads from './intro-video-uploads.ts'
import * as introVideos from './intro-videos.ts'
import * as invites from './invites.ts'
import * as invoices from './invoices.ts'
import * as lessonDecisions from './lesson-decisions.ts'
import * as lessons from './lessons.ts'
import * as links from './links.ts'
import * as mailings from './mailings.ts'
import * as meetings from './meetings.ts'
import * as messages from './messages.ts'
import * as onboarding from './onboarding.ts'
import * as paymentFiles from './payment-files.ts'
import * as paymob from './paymob.ts'
import * as payouts from './payouts.ts'
import * as personFile from './person-file.ts'
import * as planInvites from './plan-invites.ts'
import * as plans from './plans.ts'
import * as privacy from './privacy.ts'
import * as push from './push.ts'
import * as ratings from './ratings.ts'
import * as referrals from './referrals.ts'
import * as reports from './reports.ts'
import * as secondFactor from './second-factor.ts'
import * as serverStats from './server-stats.ts'
import * as sessions from './sessions.ts'
import * as settings from './settings.ts'
import * as sharedViews from './shared-views.ts'
import * as staffDigest from './staff-digest.ts'
import * as staffInvites from './staff-invites.ts'
import * as staffSearch from './staff-search.ts'
import * as standingTimes from './standing-times.ts'
import * as studentNotes from './student-notes.ts'
import * as studentRisks from './student-risks.ts'
import * as students from './students.ts'
import * as studios from './studios.ts'
import * as subscriptions from './subscriptions.ts'
import * as topics from './topics.ts'
import * as transactions from './transactions.ts'
import * as tutorMedia from './tutor-media.ts'
import * as tutorQuality from './tutor-quality.ts'
import * as tutors from './tutors.ts'
import * as users from './users.ts'
import * as verification from './verification.ts'
import * as viewAs from './view-as.ts'
import * as waiting from './waiting.ts'

const modules = [
  assets,
  audit,
  auth,
  authSessions,
  availability,
  cache,
  calendar,
  callQuality,
  cardRenewals,
  guardians,
  chat,
  consents,
  contact,
  coupons,
  dashboard,
  favouriteTutors,
  fawry,
  heldTimes,
  identities,
  introVideos,
  introVideoUploads,
  invites,
  staffDigest,
  staffInvites,
  sharedViews,
  invoices,
  lessonDecisions,
  lessons,
  links,
  mailings,
  meetings,
  messages,
  onboarding,
  paymentFiles,
  paymob,
  payouts,
  personFile,
  planInvites,
  plans,
  privacy,
  push,
  ratings,
  referrals,
  reports,
  secondFactor,
  serverStats,
  sessions,
  settings,
  staffSearch,
  studentNotes,
  studentRisks,
  students,
  studios,
  subscriptions,
  topics,
  transactions,
  tutorMedia,
  tutorQuality,
  tutors,
  users,
  verification,
  viewAs,
  waiting,
  standingTimes,
] as const

type ExportOf<Module> = Module extends unknown ? Module[keyof Module] : never
type Declared = Extract<ExportOf<(typeof modules)[number]>, Call>

const isCall = (exported: unknown): exported is Declared =>
  typeof exported === 'object' && exported !== null && 'may' in exported

/** Every call that a contract exports. */
export const declaredCalls: readonly Declared[] = modules
  .flatMap((module) => Object.values<unknown>(module))
  .filter(isCall)

/**
 * Every call of the API by its permission, for the tests that go through all calls. A call is found because a module above
 * exports it; only a new module is added to the list. The web imports its types alone, or every page would load every
 * contract.
 */
export const calls = Object.fromEntries(declaredCalls.map((call) => [call.may, call])) as {
  [C in Declared as C['may']]: C
} satisfies Record<Permission, Call>
