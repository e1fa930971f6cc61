import { createRoute, notFound } from '@tanstack/react-router'
import { redirectParam } from '../platform/redirect.ts'
import { flag, oneOf, positiveInteger, searchSchema } from '../platform/search.ts'
import { onlyGuests } from '../shared/shell/guards.ts'
import { lazyScreen } from '../shared/shell/lazy-screen.ts'
import { onlyWith } from './guards.ts'
import { homeSearch } from './home/figure-range.ts'
import { HomeScreen } from './home/home-screen.tsx'
import { inboxSearch } from './inbox/search-params.ts'
import { inShell, rootRoute, shellRoute } from './layout-routes.tsx'
import { lessonsSearch } from './lessons/search-params.ts'
import { mediaSearch, photoSessionsSearch } from './media/search-params.ts'
import { paymentsSearch } from './payments/search-params.ts'
import { planInvitesSearch, plansSearch } from './plans/search-params.ts'
import { listSearch } from './table/shared/list-search-params.ts'
import { staffSearch } from './team/search-params.ts'
import { personSearch, usersSearch } from './users/search-params.ts'
import { withdrawalsSearch } from './withdrawals/search-params.ts'

/**
 * Every address of the dashboard: its permission, its title, and its screen (docs/rules/staff.md 1.1). Its link is a row of
 * `staff/shell/places.ts`.
 */

const login = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: searchSchema({ redirect: redirectParam }),
  beforeLoad: onlyGuests,
  staticData: { title: 'login' },
  component: lazyScreen(() => import('./staff-login.tsx'), 'StaffLogin'),
})

/** Where the mail of an invitation leads. The secret is in the fragment, which is not sent to servers. */
const join = createRoute({
  getParentRoute: () => rootRoute,
  path: '/join',
  staticData: { title: 'join' },
  component: lazyScreen(() => import('./team/join-screen.tsx'), 'JoinScreen'),
})

/** Where the daily mail leads whoever wants it no more. */
const stopDigest = createRoute({
  getParentRoute: () => rootRoute,
  path: '/stop-digest',
  staticData: { title: 'stopDigest' },
  component: lazyScreen(() => import('./security/stop-digest-screen.tsx'), 'StopDigestScreen'),
})

const home = createRoute({
  ...inShell,
  path: '/',
  validateSearch: homeSearch,
  staticData: { title: 'home' },
  component: HomeScreen,
})

const figures = createRoute({
  ...inShell,
  path: '/figures',
  validateSearch: homeSearch,
  beforeLoad: onlyWith('dashboard.planFigures'),
  staticData: { title: 'figures' },
  component: lazyScreen(() => import('./home/figures-screen.tsx'), 'FiguresScreen'),
})

const users = createRoute({
  ...inShell,
  path: '/users',
  validateSearch: usersSearch,
  beforeLoad: onlyWith('user.list'),
  staticData: { title: 'users' },
  component: lazyScreen(() => import('./users/users-screen.tsx'), 'UsersScreen'),
})

const mailingsSearch = listSearch([], { open: positiveInteger })

const mailings = createRoute({
  ...inShell,
  path: '/messages',
  validateSearch: mailingsSearch,
  beforeLoad: onlyWith('mailing.list'),
  staticData: { title: 'mailings' },
  component: lazyScreen(() => import('./mailings/mailings-screen.tsx'), 'MailingsScreen'),
})

const staff = createRoute({
  ...inShell,
  path: '/staff',
  validateSearch: staffSearch,
  beforeLoad: onlyWith('staffInvite.list'),
  staticData: { title: 'staff' },
  component: lazyScreen(() => import('./team/staff-screen.tsx'), 'StaffScreen'),
})

const tutorsSearch = listSearch([
  'ready',
  'activated',
  'verifiedEmail',
  'verifiedPhone',
  'image',
  'video',
  'thumbnail',
  'password',
  'gender',
  'city',
  'birthYear',
  'notice',
  'email',
  'phone',
  'createdAt',
])

const tutors = createRoute({
  ...inShell,
  path: '/tutors',
  validateSearch: tutorsSearch,
  beforeLoad: onlyWith('tutor.listFull'),
  staticData: { title: 'tutors' },
  component: lazyScreen(() => import('./tutors/tutors-screen.tsx'), 'TutorsScreen'),
})

const inbox = createRoute({
  ...inShell,
  path: '/inbox',
  validateSearch: inboxSearch,
  beforeLoad: onlyWith('report.list'),
  staticData: { title: 'inbox' },
  component: lazyScreen(() => import('./inbox/inbox-screen.tsx'), 'InboxScreen'),
})

const user = createRoute({
  ...inShell,
  path: '/user/$id',
  validateSearch: personSearch,
  beforeLoad: onlyWith('user.read'),
  staticData: { title: 'user' },
  component: lazyScreen(() => import('./users/person-screen.tsx'), 'PersonScreen'),
})

const tutor = createRoute({
  ...inShell,
  path: '/tutor/$id',
  validateSearch: personSearch,
  beforeLoad: onlyWith('user.read'),
  staticData: { title: 'tutor' },
  component: lazyScreen(() => import('./users/person-screen.tsx'), 'TutorScreen'),
})

/** `open` is the number of the interview or demo session whose dialog is open. */
const meetingsSearch = listSearch(
  ['statuses', 'start', 'createdAt', 'interviewers', 'interviewees', 'tutorManagerIds', 'tutorIds'],
  { tab: oneOf(['interviews', 'demos']), open: positiveInteger },
)

const interviews = createRoute({
  ...inShell,
  path: '/interviews',
  validateSearch: meetingsSearch,
  beforeLoad: onlyWith('interview.list', 'demoSession.list'),
  staticData: { title: 'interviews' },
  component: lazyScreen(() => import('./meetings/meetings-screen.tsx'), 'MeetingsScreen'),
})

const serverStats = createRoute({
  ...inShell,
  path: '/server-stats',
  beforeLoad: onlyWith('serverStats.read'),
  staticData: { title: 'serverStats' },
  component: lazyScreen(() => import('./server-stats/server-stats-screen.tsx'), 'ServerStatsScreen'),
})

const platformSettings = createRoute({
  ...inShell,
  path: '/platform-settings',
  beforeLoad: onlyWith('settings.read'),
  staticData: { title: 'platformSettings' },
  component: lazyScreen(() => import('./settings/settings-screen.tsx'), 'SettingsScreen'),
})

const media = createRoute({
  ...inShell,
  path: '/media',
  validateSearch: mediaSearch,
  beforeLoad: onlyWith('introVideo.update'),
  staticData: { title: 'media' },
  component: lazyScreen(() => import('./media/media-screen.tsx'), 'MediaScreen'),
})

const photoSessions = createRoute({
  ...inShell,
  path: '/photo-sessions',
  validateSearch: photoSessionsSearch,
  beforeLoad: onlyWith('tutor.listForStudio'),
  staticData: { title: 'photoSessions' },
  component: lazyScreen(() => import('./media/photo-sessions-screen.tsx'), 'PhotoSessionsScreen'),
})

const photoSession = createRoute({
  ...inShell,
  path: '/photo-session/$tutorId',
  beforeLoad: async (visit) => {
    await onlyWith('tutor.readForStudio')(visit)
    if (!/^\d+$/.test(visit.params.tutorId)) throw notFound()
  },
  staticData: { title: 'photoSession' },
  component: lazyScreen(() => import('./media/photo-session-screen.tsx'), 'PhotoSessionScreen'),
})

const userSettings = createRoute({
  ...inShell,
  path: '/user-settings',
  staticData: { title: 'userSettings' },
  component: lazyScreen(() => import('./security/user-settings-screen.tsx'), 'UserSettingsScreen'),
})

const google = createRoute({
  ...inShell,
  path: '/google',
  staticData: { title: 'google' },
  component: lazyScreen(() => import('../shared/account/google-return-screen.tsx'), 'GoogleReturnScreen'),
})

const plans = createRoute({
  ...inShell,
  path: '/plans',
  validateSearch: plansSearch,
  beforeLoad: onlyWith('coupon.list'),
  staticData: { title: 'plans' },
  component: lazyScreen(() => import('./plans/plans-screen.tsx'), 'PlansScreen'),
})

/** `order` shows all topics to be put in order. */
const topicsSearch = listSearch([], { order: flag })

const topics = createRoute({
  ...inShell,
  path: '/topics',
  validateSearch: topicsSearch,
  beforeLoad: onlyWith('topic.listForStaff'),
  staticData: { title: 'topics' },
  component: lazyScreen(() => import('./topics/topics-screen.tsx'), 'TopicsScreen'),
})

const linksSearch = listSearch([])

const links = createRoute({
  ...inShell,
  path: '/links',
  validateSearch: linksSearch,
  beforeLoad: onlyWith('link.list'),
  staticData: { title: 'links' },
  component: lazyScreen(() => import('./links/links-screen.tsx'), 'LinksScreen'),
})

const planInvites = createRoute({
  ...inShell,
  path: '/plan-invites',
  validateSearch: planInvitesSearch,
  beforeLoad: onlyWith('invite.list'),
  staticData: { title: 'planInvites' },
  component: lazyScreen(() => import('./plans/invites-screen.tsx'), 'PlanInvitesScreen'),
})

const lessons = createRoute({
  ...inShell,
  path: '/lessons',
  validateSearch: lessonsSearch,
  beforeLoad: onlyWith('lesson.attendance'),
  staticData: { title: 'lessons' },
  component: lazyScreen(() => import('./lessons/lessons-screen.tsx'), 'LessonsScreen'),
})

const risksSearch = listSearch(['reason', 'mine', 'owners', 'tag', 'handled'])

const risks = createRoute({
  ...inShell,
  path: '/at-risk',
  validateSearch: risksSearch,
  beforeLoad: onlyWith('studentRisk.list'),
  staticData: { title: 'risks' },
  component: lazyScreen(() => import('./risks/risks-screen.tsx'), 'RisksScreen'),
})

const referralsSearch = listSearch(['state'])

const referrals = createRoute({
  ...inShell,
  path: '/referrals',
  validateSearch: referralsSearch,
  beforeLoad: onlyWith('referral.list'),
  staticData: { title: 'referrals' },
  component: lazyScreen(() => import('./referrals/referrals-screen.tsx'), 'ReferralsScreen'),
})

const tutorQualitySearch = listSearch(['poor', 'lessons'])

const tutorQuality = createRoute({
  ...inShell,
  path: '/tutor-quality',
  validateSearch: tutorQualitySearch,
  beforeLoad: onlyWith('tutorQuality.list'),
  staticData: { title: 'tutorQuality' },
  component: lazyScreen(() => import('./tutor-quality/tutor-quality-screen.tsx'), 'TutorQualityScreen'),
})

const callQualitySearch = listSearch(['device', 'measured'])

const callQuality = createRoute({
  ...inShell,
  path: '/call-quality',
  validateSearch: callQualitySearch,
  beforeLoad: onlyWith('callQuality.list'),
  staticData: { title: 'callQuality' },
  component: lazyScreen(() => import('./call-quality/call-quality-screen.tsx'), 'CallQualityScreen'),
})

const auditSearch = listSearch(['actors', 'acts', 'targetKinds', 'targetIds', 'requestId', 'at'])

const audit = createRoute({
  ...inShell,
  path: '/audit',
  validateSearch: auditSearch,
  beforeLoad: onlyWith('audit.list'),
  staticData: { title: 'audit' },
  component: lazyScreen(() => import('./audit/audit-screen.tsx'), 'AuditScreen'),
})

const withdrawals = createRoute({
  ...inShell,
  path: '/invoices',
  validateSearch: withdrawalsSearch,
  beforeLoad: onlyWith('invoice.queue'),
  staticData: { title: 'withdrawals' },
  component: lazyScreen(() => import('./withdrawals/withdrawals-screen.tsx'), 'WithdrawalsScreen'),
})

const payments = createRoute({
  ...inShell,
  path: '/payments',
  validateSearch: paymentsSearch,
  beforeLoad: onlyWith('transaction.timeline'),
  staticData: { title: 'payments' },
  component: lazyScreen(() => import('./payments/payments-screen.tsx'), 'PaymentsScreen'),
})

/** Any other address: reports in the shell that the page does not exist. */
const nowhere = createRoute({
  ...inShell,
  path: '$',
  beforeLoad: () => {
    throw notFound()
  },
})

// biome-ignore format: one screen a line
const screens = [
  home,
  figures,
  users,
  mailings,
  staff,
  tutors,
  inbox,
  user,
  tutor,
  interviews,
  serverStats,
  platformSettings,
  media,
  photoSessions,
  photoSession,
  userSettings,
  google,
  plans,
  topics,
  links,
  planInvites,
  lessons,
  risks,
  referrals,
  tutorQuality,
  callQuality,
  audit,
  withdrawals,
  payments,
  nowhere,
]

export const routeTree = rootRoute.addChildren([login, join, stopDigest, shellRoute.addChildren(screens)])
