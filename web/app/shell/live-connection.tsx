import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { LessonWithMembers } from '#contract/lessons'
import type { User } from '#contract/users'
import { fromIso } from '#domain/cairo'
import { frame } from '#messages/frame'
import { messagesOf } from '../../messages/messages.ts'
import { shownName } from '../../messages/shown-name.ts'
import { now } from '../../platform/clock.ts'
import { currentFormat, useFormat } from '../../platform/format.ts'
import { viewToken } from '../../platform/view-as.ts'
import { useChatEvents } from '../../shared/chat/chat-events.ts'
import { isRoomOnScreen } from '../../shared/chat/history.ts'
import { type IncomingMessage, onIncomingMessage } from '../../shared/chat/incoming-messages.ts'
import { toLine } from '../../shared/chat/markup.ts'
import { useUnreadTotal } from '../../shared/chat/unread.ts'
import { toast } from '../../ui/toasts.ts'
import { type LessonNotification, useLiveEvents } from './shared/live-events.ts'

/** Without the isolate (U+2068, U+2069) the brackets would be misplaced in an Arabic title. */
const COUNT = /^\u2068\([^)]*\)\u2069 /

/** Puts the number of unread messages before the title, whichever screen sets it, and on the icon of the installed app. */
function useTitleCount(): void {
  const count = useUnreadTotal()
  const format = useFormat()
  const prefix = count > 0 ? `\u2068(${format.number(count)})\u2069 ` : ''
  useEffect(() => {
    // In a view the messages are somebody else's.
    if (viewToken === null) void navigator.setAppBadge?.(count).catch(() => undefined)
  }, [count])
  useEffect(() => {
    const apply = () => {
      const title = prefix + document.title.replace(COUNT, '')
      if (document.title !== title) document.title = title
    }
    apply()
    const observer = new MutationObserver(apply)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      document.title = document.title.replace(COUNT, '')
    }
  }, [prefix])
}

/** Whether the list of rooms is visible, which already shows new messages. */
const isListShown = (): boolean => {
  const shown = document.querySelector<HTMLElement>('[data-fill]')?.dataset.fill
  return shown === 'list' || (shown === 'alone' && window.matchMedia('(min-width: 64rem)').matches)
}

/** Shows a toast for a message of somebody else, unless its room is on the screen or muted. */
function useChatNotifications(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const notify = ({ message: { roomId, text }, room }: IncomingMessage) => {
      if (isRoomOnScreen(roomId) || room?.settings.muted || isListShown()) return
      const t = messagesOf(frame)
      const open = () => navigate({ to: '/chat', search: { room: roomId } }).then(() => true)
      toast.info((room ? shownName(room.otherMember) : null) ?? t('notifications.someone'), {
        id: `room-${roomId}`,
        description: toLine(text),
        actions: [{ label: t('notifications.open'), onAction: open }],
      })
    }
    return onIncomingMessage(notify)
  }, [navigate])
}

/** The partner and the time of a lesson, as far as they are known. */
function describe(lesson: LessonWithMembers | null, myId: number): string | undefined {
  if (!lesson) return
  const t = messagesOf(frame)
  const name = lesson.members.find(({ userId }) => userId !== myId)?.name
  const when = currentFormat().nearMoment(fromIso(lesson.lesson.start), now())
  return name ? t('notifications.whoAndWhen', { name, when }) : when
}

/** Holds the user's socket: keeps every screen up to date, and shows a toast for changes by others. */
export function LiveConnection({ me }: { me: User }) {
  const navigate = useNavigate()
  const notify = ({ kind, lesson }: LessonNotification) => {
    const t = messagesOf(frame)
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
