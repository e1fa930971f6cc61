import { useNavigate, useSearch } from '@tanstack/react-router'
import type { TutorCard } from '#contract/tutors'
import { tutorProfile } from '#messages/tutor-profile'
import { useMessages } from '../../messages/messages.ts'
import { Tabs } from '../../ui/tabs.tsx'
import type { TutorTab } from './address.ts'
import { ProfileTab } from './profile-tab.tsx'
import { ReviewsTab } from './reviews-tab.tsx'

/** The profile and the reviews; the open tab is kept in the address. */
export function TutorTabs({ tutor }: { tutor: TutorCard }) {
  const t = useMessages(tutorProfile)
  const { tab = 'profile' } = useSearch({ from: '/shell/t/$id' })
  const navigate = useNavigate()
  const show = (next: TutorTab) =>
    void navigate({
      to: '/t/$id',
      params: { id: String(tutor.id) },
      replace: true,
      resetScroll: false,
      search: next === 'reviews' ? { tab: next } : {},
    })
  return (
    <Tabs
      label={t('profile.tabs.label')}
      value={tab}
      onChange={show}
      tabs={[
        { value: 'profile', label: t('profile.tabs.profile') },
        { value: 'reviews', label: t('profile.tabs.reviews') },
      ]}
    >
      {tab === 'reviews' ? <ReviewsTab tutor={tutor} /> : <ProfileTab tutor={tutor} />}
    </Tabs>
  )
}
