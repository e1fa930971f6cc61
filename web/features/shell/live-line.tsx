import { useNavigate } from '@tanstack/react-router'
import type { LessonWithMembers } from '#contract/lessons'
import type { User } from '#contract/users'
import { fromIso } from '#domain/cairo'
import { shell } from '../../i18n/ar/shell.ts'
import { messagesOf } from '../../i18n/messages.ts'
import { now } from '../../platform/clock.ts'
import { currentFormat } from '../../platform/format.ts'
import { toast } from '../../ui/toasts.ts'
import { useChatLine } from '../chat/shared/chat-line.ts'
import { useChatNews } from './chat-news.ts'
import { type LessonNews, useLive } from './shared/live-events.ts'
import { useTitleCount } from './title-count.ts'

/** With whom and when, as far as it is known. */
function details(lesson: LessonWithMembers | null, myId: number): string | undefined {
  if (!lesson) return
  const t = messagesOf(shell)
  const name = lesson.members.find(({ userId }) => userId !== myId)?.name
  const when = currentFormat().nearMoment(fromIso(lesson.lesson.start), now())
  return name ? t('news.whoAndWhen', { name, when }) : when
}

/** The person's live connection: keeps every screen fresh, and says what somebody else has just changed. */
export function LiveLine({ me }: { me: User }) {
  const navigate = useNavigate()
  const tell = ({ kind, lesson }: LessonNews) => {
    const t = messagesOf(shell)
    const description = details(lesson, me.id)
    const show = { label: t('news.show'), onAction: () => navigate({ to: '/upcoming-lessons' }).then(() => true) }
    toast[kind === 'canceled' ? 'warning' : 'info'](t(`news.${kind}`), {
      ...(description ? { description } : {}),
      ...(lesson ? { id: `lesson-${lesson.lesson.id}` } : {}),
      actions: [show],
    })
  }
  useChatLine(me.id)
  useChatNews()
  useTitleCount()
  useLive(me.id, tell)
  return null
}
