import { useNavigate } from '@tanstack/react-router'
import type { LessonWithMembers } from '#contract/lessons'
import type { User } from '#contract/users'
import { fromIso } from '#domain/cairo'
import { shell } from '#messages/shell'
import { messagesOf } from '../../messages/messages.ts'
import { now } from '../../platform/clock.ts'
import { currentFormat } from '../../platform/format.ts'
import { useChatEvents } from '../../shared/chat/chat-events.ts'
import { toast } from '../../ui/toasts.ts'
import { useChatNotifications } from './chat-notifications.ts'
import { type LessonNotification, useLiveEvents } from './shared/live-events.ts'
import { useTitleCount } from './title-count.ts'

/** The partner and the time of a lesson, as far as they are known. */
function describe(lesson: LessonWithMembers | null, myId: number): string | undefined {
  if (!lesson) return
  const t = messagesOf(shell)
  const name = lesson.members.find(({ userId }) => userId !== myId)?.name
  const when = currentFormat().nearMoment(fromIso(lesson.lesson.start), now())
  return name ? t('notifications.whoAndWhen', { name, when }) : when
}

/** Holds the user's socket: keeps every screen up to date, and shows a toast for changes by others. */
export function LiveConnection({ me }: { me: User }) {
  const navigate = useNavigate()
  const notify = ({ kind, lesson }: LessonNotification) => {
    const t = messagesOf(shell)
    const description = describe(lesson, me.id)
    const show = {
      label: t('notifications.show'),
      onAction: () => navigate({ to: '/upcoming-lessons' }).then(() => true),
    }
    toast[kind === 'canceled' ? 'warning' : 'info'](t(`notifications.${kind}`), {
      ...(description ? { description } : {}),
      ...(lesson ? { id: `lesson-${lesson.lesson.id}` } : {}),
      actions: [show],
    })
  }
  useChatEvents(me.id)
  useChatNotifications()
  useTitleCount()
  useLiveEvents(me.id, notify)
  return null
}
