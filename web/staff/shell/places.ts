import type { LinkProps } from '@tanstack/react-router'
// biome-ignore format: one icon a line
// biome-ignore format: one icon a line
import {
  Activity,
  BadgePercent,
  Banknote,
  Camera,
  ChartNoAxesColumn,
  Clapperboard,
  CreditCard,
  Gauge,
  Gift,
  GraduationCap,
  HeartPulse,
  History,
  House,
  IdCard,
  Inbox,
  Link2,
  Megaphone,
  Presentation,
  Signal,
  SlidersHorizontal,
  Tags,
  TicketCheck,
  UsersRound,
  Video,
} from 'lucide-react'
import { may, type Permission } from '#domain/permissions'
import type { Role } from '#domain/roles'
import type { QueueKind } from '#domain/staff/dashboard-queue'
import type { staffShell } from '#messages/staff-shell'
import type { Icon } from '../../ui/icon.ts'

export type PlaceGroup = keyof typeof staffShell.nav.groups

/** A link of the navigation, shown to roles with its permission, or to everybody if it has none. */
export type Place = {
  to: LinkProps['to'] & string
  label: keyof typeof staffShell.places
  icon: Icon
  may?: Permission
  /** What waits there; the link shows how many. */
  waits?: readonly QueueKind[]
}

/** All places of the navigation, in its order. */
// biome-ignore format: a table is read in columns
const places: Record<PlaceGroup, readonly Place[]> = {
  work: [
    { to: '/', label: 'home', icon: House },
    { to: '/figures', label: 'figures', icon: ChartNoAxesColumn, may: 'dashboard.planFigures' },
    { to: '/inbox', label: 'inbox', icon: Inbox, may: 'report.list', waits: ['report', 'contact', 'message'] },
    { to: '/interviews', label: 'interviews', icon: Video, may: 'interview.list', waits: ['interview-verdict', 'demo-verdict'] },
    { to: '/media', label: 'media', icon: Clapperboard, may: 'introVideo.update', waits: ['intro-video'] },
    { to: '/photo-sessions', label: 'photoSessions', icon: Camera, may: 'tutor.listForStudio', waits: ['photo-session'] },
    { to: '/lessons', label: 'lessons', icon: Presentation, may: 'lesson.attendance', waits: ['lesson-pay', 'lesson-wrong'] },
    { to: '/call-quality', label: 'callQuality', icon: Signal, may: 'callQuality.list' },
  ],
  people: [
    { to: '/users', label: 'users', icon: UsersRound, may: 'user.list' },
    { to: '/messages', label: 'mailings', icon: Megaphone, may: 'mailing.list' },
    { to: '/staff', label: 'staff', icon: IdCard, may: 'staffInvite.list' },
    { to: '/at-risk', label: 'risks', icon: HeartPulse, may: 'studentRisk.list', waits: ['student-risk'] },
    { to: '/referrals', label: 'referrals', icon: Gift, may: 'referral.list', waits: ['referral'] },
    { to: '/tutors', label: 'tutors', icon: GraduationCap, may: 'tutor.listFull', waits: ['activation'] },
    { to: '/tutor-quality', label: 'tutorQuality', icon: Gauge, may: 'tutorQuality.list' },
  ],
  money: [
    { to: '/invoices', label: 'withdrawals', icon: Banknote, may: 'invoice.queue', waits: ['withdrawal', 'withdrawal-cancellation'] },
    { to: '/payments', label: 'payments', icon: CreditCard, may: 'transaction.timeline', waits: ['payment'] },
    { to: '/plans', label: 'plans', icon: BadgePercent, may: 'coupon.list' },
    { to: '/plan-invites', label: 'planInvites', icon: TicketCheck, may: 'invite.list' },
  ],
  content: [
    { to: '/topics', label: 'topics', icon: Tags, may: 'topic.listForStaff' },
    { to: '/links', label: 'links', icon: Link2, may: 'link.list' },
  ],
  system: [
    { to: '/server-stats', label: 'serverStats', icon: Activity, may: 'serverStats.read' },
    { to: '/platform-settings', label: 'platformSettings', icon: SlidersHorizontal, may: 'settings.read' },
    { to: '/audit', label: 'audit', icon: History, may: 'audit.list' },
  ],
}

export const isShownTo = (role: Role, place: Place): boolean => place.may === undefined || may(place.may, role)

/** The groups that have a place for this role, with those places. */
export function navOf(role: Role): { group: PlaceGroup; places: readonly Place[] }[] {
  const groups = Object.keys(places) as PlaceGroup[]
  return groups
    .map((group) => ({ group, places: places[group].filter((place) => isShownTo(role, place)) }))
    .filter((shown) => shown.places.length > 0)
}
