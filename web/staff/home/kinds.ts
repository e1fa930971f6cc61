import type { LinkProps } from '@tanstack/react-router'
import {
  Banknote,
  CalendarX2,
  Camera,
  CircleAlert,
  Clapperboard,
  ClipboardCheck,
  Flag,
  Gift,
  HeartPulse,
  Hourglass,
  MailWarning,
  MessageCircleQuestion,
  Presentation,
  Undo2,
  UserCheck,
  Video,
} from 'lucide-react'
import type { QueueItem } from '#contract/dashboard'
import type { QueueKind } from '#domain/staff/dashboard-queue'
import type { Icon } from '../../ui/icon.ts'

/** An address of the dashboard. */
export type StaffAddress = Pick<LinkProps, 'to' | 'params' | 'search'>

type KindLook = {
  icon: Icon
  /** Where everything of the kind is listed, filtered to what waits. */
  all: StaffAddress
  /** Where one of them is decided. */
  one: (item: QueueItem) => StaffAddress
}

/** How each kind looks, and where it is worked on. */
export const kindLooks: Record<QueueKind, KindLook> = {
  withdrawal: {
    icon: Banknote,
    all: { to: '/invoices' },
    one: ({ id }) => ({ to: '/invoices', search: { open: id } }),
  },
  'withdrawal-cancellation': {
    icon: Undo2,
    all: { to: '/invoices' },
    one: ({ id }) => ({ to: '/invoices', search: { open: id } }),
  },
  payment: {
    icon: CircleAlert,
    all: { to: '/payments' },
    one: ({ id }) => ({ to: '/payments', search: { open: id } }),
  },
  'lesson-pay': {
    icon: Hourglass,
    all: { to: '/lessons', search: { undecided: true } },
    one: ({ id }) => ({ to: '/lessons', search: { undecided: true, open: id } }),
  },
  'lesson-wrong': {
    icon: CalendarX2,
    all: { to: '/lessons', search: { wrong: true } },
    one: ({ id }) => ({ to: '/lessons', search: { wrong: true, open: id } }),
  },
  'interview-verdict': {
    icon: ClipboardCheck,
    all: { to: '/interviews' },
    one: ({ id }) => ({ to: '/interviews', search: { open: id } }),
  },
  'demo-verdict': {
    icon: ClipboardCheck,
    all: { to: '/interviews', search: { tab: 'demos' } },
    one: ({ id }) => ({ to: '/interviews', search: { tab: 'demos', open: id } }),
  },
  'interview-today': {
    icon: Video,
    all: { to: '/interviews' },
    one: ({ id }) => ({ to: '/interviews', search: { open: id } }),
  },
  'demo-today': {
    icon: Presentation,
    all: { to: '/interviews', search: { tab: 'demos' } },
    one: ({ id }) => ({ to: '/interviews', search: { tab: 'demos', open: id } }),
  },
  'intro-video': {
    icon: Clapperboard,
    all: { to: '/media' },
    one: ({ id }) => ({ to: '/media', search: { open: id } }),
  },
  activation: {
    icon: UserCheck,
    all: { to: '/tutors', search: { ready: true } },
    one: ({ id }) => ({ to: '/tutor/$id', params: { id: String(id) } }),
  },
  'student-risk': {
    icon: HeartPulse,
    all: { to: '/at-risk', search: { mine: true, handled: false } },
    one: ({ id }) => ({ to: '/user/$id', params: { id: String(id) } }),
  },
  report: {
    icon: Flag,
    all: { to: '/inbox', search: { tab: 'reports', states: '0,1' } },
    one: ({ id }) => ({ to: '/inbox', search: { tab: 'reports', open: id } }),
  },
  contact: {
    icon: MessageCircleQuestion,
    all: { to: '/inbox', search: { tab: 'contact', states: '0,1' } },
    one: ({ id }) => ({ to: '/inbox', search: { tab: 'contact', open: id } }),
  },
  referral: {
    icon: Gift,
    all: { to: '/referrals', search: { state: 'review' } },
    one: () => ({ to: '/referrals', search: { state: 'review' } }),
  },
  message: {
    icon: MailWarning,
    all: { to: '/inbox', search: { tab: 'messages' } },
    one: () => ({ to: '/inbox', search: { tab: 'messages' } }),
  },
  'photo-session': {
    icon: Camera,
    all: { to: '/photo-sessions' },
    one: ({ id }) => ({ to: '/photo-session/$tutorId', params: { tutorId: String(id) } }),
  },
}
