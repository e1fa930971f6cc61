import type { TutorCard } from '#contract/tutors'
import { tutors } from '../../i18n/ar/tutors.ts'
import { useMessages } from '../../i18n/messages.ts'
import { IntroVideo } from './intro-video.tsx'
import { Section } from './section.tsx'
import { ActivityGrid } from './shared/activity-grid.tsx'
import { Topics } from './topics.tsx'

/** The video comes first on a phone, and beside the text where there is room. */
export function ProfileTab({ tutor }: { tutor: TutorCard }) {
  const t = useMessages(tutors)
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      {tutor.video && (
        <Section title={t('video.title')} className="lg:order-last">
          <IntroVideo video={tutor.video} poster={tutor.thumbnail} />
        </Section>
      )}
      <div className="flex flex-col gap-6">
        {tutor.about && (
          <Section title={t('profile.about', { name: tutor.name ?? '' })}>
            <p className="whitespace-pre-line leading-loose">{tutor.about}</p>
          </Section>
        )}
        {tutor.topics.length > 0 && (
          <Section title={t('profile.specialities')}>
            <Topics topics={tutor.topics} all />
          </Section>
        )}
        <ActivityGrid tutorId={tutor.id} />
      </div>
    </div>
  )
}
