import { createRoute, notFound, redirect } from '@tanstack/react-router'
import { Role } from '#domain/roles'
import { shownName } from '../messages/shown-name.ts'
import { accountId } from '../platform/auth-token.ts'
import { subscriptionQuery } from '../platform/current-user.ts'
import { redirectParam } from '../platform/redirect.ts'
import { flag, oneOf, positiveInteger, searchSchema, text } from '../platform/search.ts'
import { roomMembersQuery, roomsQuery } from '../shared/chat/room-queries.ts'
import { PERIOD_WORDS } from '../shared/plans/period-word.ts'
import { onlyGuests } from '../shared/shell/guards.ts'
import { lazyScreen } from '../shared/shell/lazy-screen.ts'
import { tutorQuery } from '../shared/tutors/tutor-queries.ts'
import { LoginScreen } from './account/login-screen.tsx'
import { atEdge } from './at-edge.ts'
import { scheduleManagementSearch } from './availability/search-params.ts'
import { readChatTarget } from './chat/search-params.ts'
import {
  onlyFor,
  onlyPastOnboarding,
  onlyUnfinishedTutors,
  preloadSignedInUser,
  redirectHome,
  signedInAs,
} from './guards.ts'
import { comingLessonsQuery, studentHomeQuery } from './home/queries.ts'
import { inPlainLayout, inShell, plainRoute, rootRoute, sessionRoute, shellRoute } from './layout-routes.tsx'
import { lessonsScheduleSearch, upcomingLessonsSearch } from './lessons/search-params.ts'
import { CHECKOUT_METHODS } from './payments/methods.ts'
import { profileStepsSearch } from './profile/search-params.ts'
import { settingsSearch } from './settings/search-params.ts'
import { readTutorsAddress } from './tutors/list-search-params.ts'
import { reviewsQuery, tutorTimesQuery } from './tutors/profile-queries.ts'
import { tutorsQuery } from './tutors/queries.ts'
import { tutorSearch, tutorsSearch } from './tutors/search-params.ts'
import { tutorMissingTitle, tutorTitle } from './tutors/tutor-title.ts'
import { TutorsScreen } from './tutors/tutors-screen.tsx'
import { withdrawalsSearch } from './withdrawals/search-params.ts'

/** Every address of the app: who may open it, its title, and its screen (docs/rules/screens.md 1.1). */

const entranceSearch = searchSchema({ redirect: redirectParam })
const chatSearch = searchSchema({ room: text })
/** `tx` is the id of this checkout's order, so that a reload finds it; `minutes` are bought in addition to those of the plan. */
const checkoutSearch = searchSchema({
  tx: positiveInteger,
  tab: oneOf(CHECKOUT_METHODS),
  minutes: positiveInteger,
  change: flag,
})

const root = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: redirectHome,
  staticData: { title: 'staff' },
  component: lazyScreen(() => import('./shell/missing-screens.tsx'), 'StaffScreen'),
})

const login = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: entranceSearch,
  beforeLoad: onlyGuests,
  staticData: { title: 'login' },
  component: LoginScreen,
})

const register = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register/$role',
  validateSearch: entranceSearch,
  beforeLoad: async (visit) => {
    await onlyGuests(visit)
    if (!['student', 'tutor'].includes(visit.params.role)) throw redirect({ to: '/login', replace: true })
  },
  staticData: { title: 'register' },
  component: lazyScreen(() => import('./account/register-screen.tsx'), 'RegisterScreen'),
})

const tutors = createRoute({
  ...inShell,
  path: '/tutors',
  validateSearch: tutorsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) =>
    atEdge(() => [queryClient.ensureQueryData(tutorsQuery(readTutorsAddress(deps), false))]),
  staticData: { title: 'tutors' },
  component: TutorsScreen,
})

const tutor = createRoute({
  ...inShell,
  path: '/t/$id',
  validateSearch: tutorSearch,
  beforeLoad: ({ params }) => {
    const id = Number(params.id)
    if (!/^\d+$/.test(params.id) || id === 0 || !Number.isSafeInteger(id)) throw notFound()
  },
  loaderDeps: ({ search: { tab } }) => ({ tab }),
  loader: async ({ context: { queryClient }, params, deps }) => {
    const id = Number(params.id)
    await atEdge(() => [
      queryClient.ensureQueryData(tutorQuery(id)),
      queryClient.ensureQueryData(tutorTimesQuery(id)),
      ...(deps.tab === 'reviews' ? [queryClient.ensureInfiniteQueryData(reviewsQuery(id))] : []),
    ])
    const tutor = queryClient.getQueryData(tutorQuery(id).queryKey)
    return { name: tutor ? (shownName(tutor) ?? '') : '' }
  },
  // For the edge, whose page has its title before any script; in browsers the screen sets it.
  head: ({ loaderData }) => ({ meta: [{ title: loaderData ? tutorTitle(loaderData.name) : tutorMissingTitle() }] }),
  component: lazyScreen(() => import('./tutors/tutor-screen.tsx'), 'TutorScreen'),
  notFoundComponent: lazyScreen(() => import('./tutors/tutor-screen.tsx'), 'TutorMissing'),
})

const members = [Role.Student, Role.Tutor, Role.TutorManager]

const upcomingLessons = createRoute({
  ...inShell,
  path: '/upcoming-lessons',
  validateSearch: upcomingLessonsSearch,
  beforeLoad: onlyFor(...members),
  staticData: { title: 'upcomingLessons' },
  component: lazyScreen(() => import('./lessons/upcoming-lessons-screen.tsx'), 'UpcomingLessonsScreen'),
})

const lessonsSchedule = createRoute({
  ...inShell,
  path: '/lessons-schedule',
  validateSearch: lessonsScheduleSearch,
  beforeLoad: onlyFor(...members),
  staticData: { title: 'lessonsSchedule' },
  component: lazyScreen(() => import('./lessons/lessons-schedule-screen.tsx'), 'LessonsScheduleScreen'),
})

const standingTimes = createRoute({
  ...inShell,
  path: '/standing-times',
  beforeLoad: onlyFor(...members),
  staticData: { title: 'standingTimes' },
  component: lazyScreen(() => import('./standing/standing-times-screen.tsx'), 'StandingTimesScreen'),
})

const studentDashboard = createRoute({
  ...inShell,
  path: '/s/dashboard',
  beforeLoad: onlyFor(Role.Student),
  // Requested beside the screen's code, and not after it.
  loader: ({ context: { queryClient } }) => {
    const id = accountId()
    if (id === null) return
    void queryClient.prefetchQuery(subscriptionQuery(id))
    void queryClient.prefetchQuery(comingLessonsQuery(id))
    void queryClient.prefetchQuery(studentHomeQuery(id))
  },
  staticData: { title: 'studentDashboard' },
  component: lazyScreen(() => import('./home/student-dashboard-screen.tsx'), 'StudentDashboardScreen'),
})

const tutorDashboard = createRoute({
  ...inShell,
  path: '/t/dashboard',
  beforeLoad: onlyPastOnboarding,
  staticData: { title: 'tutorDashboard' },
  component: lazyScreen(() => import('./home/tutor-dashboard-screen.tsx'), 'TutorDashboardScreen'),
})

const onboarding = createRoute({
  ...inShell,
  path: '/t/onboarding',
  beforeLoad: onlyFor(Role.Tutor),
  staticData: { title: 'onboarding' },
  component: lazyScreen(() => import('./onboarding/onboarding-screen.tsx'), 'OnboardingScreen'),
})

const scheduleManagement = createRoute({
  ...inShell,
  path: '/schedule-management',
  validateSearch: scheduleManagementSearch,
  beforeLoad: onlyFor(Role.Tutor, Role.TutorManager),
  staticData: { title: 'scheduleManagement' },
  component: lazyScreen(() => import('./availability/schedule-management-screen.tsx'), 'ScheduleManagementScreen'),
})

const chat = createRoute({
  ...inShell,
  path: '/chat',
  validateSearch: chatSearch,
  beforeLoad: onlyFor(...members),
  loaderDeps: ({ search: { room } }) => ({ room }),
  // Requested beside the screen's code, and not after it.
  loader: ({ context: { queryClient }, deps: { room } }) => {
    const id = accountId()
    if (id === null) return
    void queryClient.prefetchQuery(roomsQuery(id))
    const target = readChatTarget(room)
    if (target && 'roomId' in target) void queryClient.prefetchQuery(roomMembersQuery(target.roomId))
  },
  staticData: { title: 'chat' },
  component: lazyScreen(() => import('./chat/chat-screen.tsx'), 'ChatScreen'),
})

const invoices = createRoute({
  ...inShell,
  path: '/invoices',
  validateSearch: withdrawalsSearch,
  beforeLoad: onlyFor(Role.Tutor),
  staticData: { title: 'withdrawals' },
  component: lazyScreen(() => import('./withdrawals/withdrawals-screen.tsx'), 'WithdrawalsScreen'),
})

const lessonSession = createRoute({
  ...sessionRoute('lesson', ...members),
  path: '/lesson/$id',
  component: lazyScreen(() => import('./call/session-screen.tsx'), 'LessonSessionScreen'),
})

const interviewSession = createRoute({
  ...sessionRoute('interview', Role.Tutor, Role.TutorManager),
  path: '/interview/$id',
  component: lazyScreen(() => import('./call/session-screen.tsx'), 'InterviewScreen'),
})

const demoSession = createRoute({
  ...sessionRoute('demo', Role.Tutor, Role.TutorManager),
  path: '/demo-session/$id',
  component: lazyScreen(() => import('./call/session-screen.tsx'), 'DemoSessionScreen'),
})

const plans = createRoute({
  ...inShell,
  path: '/plans',
  validateSearch: searchSchema({ period: oneOf(PERIOD_WORDS) }),
  staticData: { title: 'plans' },
  component: lazyScreen(() => import('./plans/plans-screen.tsx'), 'PlansScreen'),
})

const payments = createRoute({
  ...inShell,
  path: '/payments',
  // Added by a payment gateway when it redirects back.
  validateSearch: searchSchema({ order: text }),
  beforeLoad: onlyFor(Role.Student),
  staticData: { title: 'payments' },
  component: lazyScreen(() => import('./payments/payments-screen.tsx'), 'PaymentsScreen'),
})

const checkout = createRoute({
  ...inPlainLayout,
  path: '/checkout/$planId/$period',
  validateSearch: checkoutSearch,
  beforeLoad: onlyFor(Role.Student),
  staticData: { title: 'checkout' },
  component: lazyScreen(() => import('./payments/checkout-screen.tsx'), 'CheckoutScreen'),
})

const receipt = createRoute({
  ...inPlainLayout,
  path: '/payments/$id',
  beforeLoad: onlyFor(Role.Student),
  staticData: { title: 'receipt' },
  component: lazyScreen(() => import('./payments/receipt-screen.tsx'), 'ReceiptScreen'),
})

/** Without a guard, because it must open offline: it shows only what this device has stored for its account. */
const reference = createRoute({
  ...inPlainLayout,
  path: '/reference/$transactionId',
  staticData: { title: 'reference' },
  component: lazyScreen(() => import('./payments/reference-screen.tsx'), 'ReferenceScreen'),
})

const cardAdded = createRoute({
  getParentRoute: () => rootRoute,
  path: '/card-added',
  validateSearch: searchSchema({ statusCode: text }),
  staticData: { title: 'cardAdded' },
  component: lazyScreen(() => import('./payments/card-added-screen.tsx'), 'CardAddedScreen'),
})

const google = createRoute({
  ...inPlainLayout,
  path: '/google',
  beforeLoad: signedInAs(...members),
  staticData: { title: 'settings' },
  component: lazyScreen(() => import('../shared/account/google-return-screen.tsx'), 'GoogleReturnScreen'),
})

const undoEmail = createRoute({
  getParentRoute: () => rootRoute,
  path: '/undo-email-change',
  staticData: { title: 'undoEmail' },
  component: lazyScreen(() => import('./account/undo-email-screen.tsx'), 'UndoEmailScreen'),
})

const stopMailings = createRoute({
  getParentRoute: () => rootRoute,
  path: '/stop-messages',
  staticData: { title: 'stopMailings' },
  component: lazyScreen(() => import('./account/stop-mailings-screen.tsx'), 'StopMailingsScreen'),
})

const stopRenewal = createRoute({
  getParentRoute: () => rootRoute,
  path: '/stop-renewal',
  staticData: { title: 'stopRenewal' },
  component: lazyScreen(() => import('./account/stop-renewal-screen.tsx'), 'StopRenewalScreen'),
})

const guardianLink = createRoute({
  getParentRoute: () => rootRoute,
  path: '/guardian',
  staticData: { title: 'guardian' },
  component: lazyScreen(() => import('./account/guardian-link-screen.tsx'), 'GuardianLinkScreen'),
})

const invitation = createRoute({
  getParentRoute: () => rootRoute,
  path: '/r/$code',
  beforeLoad: preloadSignedInUser,
  staticData: { title: 'invitation' },
  component: lazyScreen(() => import('./account/invitation-screen.tsx'), 'InvitationScreen'),
})

const settings = createRoute({
  ...inShell,
  path: '/s/settings',
  validateSearch: settingsSearch,
  beforeLoad: signedInAs(Role.Student),
  staticData: { title: 'settings' },
  component: lazyScreen(() => import('./settings/student-settings-screen.tsx'), 'StudentSettingsScreen'),
})

const accountSettings = createRoute({
  ...inShell,
  path: '/t/account-settings',
  validateSearch: settingsSearch,
  beforeLoad: signedInAs(Role.Tutor, Role.TutorManager),
  staticData: { title: 'settings' },
  component: lazyScreen(() => import('./settings/account-settings-screen.tsx'), 'AccountSettingsScreen'),
})

const profileSettings = createRoute({
  ...inShell,
  path: '/t/profile-settings',
  beforeLoad: signedInAs(Role.Tutor, Role.TutorManager),
  staticData: { title: 'profileSettings' },
  component: lazyScreen(() => import('./profile/profile-settings-screen.tsx'), 'ProfileSettingsScreen'),
})

const completeProfile = createRoute({
  ...inPlainLayout,
  path: '/complete-profile',
  validateSearch: profileStepsSearch,
  beforeLoad: signedInAs(Role.Student),
  staticData: { title: 'completeProfile' },
  component: lazyScreen(() => import('./profile/complete-profile-screen.tsx'), 'CompleteProfileScreen'),
})

const completeTutorProfile = createRoute({
  ...inPlainLayout,
  path: '/t/complete-profile',
  validateSearch: entranceSearch,
  beforeLoad: onlyUnfinishedTutors,
  staticData: { title: 'completeTutorProfile' },
  component: lazyScreen(() => import('./profile/complete-tutor-profile-screen.tsx'), 'CompleteTutorProfileScreen'),
})

const forStudents = [studentDashboard, payments, settings]
const forTutorSide = [tutorDashboard, onboarding, scheduleManagement, invoices, accountSettings, profileSettings]
const forBoth = [upcomingLessons, lessonsSchedule, standingTimes, chat]
const forAll = [tutors, tutor, plans]
const sessions = [lessonSession, interviewSession, demoSession]
const plainScreens = [google, checkout, receipt, reference, completeProfile, completeTutorProfile]
const screens = [...forStudents, ...forTutorSide, ...forBoth, ...forAll]

export const routeTree = rootRoute.addChildren([
  ...[root, login, register, cardAdded, undoEmail, stopMailings, stopRenewal, guardianLink, invitation, ...sessions],
  ...[plainRoute.addChildren(plainScreens), shellRoute.addChildren(screens)],
])
