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
  Tags,
  Timer,
  UserRound,
  Wallet,
} from 'lucide-react'
import { type ComponentType, lazy, Suspense } from 'react'
import { isStudent, isStudio, isTutorSide, type Role } from '#domain/roles'
import { staffPerson } from '#messages/staff-person'
import { useMessages } from '../../messages/messages.ts'
import { displayNameOf } from '../../shared/shell/display-name.ts'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { TabProps } from './queries.ts'
import type { PersonTab } from './search-params.ts'

/** Each tab is fetched when it is opened. */
const contents: Record<PersonTab, ComponentType<TabProps>> = {
  profile: lazy(async () => ({ default: (await import('./profile-form.tsx')).ProfileTab })),
  media: lazy(async () => ({ default: (await import('./media-tab.tsx')).MediaTab })),
  onboarding: lazy(async () => ({ default: (await import('./onboarding-tab.tsx')).OnboardingTab })),
  activity: lazy(async () => ({ default: (await import('./activity-tab.tsx')).ActivityTab })),
  week: lazy(async () => ({ default: (await import('./week-tab.tsx')).WeekTab })),
  lessons: lazy(async () => ({ default: (await import('./lessons-tab.tsx')).LessonsTab })),
  subscriptions: lazy(async () => ({ default: (await import('./subscriptions-tab.tsx')).SubscriptionsTab })),
  payments: lazy(async () => ({ default: (await import('./payments-tab.tsx')).PaymentsTab })),
  minutes: lazy(async () => ({ default: (await import('./minutes-tab.tsx')).MinutesTab })),
  withdrawals: lazy(async () => ({ default: (await import('./withdrawals-tab.tsx')).WithdrawalsTab })),
  earnings: lazy(async () => ({ default: (await import('./earnings-tab.tsx')).EarningsTab })),
  ratings: lazy(async () => ({ default: (await import('./ratings-tab.tsx')).RatingsTab })),
  reports: lazy(async () => ({ default: (await import('./reports-tab.tsx')).ReportsTab })),
  chats: lazy(async () => ({ default: (await import('./chats-tab.tsx')).ChatsTab })),
  tutors: lazy(async () => ({ default: (await import('./studio-tutors-tab.tsx')).StudioTutorsTab })),
  sessions: lazy(async () => ({ default: (await import('./sessions-tab.tsx')).SessionsTab })),
  audit: lazy(async () => ({ default: (await import('./audit-tab.tsx')).AuditTab })),
}

const icons: Record<PersonTab, LucideIcon> = {
  profile: UserRound,
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
  const common: readonly PersonTab[] = ['reports', 'sessions', 'audit']
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
