import type { TutorCard } from '#contract/tutors'
import { language } from '#messages/language'
import { tutorProfile } from '#messages/tutor-profile'
import { useMessages } from '../../messages/messages.ts'
import { Section } from './section.tsx'
import { Topics } from './topics.tsx'

/** The tutor's own description, and their topics. */
export function ProfileTab({ tutor }: { tutor: TutorCard }) {
  const t = useMessages(tutorProfile)
  const topics = { ar: tutor.topics, en: tutor.englishTopics }[language.code]
  return (
    <div className="flex flex-col gap-6">
      {tutor.about && (
        <Section title={t('profile.about', { name: tutor.name ?? '' })}>
          <p dir="auto" className="whitespace-pre-line leading-loose">
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
