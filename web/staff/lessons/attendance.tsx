import { Link } from '@tanstack/react-router'
import type { LessonAttendance } from '#contract/lesson-decisions'
import { fromIso } from '#domain/cairo'
import { may } from '#domain/permissions'
import { isStudent } from '#domain/roles'
import { staffLessons } from '#messages/staff-lessons'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'

type Member = LessonAttendance['members'][number]
type AttendanceProps = Pick<LessonAttendance, 'members' | 'mediaReport'> & { isOver: boolean }

/**
 * When each member was in the lesson, by the session's log and, where it has reported, by the media server, and where the two
 * differ (docs/rules/lessons.md 8.5). Whoever has not come to a lesson that is not over may still come, or need not: only
 * afterwards are they absent.
 */
export function Attendance({ members, mediaReport, isOver }: AttendanceProps) {
  const t = useMessages(staffLessons)
  const hasAttendance = isOver || members.some(({ times }) => times.length > 0)
  const isSilent = mediaReport === 'silent' && members.some(({ times }) => times.length > 0)
  return (
    <section className="flex flex-col gap-3">
      <h3 className="text-base">{t(hasAttendance ? 'detail.attendance' : 'detail.people')}</h3>
      <Differences members={members} />
      <ul className="grid gap-3 sm:grid-cols-2">
        {members.map((member) => (
          <li key={member.id} className="flex gap-3 rounded-control border border-line p-3">
            <MemberAttendance member={member} isReported={mediaReport === 'reported'} isOver={isOver} />
          </li>
        ))}
      </ul>
      {isSilent && <p className="text-muted text-sm">{t('detail.mediaSilent')}</p>}
    </section>
  )
}

function useNameOf() {
  const t = useMessages(staffLessons)
  return ({ id, name }: Member) => name ?? t('someone', { id: String(id) })
}

function Differences({ members }: Pick<LessonAttendance, 'members'>) {
  const t = useMessages(staffLessons)
  const format = useFormat()
  const nameOf = useNameOf()
  const clock = (iso: string) => format.time(fromIso(iso))
  const all = members.flatMap((member) => member.differences.map((difference) => ({ member, ...difference })))
  if (all.length === 0) return null
  return (
    <Banner tone="warning" title={t('detail.differences')}>
      <ul>
        {all.map(({ member, start, end, seenBy }) => (
          <li key={`${member.id} ${start}`}>
            {t(seenBy === 'room' ? 'detail.seenByRoom' : 'detail.seenByMedia', {
              name: nameOf(member),
              start: clock(start),
              end: clock(end),
            })}
          </li>
        ))}
      </ul>
      <p>{t('detail.differencesText')}</p>
    </Banner>
  )
}

type MemberProps = { member: Member; isReported: boolean; isOver: boolean }

function MemberAttendance({ member, isReported, isOver }: MemberProps) {
  const t = useMessages(staffLessons)
  const format = useFormat()
  const me = useMe()
  const shown = useNameOf()(member)
  const { id, image, role, times, minutes, media } = member
  const clock = (iso: string) => format.time(fromIso(iso))
  return (
    <>
      <Avatar id={id} name={shown} src={image} size="sm" />
      <div className="min-w-0 flex-1">
        {may('user.read', me.role) ? (
          <Link
            to="/user/$id"
            params={{ id: String(id) }}
            className="block truncate font-semibold underline-offset-4 hover:underline"
          >
            <bdi translate="no">{shown}</bdi>
          </Link>
        ) : (
          <bdi translate="no" className="block truncate font-semibold">
            {shown}
          </bdi>
        )}
        <p className="text-muted text-sm">{t(isStudent(role) ? 'columns.student' : 'columns.tutor')}</p>
        {isReported && <h4 className="mt-1 text-sm">{t('detail.byRoom')}</h4>}
        {isOver && times.length === 0 && <Badge tone="danger">{t('detail.absent')}</Badge>}
        {times.length > 0 && <p className="text-sm">{t('detail.attended', { time: format.duration(minutes) })}</p>}
        <Times times={times} />
        {isReported && (
          <>
            <h4 className="mt-2 text-sm">{t('detail.byMedia')}</h4>
            {media.times.length === 0 ? (
              <p className="text-sm">{t('detail.mediaAbsent')}</p>
            ) : (
              <p className="text-sm">{t('detail.mediaAttended', { time: format.duration(media.minutes) })}</p>
            )}
            <Times times={media.times} />
            <ul className="text-muted text-sm">
              {media.sources.map(({ source, at }) => (
                <li key={source}>{t(`detail.sources.${source}`, { start: clock(at) })}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </>
  )
}

function Times({ times }: Pick<Member, 'times'>) {
  const t = useMessages(staffLessons)
  const format = useFormat()
  const clock = (iso: string) => format.time(fromIso(iso))
  return (
    <ul className="text-muted text-sm">
      {times.map(({ start, end }) => (
        <li key={start}>
          {end === null
            ? t('detail.open', { start: clock(start) })
            : t('detail.between', { start: clock(start), end: clock(end) })}
        </li>
      ))}
    </ul>
  )
}
