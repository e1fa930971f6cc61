import { useQuery } from '@tanstack/react-query'
import { Bell, BookOpenText, CalendarSync, FileDown, Gift, KeyRound, SunMoon, UserRound } from 'lucide-react'
import { Suspense } from 'react'
import { whyNotGuarded } from '#domain/students/guardians'
import { now } from '../../platform/clock.ts'
import { useMe } from '../../platform/current-user.ts'
import { ownStudentQuery } from '../../shared/account/own-profile.ts'
import { PhotoCard } from '../../shared/settings/photo-card.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { CalendarSection } from '../lessons/shared/calendar-section.tsx'
import { Data } from './data-section.tsx'
import { DisplaySection } from './display-section.tsx'
import { GuardianCard } from './guardian-card.tsx'
import { isLearningComplete, isPersonalIncomplete } from './incomplete.ts'
import { LearningSection } from './learning-section.tsx'
import { NotificationSettings } from './notification-settings.tsx'
import { PersonalSection } from './personal-section.tsx'
import { type Section, SettingsLayout } from './settings-layout.tsx'
import { SignInSection } from './sign-in-section.tsx'

const FriendsSection = lazyPart(async () => (await import('../referrals/shared/friends-section.tsx')).FriendsSection)

const MyWaits = lazyPart(async () => (await import('../waiting/shared/my-waits.tsx')).MyWaits)

function Notifications() {
  return (
    <>
      <NotificationSettings />
      <Suspense>
        <MyWaits />
      </Suspense>
    </>
  )
}

/** /s/settings */
export function StudentSettingsScreen() {
  const me = useMe()
  const student = useQuery(ownStudentQuery(me.id))
  const sections: Section[] = [
    {
      name: 'personal',
      icon: UserRound,
      isIncomplete: isPersonalIncomplete(me) || whyNotGuarded(me, now()) !== null,
      content: () => (
        <PersonalSection>
          <PhotoCard />
          <GuardianCard />
        </PersonalSection>
      ),
    },
    {
      name: 'learning',
      icon: BookOpenText,
      isIncomplete: student.data ? !isLearningComplete(student.data) : false,
      content: () => <LearningSection student={student} />,
    },
    { name: 'password', icon: KeyRound, content: () => <SignInSection /> },
    { name: 'notifications', icon: Bell, content: () => <Notifications /> },
    {
      name: 'friends',
      icon: Gift,
      content: () => (
        <Suspense>
          <FriendsSection />
        </Suspense>
      ),
    },
    { name: 'calendar', icon: CalendarSync, content: () => <CalendarSection /> },
    { name: 'display', icon: SunMoon, content: () => <DisplaySection /> },
    { name: 'data', icon: FileDown, content: () => <Data /> },
  ]
  return <SettingsLayout at="/s/settings" sections={sections} />
}
