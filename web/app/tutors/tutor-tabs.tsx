import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { TutorCard } from '#contract/tutor-card'
import { language } from '#messages/language'
import { tutorProfile } from '#messages/tutor-profile'
import { useMessages } from '../../messages/messages.ts'
import { shownName } from '../../messages/shown-name.ts'
import { writtenIn } from '../../messages/written-in.ts'
import { Card } from '../../ui/card.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ReviewsTab } from './reviews-tab.tsx'
import type { TutorTab } from './search-params.ts'
import { Topics } from './topics.tsx'

type SectionProps = { title: string; children: ReactNode; className?: string }

/** A titled part of a tutor's profile. */
function Section({ title, children, className = '' }: SectionProps) {
  return (
    <Card padding="lg" className={className}>
      <h2 className="mb-3 text-lg">{title}</h2>
      {children}
    </Card>
  )
}

/** The tutor's own description, and their topics. */
function ProfileTab({ tutor }: { tutor: TutorCard }) {
  const t = useMessages(tutorProfile)
  const topics = { ar: tutor.topics, en: tutor.englishTopics }[language.code]
  return (
    <div className="flex flex-col gap-6">
      {tutor.about && (
        <Section title={t('profile.about', { name: shownName(tutor) ?? '' })}>
          <p dir="auto" lang={writtenIn(tutor.about)} className="whitespace-pre-line leading-loose">
            {tutor.about}
          </p>
        </Section>
      )}
      {topics.length > 0 && (
        <Section title={t('profile.specialities')}>
          <Topics topics={topics} all />
        </Section>
      )}
    </div>
  )
}

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
