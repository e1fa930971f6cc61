import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  CalendarPlus,
  ChevronDown,
  KeyRound,
  LogOut,
  MailPlus,
  Power,
  ShieldCheck,
  ShieldOff,
  Timer,
} from 'lucide-react'
import { Suspense, useState } from 'react'
import type { User } from '#contract/users'
import { may } from '#domain/permissions'
import { isStudent, isTutorSide } from '#domain/roles'
import { mayActOn } from '#domain/users/editing'
import { staffPerson } from '#messages/staff-person'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { displayNameOf } from '../../shared/shell/display-name.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { ViewAsButton } from '../security/shared/view-as-button.tsx'
import { tutorMetaQuery } from './queries.ts'
import { personKey } from './shared/person-query.ts'

const Book = lazyPart(async () => (await import('../lessons/shared/book-dialog.tsx')).BookDialog)
const GiveMinutes = lazyPart(async () => (await import('./give-minutes-form.tsx')).GiveMinutesForm)
const InviteToPlan = lazyPart(async () => (await import('./invite-to-plan-form.tsx')).InviteToPlanForm)
const SignOut = lazyPart(async () => (await import('./account-dialogs.tsx')).SignOutDialog)
const SendReset = lazyPart(async () => (await import('./account-dialogs.tsx')).SendResetDialog)
const TutorFlag = lazyPart(async () => (await import('./tutor-flag-dialog.tsx')).TutorFlagDialog)

type Open = 'book' | 'minutes' | 'invite' | 'sign-out' | 'reset' | 'activated' | 'bypassOnboarding'

/** What the signed-in member of staff may do to a person; nothing to an account above theirs (docs/rules/staff.md 10.1). */
export function PersonActions({ person }: { person: User }) {
  const t = useMessages(staffPerson)
  const me = useMe()
  const [open, setOpen] = useState<Open | null>(null)
  const items = useActions(person, setOpen)
  const queryClient = useQueryClient()
  const close = () => setOpen(null)
  const changed = () => void queryClient.invalidateQueries({ queryKey: personKey(person.id) })
  if (!mayActOn(me, person)) return <p className="max-w-60 text-muted text-sm">{t('actions.none')}</p>
  const name = displayNameOf(person)
  return (
    <div className="flex flex-wrap gap-2.5">
      <ViewAsButton subject={{ id: person.id, role: person.role, name }} />
      <Menu
        label={t('actions.label', { name })}
        items={items}
        trigger={
          <Button variant="secondary" endIcon={ChevronDown}>
            {t('actions.open')}
          </Button>
        }
      />
      <Suspense>
        {open === 'book' && <Book student={person} onBooked={changed} onClose={close} />}
        {open === 'minutes' && <GiveMinutes person={person} onClose={close} />}
        {open === 'invite' && <InviteToPlan person={person} onClose={close} />}
        {open === 'sign-out' && <SignOut person={person} onClose={close} />}
        {open === 'reset' && <SendReset person={person} onClose={close} />}
        {(open === 'activated' || open === 'bypassOnboarding') && (
          <TutorFlag person={person} flag={open} onClose={close} />
        )}
      </Suspense>
    </div>
  )
}

function useActions(person: User, open: (action: Open) => void): MenuItem[] {
  const t = useMessages(staffPerson)
  const me = useMe()
  const { data: tutor } = useQuery({ ...tutorMetaQuery(person.id), enabled: isTutorSide(person.role) })
  const mayInvite = may('planInvite.create', me.role)
  const ofStudent: MenuItem[] = [
    ...(may('lesson.book', me.role)
      ? [{ label: t('actions.book'), icon: CalendarPlus, onSelect: () => open('book') }]
      : []),
    { label: t('actions.giveMinutes'), icon: Timer, onSelect: () => open('minutes') },
    ...(mayInvite ? [{ label: t('actions.invite'), icon: MailPlus, onSelect: () => open('invite') }] : []),
    'separator',
  ]
  const ofTutor: MenuItem[] = tutor
    ? [
        {
          label: t(tutor.activated ? 'actions.deactivate' : 'actions.activate'),
          icon: Power,
          tone: tutor.activated ? 'danger' : 'plain',
          onSelect: () => open('activated'),
        },
        {
          label: t(tutor.bypassOnboarding ? 'actions.noBypass' : 'actions.bypass'),
          icon: tutor.bypassOnboarding ? ShieldCheck : ShieldOff,
          onSelect: () => open('bypassOnboarding'),
        },
        'separator',
      ]
    : []
  return [
    ...(isStudent(person.role) ? ofStudent : []),
    ...ofTutor,
    { label: t('actions.sendReset'), icon: KeyRound, onSelect: () => open('reset') },
    { label: t('actions.signOut'), icon: LogOut, tone: 'danger', onSelect: () => open('sign-out') },
  ]
}
