import { useQuery } from '@tanstack/react-query'
import { Bell, CalendarSync, FileDown, KeyRound, SunMoon, UserRound } from 'lucide-react'
import { profile } from '#messages/profile'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { ownTutorQuery } from '../../shared/account/own-profile.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { CalendarSection } from '../lessons/shared/calendar-section.tsx'
import { Data } from './data-section.tsx'
import { DisplaySection } from './display-section.tsx'
import { isPersonalIncomplete } from './incomplete.ts'
import { NotificationSettings } from './notification-settings.tsx'
import { PersonalSection } from './personal-section.tsx'
import { type Section, SettingsLayout } from './settings-layout.tsx'
import { SignInSection } from './sign-in-section.tsx'

/** /t/account-settings, for tutors and tutor managers. */
export function AccountSettingsScreen() {
  const me = useMe()
  const sections: Section[] = [
    { name: 'personal', icon: UserRound, isIncomplete: isPersonalIncomplete(me), content: () => <TutorPersonal /> },
    { name: 'password', icon: KeyRound, content: () => <SignInSection /> },
    { name: 'notifications', icon: Bell, content: () => <NotificationSettings /> },
    { name: 'calendar', icon: CalendarSync, content: () => <CalendarSection /> },
    { name: 'display', icon: SunMoon, content: () => <DisplaySection /> },
    { name: 'data', icon: FileDown, content: () => <Data /> },
  ]
  return <SettingsLayout at="/t/account-settings" sections={sections} />
}

function TutorPersonal() {
  const t = useMessages(profile)
  const me = useMe()
  const tutor = useQuery(ownTutorQuery(me.id))
  const loading = (
    <Loading text={t('loading')}>
      <Skeleton className="h-80 rounded-card" />
    </Loading>
  )
  return (
    <QueryView query={tutor} loading={loading}>
      {(data) => <PersonalSection tutor={data} />}
    </QueryView>
  )
}
