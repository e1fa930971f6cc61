import { availability } from '#messages/availability'
import { useMessages } from '../../messages/messages.ts'
import { LeaveQuestion, type LeaveQuestionProps } from '../../ui/leave-question.tsx'

const isLeaving: LeaveQuestionProps['isLeaving'] = (current, next) => current.pathname !== next.pathname

/** Asks before unsaved changes are lost; they are kept when another week of the same screen is opened. */
export function LeaveGuard({ hasChanges }: { hasChanges: boolean }) {
  const t = useMessages(availability)
  const words = { title: t('leave.title'), text: t('leave.text'), leave: t('leave.leave'), stay: t('leave.stay') }
  return <LeaveQuestion hasChanges={hasChanges} isLeaving={isLeaving} words={words} />
}
