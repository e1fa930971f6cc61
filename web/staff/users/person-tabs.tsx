import { useNavigate, useSearch } from '@tanstack/react-router'
import {
  Activity,
  ArrowLeftRight,
  CalendarDays,
  ClipboardCheck,
  Flag,
  GraduationCap,
  History,
  Image,
  type LucideIcon,
  MessagesSquare,
  MonitorSmartphone,
  ReceiptText,
  ScrollText,
  Star,
  StickyNote,
  Tags,
  Timer,
  UserRound,
  Wallet,
} from 'lucide-react'
import { type ComponentType, Suspense } from 'react'
import { isStudent, isStudio, isTutorSide, type Role } from '#domain/roles'
import { staffPerson } from '#messages/staff-person'
import { useMessages } from '../../messages/messages.ts'
import { displayNameOf } from '../../shared/shell/display-name.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { TabProps } from './queries.ts'
import type { PersonTab } from './search-params.ts'

const A_YEAR = 52

/** The records that bear a person's number: the account, and what a student adds to it. */
const AUDITED = ['user', 'student'] as const

/** What a tab shows of a file that other screens use too. */
const partOf = <File,>(load: () => Promise<File>, of: (file: File) => ComponentType<TabProps>) =>
  lazyPart(async () => of(await load()))

const SavedCards = lazyPart(async () => (await import('./saved-cards.tsx')).SavedCards)

const StandingOf = lazyPart(async () => (await import('./standing-of.tsx')).StandingOf)
const ReferralsList = lazyPart(async () => (await import('../referrals/shared/referrals-list.tsx')).ReferralsList)

const CardRenewalOf = lazyPart(async () => (await import('./card-renewal-of.tsx')).CardRenewalOf)

const PausesOf = lazyPart(async () => (await import('./pauses-of.tsx')).PausesOf)

const WaitingOf = lazyPart(async () => (await import('./waiting-of.tsx')).WaitingOf)

/** Each tab is fetched when it is opened. */
const contents: Record<PersonTab, ComponentType<TabProps>> = {
  profile: lazyPart(async () => (await import('./profile-form.tsx')).ProfileTab),
  team: lazyPart(async () => (await import('./team-tab.tsx')).TeamTab),
  media: lazyPart(async () => (await import('./media-tab.tsx')).MediaTab),
  onboarding: lazyPart(async () => (await import('./onboarding-tab.tsx')).OnboardingTab),
  activity: partOf(
    () => import('../tutors/shared/activity-grid.tsx'),
    ({ ActivityGrid }) =>
      ({ person }) => (
        <div className="max-w-5xl">
          <ActivityGrid tutorId={person.id} weeks={A_YEAR} />
        </div>
      ),
  ),
  week: lazyPart(async () => (await import('./week-tab.tsx')).WeekTab),
  lessons: partOf(
    () => import('../lessons/shared/lessons-list.tsx'),
    ({ LessonsList }) =>
      ({ person }) => (
        <>
          <LessonsList of={person} />
          <Suspense>
            {(isStudent(person.role) || isTutorSide(person.role)) && (
              <>
                <StandingOf person={person} />
                <WaitingOf person={person} />
              </>
            )}
          </Suspense>
        </>
      ),
  ),
  subscriptions: partOf(
    () => import('../payments/shared/subscriptions-list.tsx'),
    ({ SubscriptionsList }) =>
      ({ person }) => (
        <>
          <SubscriptionsList of={person} />
          <Suspense>{isStudent(person.role) && <PausesOf person={person} />}</Suspense>
        </>
      ),
  ),
  payments: partOf(
    () => import('../payments/shared/orders-list.tsx'),
    ({ OrdersList }) =>
      ({ person }) => (
        <>
          <OrdersList of={person} />
          <Suspense>
            <SavedCards person={person} />
            {isStudent(person.role) && <CardRenewalOf person={person} />}
          </Suspense>
        </>
      ),
  ),
  minutes: partOf(
    () => import('./minutes-tab.tsx'),
    ({ MinutesTab }) =>
      ({ person }) => (
        <div className="flex flex-col gap-6">
          <MinutesTab person={person} />
          <Suspense>
            <ReferralsList of={person} />
          </Suspense>
        </div>
      ),
  ),
  withdrawals: partOf(
    () => import('../withdrawals/shared/requests-list.tsx'),
    ({ RequestsList }) =>
      ({ person }) => <RequestsList tab="all" of={person} />,
  ),
  earnings: lazyPart(async () => (await import('./earnings-tab.tsx')).EarningsTab),
  ratings: lazyPart(async () => (await import('./rating-list.tsx')).RatingsTab),
  reports: lazyPart(async () => (await import('../inbox/shared/reports-of.tsx')).ReportsOf),
  chats: lazyPart(async () => (await import('./chats-tab.tsx')).ChatsTab),
  tutors: partOf(
    () => import('../media/shared/studio-tutors-list.tsx'),
    ({ StudioTutorsList }) =>
      ({ person }) => <StudioTutorsList of={person} />,
  ),
  sessions: lazyPart(async () => (await import('./sessions-tab.tsx')).SessionsTab),
  audit: partOf(
    () => import('../audit/shared/record-history.tsx'),
    ({ RecordHistory }) =>
      ({ person }) => (
        <section className="flex flex-col gap-3">
          <AuditTitle person={person} />
          <RecordHistory kind={AUDITED} id={person.id} />
        </section>
      ),
  ),
}

const icons: Record<PersonTab, LucideIcon> = {
  profile: UserRound,
  team: StickyNote,
  media: Image,
  onboarding: ClipboardCheck,
  activity: Activity,
  week: CalendarDays,
  lessons: GraduationCap,
  subscriptions: Tags,
  payments: ReceiptText,
  minutes: Timer,
  withdrawals: Wallet,
  earnings: ArrowLeftRight,
  ratings: Star,
  reports: Flag,
  chats: MessagesSquare,
  tutors: GraduationCap,
  sessions: MonitorSmartphone,
  audit: History,
}

const STUDENT: readonly PersonTab[] = ['profile', 'lessons', 'minutes', 'subscriptions', 'payments']
const TUTOR: readonly PersonTab[] = ['profile', 'media', 'onboarding', 'week', 'lessons', 'earnings', 'withdrawals']
const TUTOR_FIRST: readonly PersonTab[] = ['onboarding', 'week', 'lessons', 'activity', 'earnings', 'withdrawals']
const STUDIO: readonly PersonTab[] = ['profile', 'media', 'tutors']

/** The tabs for a role; on a tutor's own page those about tutors come first. */
function tabsOf(role: Role, isTutorFirst: boolean): readonly PersonTab[] {
  const common: readonly PersonTab[] = ['team', 'reports', 'sessions', 'audit']
  if (isStudent(role)) return [...STUDENT, 'ratings', 'chats', ...common]
  if (isTutorSide(role) && isTutorFirst) return [...TUTOR_FIRST, 'ratings', 'profile', 'media', 'chats', ...common]
  if (isTutorSide(role)) return [...TUTOR, 'activity', 'ratings', 'chats', ...common]
  if (isStudio(role)) return [...STUDIO, 'ratings', ...common]
  return ['profile', 'media', ...common]
}

/** Everything about a person; the open tab is in the address. */
export function PersonTabs({ person, isTutorFirst }: TabProps & { isTutorFirst: boolean }) {
  const t = useMessages(staffPerson)
  const tabs = tabsOf(person.role, isTutorFirst)
  const { open, show } = useTab(tabs)
  const Content = contents[open]
  return (
    <Tabs
      label={t('tabs.label', { name: displayNameOf(person) })}
      tabs={tabs.map((value) => ({ value, label: t(`tabs.${value}`), icon: icons[value] ?? ScrollText }))}
      value={open}
      onChange={show}
    >
      <Suspense fallback={<TabSkeleton />}>
        <Content key={open} person={person} />
      </Suspense>
    </Tabs>
  )
}

function AuditTitle({ person }: TabProps) {
  const t = useMessages(staffPerson)
  return <h2 className="text-lg">{t('audit.title', { name: displayNameOf(person) })}</h2>
}

function TabSkeleton() {
  const t = useMessages(staffPerson)
  return (
    <Loading text={t('loading')} className="flex flex-col gap-3">
      <Skeleton className="h-12 rounded-card" />
      <Skeleton className="h-72 rounded-card" />
    </Loading>
  )
}

/** The open tab; opening another one clears the list's state, so that only the tab stays in the address. */
function useTab(tabs: readonly PersonTab[]) {
  const { tab } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [first = 'profile'] = tabs
  const open = tabs.find((one) => one === tab) ?? first
  const show = (next: PersonTab) =>
    void navigate({
      to: '.',
      search: next === first ? {} : { tab: next },
      replace: true,
      resetScroll: false,
    })
  return { open, show }
}
