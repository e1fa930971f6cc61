import { availability } from '#messages/availability'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import type { LessonView } from '../lessons/shared/lesson-view.ts'

/** The lessons that a change would cancel, by name and time. */
export function AffectedLessons({ lessons }: { lessons: readonly LessonView[] }) {
  const t = useMessages(availability)
  const format = useFormat()
  if (lessons.length === 0) return null
  return (
    <ul className="flex max-h-56 flex-col gap-2 overflow-y-auto rounded-control bg-sunken p-3">
      {lessons.map(({ id, start, other }) => (
        <li key={id} className="flex items-center gap-3">
          <Avatar id={other.id} name={other.name} src={other.image} size="xs" />
          <span className="min-w-0">
            <bdi translate="no" className="font-semibold">
              {other.name ?? t('someone')}
            </bdi>
            <span className="block text-muted text-sm">{format.moment(start)}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
