import { type LinkProps, useLocation } from '@tanstack/react-router'
import {
  CalendarCheck2,
  CalendarCog,
  CalendarDays,
  House,
  MessagesSquare,
  ReceiptText,
  Settings,
  Tags,
  UserRoundPen,
  UsersRound,
  Wallet,
} from 'lucide-react'
import { isStudent, isTutorSide, Role } from '#domain/roles'
import type { frame } from '#messages/frame'
import type { Icon } from '../../ui/icon.ts'

/** A screen in the navigation. A phone's bar has room for four (`inBar`); the others are in the account menu. */
export type NavPlace = { to: LinkProps['to'] & string; label: keyof typeof frame.nav; icon: Icon; inBar: boolean }

const home = (to: '/s/dashboard' | '/t/dashboard'): NavPlace => ({ to, label: 'dashboard', icon: House, inBar: true })
const onboarding: NavPlace = { to: '/t/onboarding', label: 'onboarding', icon: House, inBar: true }
const tutors: NavPlace = { to: '/tutors', label: 'tutors', icon: UsersRound, inBar: true }
const upcoming: NavPlace = { to: '/upcoming-lessons', label: 'upcoming', icon: CalendarCheck2, inBar: true }
const schedule: NavPlace = { to: '/lessons-schedule', label: 'schedule', icon: CalendarDays, inBar: false }
const availability: NavPlace = { to: '/schedule-management', label: 'availability', icon: CalendarCog, inBar: true }
const chat: NavPlace = { to: '/chat', label: 'chat', icon: MessagesSquare, inBar: true }
const withdrawals: NavPlace = { to: '/invoices', label: 'withdrawals', icon: Wallet, inBar: false }

const plans: NavPlace = { to: '/plans', label: 'plans', icon: Tags, inBar: false }
const payments: NavPlace = { to: '/payments', label: 'payments', icon: ReceiptText, inBar: false }

const profile: NavPlace = { to: '/t/profile-settings', label: 'profile', icon: UserRoundPen, inBar: false }
const settings = (to: '/s/settings' | '/t/account-settings'): NavPlace => ({
  to,
  label: 'settings',
  icon: Settings,
  inBar: false,
})

const forStudents = [home('/s/dashboard'), tutors, upcoming, schedule, chat, plans, payments, settings('/s/settings')]
const tutorSide = [home('/t/dashboard'), upcoming, schedule, availability, chat]
const ofTutorSide = [profile, settings('/t/account-settings')]

/** The places of a role. */
export function navOf(role: Role): readonly NavPlace[] {
  if (isStudent(role)) return forStudents
  if (role === Role.Tutor) return [...tutorSide, withdrawals, ...ofTutorSide]
  return isTutorSide(role) ? [...tutorSide, ...ofTutorSide] : []
}

/** The screens of the navigation bars; the onboarding, if it replaces the home, comes first. */
export function usePlaces(role: Role): readonly NavPlace[] {
  const isOnboarding = useLocation({ select: ({ pathname }) => pathname === '/t/onboarding' })
  const places = navOf(role)
  return isOnboarding ? [onboarding, ...places.slice(1)] : places
}
