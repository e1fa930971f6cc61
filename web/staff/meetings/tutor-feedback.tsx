import { innerText } from '#domain/rich-text'
import { staffInterviews } from '#messages/staff-interviews'
import { useMessages } from '../../messages/messages.ts'

/** The tutor's feedback on a meeting; null if it was not requested yet. */
export function TutorFeedback({ feedback }: { feedback: string | null }) {
  const t = useMessages(staffInterviews)
  if (feedback === null) return null
  return (
    <div>
      <h3 className="font-semibold text-[0.9375rem]">{t('detail.tutorFeedback')}</h3>
      <p className="whitespace-pre-line text-muted">{feedback === '' ? t('detail.skipped') : innerText(feedback)}</p>
    </div>
  )
}
