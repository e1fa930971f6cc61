/** Every screen of the app, the dashboard and the site, by who opens it: what the browser tests check and `npm run screenshots` shows. */
export type Host = 'app' | 'dashboard' | 'site'
/** `as` is the e-mail of a demo account, null for somebody who has none. */
export type Visitor = { as: string | null; host: Host; paths: readonly string[] }

/** The conversation of the tutor and the student of the demo data, whose address is read from the list. */
export const KNOWN_ROOM = '/chat?room=known'

/** Addresses that show a dialog over their screen. */
export const OPENS_DIALOG = /[?&]open=/

const SETTINGS = ['personal', 'learning', 'password', 'notifications', 'friends', 'calendar', 'display', 'data']

export const VISITORS: Record<string, Visitor> = {
  guest: {
    as: null,
    host: 'app',
    paths: [
      '/login',
      '/register/student',
      '/register/tutor',
      '/tutors',
      '/t/5',
      '/t/5?tab=reviews',
      '/plans',
      '/undo-email-change',
      '/stop-messages',
      '/stop-renewal',
      '/guardian',
      '/r/0123456789',
      '/card-added',
      // Not after the address without a fragment: the page would not be loaded again.
      '/undo-email-change#0123456789',
      '/reference/1',
      '/nowhere',
    ],
  },
  'visitor of the site': {
    as: null,
    host: 'site',
    paths: [
      '/',
      '/pricing',
      '/tutor',
      '/method',
      '/about',
      '/faq',
      '/faq/student',
      '/contact',
      '/terms',
      '/tutors/5',
      '/nowhere',
    ],
  },
  student: {
    as: 'student@hessa.test',
    host: 'app',
    paths: [
      '/s/dashboard',
      '/tutors',
      '/t/5',
      '/upcoming-lessons',
      '/lessons-schedule',
      '/standing-times',
      '/chat',
      KNOWN_ROOM,
      '/chat?room=144',
      '/chat?room=t-29',
      '/plans',
      '/payments',
      '/checkout/1/month',
      '/lesson/1',
      '/t/dashboard',
    ],
  },
  tutor: {
    as: 'tutor@hessa.test',
    host: 'app',
    paths: [
      '/t/dashboard',
      '/upcoming-lessons',
      '/lessons-schedule',
      '/standing-times',
      '/schedule-management',
      '/chat',
      KNOWN_ROOM,
      '/chat?room=144',
      '/invoices',
      '/invoices?tab=lessons',
      '/lesson/1',
      '/interview/1',
      '/demo-session/1',
    ],
  },
  'student at home': {
    as: 'student@hessa.test',
    host: 'app',
    paths: [
      '/s/settings',
      ...SETTINGS.map((tab) => `/s/settings?tab=${tab}`),
      '/complete-profile',
      '/complete-profile?step=learning',
      '/complete-profile?step=topics',
    ],
  },
  'tutor at home': {
    as: 'tutor@hessa.test',
    host: 'app',
    paths: ['/t/account-settings', '/t/account-settings?tab=personal', '/t/profile-settings'],
  },
  newcomer: { as: 'newcomer@hessa.test', host: 'app', paths: ['/t/onboarding'] },
  applicant: { as: 'applicant@hessa.test', host: 'app', paths: ['/t/dashboard'] },
  'guest of the dashboard': {
    as: null,
    host: 'dashboard',
    paths: ['/join', '/join#0123456789', '/stop-digest', '/stop-digest#0123456789'],
  },
  'super admin among people': {
    as: 'super@hessa.test',
    host: 'dashboard',
    // biome-ignore format: one screen a line
    paths: [
      '/',
      '/?range=days7',
      '/figures?range=days90',
      '/users',
      '/users?role=3&q=a&size=100',
      '/staff',
      '/staff?tab=permissions',
      '/user/6',
      '/user/6?tab=minutes',
      '/tutors',
      '/tutor/5',
      '/tutor/5?tab=week',
      '/audit',
      '/nowhere',
    ],
  },
  'super admin at work': {
    as: 'super@hessa.test',
    host: 'dashboard',
    // biome-ignore format: one screen a line
    paths: [
      '/interviews',
      '/interviews?tab=demos',
      '/media',
      '/media?tab=rejected',
      '/photo-sessions',
      '/photo-session/20',
      '/lessons',
      '/lessons?status=fulfilled',
      '/lessons?payWaits=true',
      '/at-risk',
      '/referrals',
      '/at-risk?reason=idle&handled=false',
      '/tutor-quality',
      '/tutor-quality?poor=punctual&lessons=5..',
      '/lessons?poorCall=true',
      '/call-quality',
      '/call-quality?device=phone&measured=5..',
      '/lessons?outcome=4',
      '/inbox',
      '/inbox?tab=contact',
      '/inbox?tab=messages',
      '/topics',
      '/topics?order=true',
      '/links',
      '/messages',
    ],
  },
  'super admin over money': {
    as: 'super@hessa.test',
    host: 'dashboard',
    // biome-ignore format: one screen a line
    paths: [
      '/plans',
      '/plans?tab=coupons',
      '/plan-invites',
      '/plan-invites?tab=emails',
      '/invoices',
      '/invoices?tab=files',
      '/invoices?open=1',
      '/payments',
      '/payments?tab=subscriptions',
      '/payments?tab=refunds',
      '/payments?open=1',
      '/server-stats',
      '/platform-settings',
      '/user-settings',
    ],
  },
  'regular admin': {
    as: 'admin@hessa.test',
    host: 'dashboard',
    // biome-ignore format: one screen a line
    paths: [
      '/',
      '/users',
      '/inbox',
      '/plans',
    ],
  },
  'tutor manager': {
    as: 'manager@hessa.test',
    host: 'dashboard',
    // biome-ignore format: one screen a line
    paths: [
      '/',
      '/users',
      '/interviews',
      '/interviews?tab=demos',
      '/media',
    ],
  },
  studio: {
    as: 'studio@hessa.test',
    host: 'dashboard',
    // biome-ignore format: one screen a line
    paths: [
      '/',
      '/users',
      '/photo-sessions',
    ],
  },
}

/** The same screens at other points of a person's time, which only `npm run screenshots` shows. */
export const OTHER_VISITORS: Record<string, Visitor> = {
  'student without a verified e-mail': { as: 'sameh.zaki@hessa.test', host: 'app', paths: ['/s/dashboard'] },
  'student on trial': { as: 'doaa.kandil@hessa.test', host: 'app', paths: ['/s/dashboard'] },
  'student after the trial': { as: 'nadine.elfeky@hessa.test', host: 'app', paths: ['/s/dashboard'] },
  'student whose plan has ended': { as: 'hend.eldesouky@hessa.test', host: 'app', paths: ['/s/dashboard'] },
  'student with a lesson': {
    as: 'nada.elshafey@hessa.test',
    host: 'app',
    paths: ['/s/dashboard', '/upcoming-lessons'],
  },
  'tutor with a lesson': { as: 'mina.farag@hessa.test', host: 'app', paths: ['/t/dashboard'] },
  'tutor manager in the app': { as: 'manager@hessa.test', host: 'app', paths: ['/t/dashboard'] },
  'tutor who has been refused': { as: 'mazen.gad@hessa.test', host: 'app', paths: ['/t/onboarding'] },
  'tutor before the photo session': { as: 'omar.elhawary@hessa.test', host: 'app', paths: ['/t/onboarding'] },
}
