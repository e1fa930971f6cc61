import { CalendarClock, CalendarX2, EllipsisVertical } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import type { Instant } from '#domain/cairo'
import { lessons } from '../i18n/ar/lessons.ts'
import { useMessages } from '../i18n/messages.ts'
import { classes } from '../ui/classes.ts'
import type { Icon } from '../ui/icon.ts'
import { IconButton } from '../ui/icon-button.tsx'
import type { LessonActions } from './lesson-actions.tsx'
import type { LessonView } from './lesson-view.ts'

type LessonMenuProps = { lesson: LessonView; actions: LessonActions; now: Instant; name: string }

/** Changing and cancelling a lesson that is not over; nothing where neither may be done. */
export function LessonMenu({ lesson, actions, now, name }: LessonMenuProps) {
  const t = useMessages(lessons)
  const canChange = actions.canChange(lesson, now)
  const canCancel = actions.canCancel(lesson, now)
  if (!canChange && !canCancel) return null
  return (
    // Not modal: locking the page behind it would need a style tag, which the content policy refuses.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <IconButton icon={EllipsisVertical} label={t('card.actions', { name })} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          className="z-40 min-w-48 animate-rise rounded-control border border-line bg-surface p-1.5 shadow-raised"
        >
          {canChange && (
            <Choice icon={CalendarClock} onChoose={() => actions.change(lesson)}>
              {t('card.change')}
            </Choice>
          )}
          {canCancel && (
            <Choice icon={CalendarX2} isDanger onChoose={() => actions.cancel(lesson)}>
              {t('card.cancel')}
            </Choice>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

type ChoiceProps = { icon: Icon; isDanger?: boolean; onChoose: () => void; children: ReactNode }

function Choice({ icon: Glyph, isDanger, onChoose, children }: ChoiceProps) {
  return (
    <DropdownMenu.Item
      onSelect={onChoose}
      className={classes(
        'flex min-h-11 cursor-pointer select-none items-center gap-3 rounded-lg px-3 outline-none',
        isDanger ? 'text-danger-ink data-highlighted:bg-danger-soft' : 'data-highlighted:bg-brand-soft',
      )}
    >
      <Glyph aria-hidden className="size-5" />
      {children}
    </DropdownMenu.Item>
  )
}
