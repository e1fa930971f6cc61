import { CalendarClock, CalendarX2, MessageCircle, MessageSquareWarning, NotebookPen } from 'lucide-react'
import type { Instant } from '#domain/cairo'
import { lessons } from '#messages/lessons'
import { useMessages } from '../../messages/messages.ts'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import type { LessonActions } from './shared/lesson-actions.tsx'
import type { LessonView } from './shared/lesson-view.ts'

/** The tutor prepares the lesson; the student reads what it was about. */
export const noteLabel = (lesson: LessonView, { viewerId }: LessonActions) =>
  lesson.tutorId === viewerId ? 'card.notes' : 'card.summary'

type LessonMenuProps = { lesson: LessonView; actions: LessonActions; now: Instant; name: string }

/** Message the other member; notes around the lesson; rebook or cancel a lesson that is not over, or dispute one. */
export function LessonMenu({ lesson, actions, now, name }: LessonMenuProps) {
  const t = useMessages(lessons)
  const items: MenuItem[] = [{ label: t('card.talk'), icon: MessageCircle, onSelect: () => actions.talk(lesson) }]
  if (actions.canNote(lesson))
    items.push({ label: t(noteLabel(lesson, actions)), icon: NotebookPen, onSelect: () => actions.note(lesson) })
  if (actions.canChange(lesson, now))
    items.push({ label: t('card.change'), icon: CalendarClock, onSelect: () => actions.change(lesson) })
  if (actions.canCancel(lesson, now))
    items.push({ label: t('card.cancel'), icon: CalendarX2, tone: 'danger', onSelect: () => actions.cancel(lesson) })
  if (actions.canDispute(lesson, now))
    items.push({ label: t('card.dispute'), icon: MessageSquareWarning, onSelect: () => actions.dispute(lesson) })
  return <Menu label={t('card.actions', { name })} items={items} />
}
