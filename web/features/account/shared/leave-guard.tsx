import { profile } from '../../../i18n/ar/profile.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { LeaveQuestion, type LeaveQuestionProps } from '../../../ui/leave-question.tsx'

const tabOf = (search: unknown) => (search as { tab?: unknown }).tab

const isLeaving: LeaveQuestionProps['isLeaving'] = (current, next) =>
  current.pathname !== next.pathname || tabOf(current.search) !== tabOf(next.search)

/** Asks before edits that are not saved are left behind, for another screen or another tab of the same. */
export function LeaveGuard({ hasChanges }: { hasChanges: boolean }) {
  const t = useMessages(profile)
  const words = { title: t('leave.title'), text: t('leave.text'), leave: t('leave.leave'), stay: t('leave.stay') }
  return <LeaveQuestion hasChanges={hasChanges} isLeaving={isLeaving} words={words} />
}
