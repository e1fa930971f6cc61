import { lessons as words } from '#messages/lessons'
import { useMessages } from '../../messages/messages.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { FreeTutors } from '../tutors/shared/free-tutors.tsx'

/** In place of a student's coming lessons: times that can be booked now. */
export function FirstLesson({ title }: { title: string }) {
  const t = useMessages(words)
  const action = (
    <LinkButton to="/tutors" variant="secondary" size="sm">
      {t('upcoming.empty.findTutors')}
    </LinkButton>
  )
  return <FreeTutors title={title} text={t('upcoming.empty.upcomingStudentText')} action={action} />
}
