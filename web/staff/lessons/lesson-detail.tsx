import { queryOptions, useQuery } from '@tanstack/react-query'
import { CalendarClock, CalendarX, Gavel } from 'lucide-react'
import { useState } from 'react'
import { lessonAttendance } from '#contract/calls/lesson-decisions'
import { getLesson } from '#contract/calls/lessons'
import type { LessonAttendance, LessonDecision } from '#contract/lesson-decisions'
import type { LessonWithMembers } from '#contract/lessons'
import { fromIso, type Instant } from '#domain/cairo'
import { whyNotCancelableByStaff } from '#domain/lessons/cancellation'
import { whyNotMovable } from '#domain/lessons/rebooking'
import { grantOf, may } from '#domain/permissions'
import type { Role } from '#domain/roles'
import { staffLessons } from '#messages/staff-lessons'
import { useMessages } from '../../messages/messages.ts'
import { writtenIn } from '../../messages/written-in.ts'
import { request } from '../../platform/api.ts'
import { useNow } from '../../platform/clock.ts'
import { useMe } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Attendance } from './attendance.tsx'
import { CallMinutes } from './call-minutes.tsx'
import { CancelDialog, MoveDialog } from './change-dialogs.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import { cancelerOf, lessonOf, statusOf } from './lesson-row.ts'

const TICK = 30_000

/** The evidence about a lesson: its facts, the attendance, how good its call was, and the decisions of staff. */
export function LessonDetail({ lessonId, onClose }: { lessonId: number; onClose: () => void }) {
  const t = useMessages(staffLessons)
  const { role } = useMe()
  const now = useNow(TICK)
  const lesson = useQuery(lessonQuery(lessonId))
  const evidence = useQuery(attendanceQuery(lessonId))
  const [open, setOpen] = useState<'decision' | Change | null>(null)
  const close = () => setOpen(null)
  const isHeld = lesson.data !== undefined && statusOf(lesson.data, now) === 'fulfilled'
  const changes = lesson.data ? changesOf(lesson.data, role, now) : []
  const decides = may('lesson.decide', role) && isHeld && evidence.data !== undefined
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        size="lg"
        title={t('detail.title', { id: String(lessonId) })}
        footer={
          decides ? (
            <Button icon={Gavel} onClick={() => setOpen('decision')}>
              {t('detail.decide')}
            </Button>
          ) : changes.length > 0 ? (
            changes.map((change) => (
              <Button
                key={change}
                icon={change === 'move' ? CalendarClock : CalendarX}
                variant={change === 'move' ? 'secondary' : 'danger'}
                onClick={() => setOpen(change)}
              >
                {t(`detail.${change}`)}
              </Button>
            ))
          ) : undefined
        }
      >
        <QueryView query={lesson} loading={<Spinner />}>
          {(row) => (
            <QueryView query={evidence} loading={<Spinner />}>
              {({ members, mediaReport, isPoorCall, decisions }) => (
                <div className="flex flex-col gap-6">
                  <Facts row={row} />
                  <Attendance members={members} mediaReport={mediaReport} isOver={isHeld} />
                  <CallMinutes members={members} isPoorCall={isPoorCall} />
                  {(isHeld || decisions.length > 0) && <Decisions decisions={decisions} />}
                </div>
              )}
            </QueryView>
          )}
        </QueryView>
      </Dialog>
      {open === 'decision' && lesson.data && (
        <DecisionDialog row={lesson.data} current={evidence.data?.decisions.at(-1)?.outcome ?? null} onClose={close} />
      )}
      {open === 'move' && lesson.data && <MoveDialog row={lesson.data} onClose={close} />}
      {open === 'cancel' && lesson.data && <CancelDialog row={lesson.data} onClose={close} />}
    </>
  )
}

type Change = 'move' | 'cancel'

/** What a role may do to a lesson that is not over, for its members (docs/rules/lessons.md 11.1, 11.2). */
function changesOf(row: LessonWithMembers, role: Role, now: Instant): Change[] {
  const lesson = lessonOf(row)
  const isMovable = grantOf('lesson.rebook', role) === 'any' && whyNotMovable(lesson, now) === null
  const isCancelable =
    grantOf('lesson.cancel', role) === 'any' &&
    lesson.canceledAt === null &&
    whyNotCancelableByStaff(lesson, now, row.outcome?.tutorCame ?? false) === null
  return [...(isMovable ? (['move'] as const) : []), ...(isCancelable ? (['cancel'] as const) : [])]
}

function Facts({ row }: { row: LessonWithMembers }) {
  const t = useMessages(staffLessons)
  const format = useFormat()
  const now = useNow(TICK)
  const { lesson, outcome } = row
  const canceler = cancelerOf(row)
  const status = t(`statuses.${statusOf(row, now)}`)
  const result = outcome?.result ?? null
  const shown = result === null ? t('detail.noOutcome') : t(`outcomes.${result}`)
  const known = result === null || outcome?.isDecided ? shown : t('detail.byRecord', { outcome: shown })
  const outcomeWords = outcome?.isDisputed ? `${known} · ${t('detail.disputed')}` : known
  const waits = outcome?.waits ?? null
  const payWords = ({ reason, until }: NonNullable<typeof waits>) =>
    `${t(`waits.${reason}`)} · ${until === null ? t('detail.waitsForDecision') : t('detail.waitsUntil', { moment: format.moment(fromIso(until)) })}`
  const facts = [
    [t('columns.start'), format.moment(fromIso(lesson.start))],
    [t('columns.duration'), format.duration(lesson.duration)],
    ...(lesson.price === null ? [] : [[t('columns.price'), format.money(lesson.price)] as const]),
    [t('columns.status'), canceler ? `${status} · ${t(`canceledBy.${canceler}`)}` : status],
    [t('columns.createdAt'), format.moment(fromIso(lesson.createdAt))],
    [t('detail.outcome'), outcomeWords],
    ...(waits ? [[t('detail.pay'), payWords(waits)] as const] : []),
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-muted text-sm">{name}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Decisions({ decisions }: Pick<LessonAttendance, 'decisions'>) {
  const t = useMessages(staffLessons)
  const format = useFormat()
  return (
    <section>
      <h3 className="mb-2 text-base">{t('detail.decisions')}</h3>
      {decisions.length === 0 ? (
        <p className="text-muted text-sm">{t('detail.noDecision')}</p>
      ) : (
        <ol className="flex flex-col gap-3">
          {decisions.toReversed().map((decision) => (
            <li key={decision.id} className="rounded-control bg-sunken p-3">
              <p className="font-semibold">{t(`outcomes.${decision.outcome}`)}</p>
              <p dir="auto" lang={writtenIn(decision.reason)} className="whitespace-pre-line">
                {decision.reason}
              </p>
              <Effects decision={decision} />
              <p className="text-muted text-sm">
                {t('detail.decidedBy', {
                  name: decision.decidedBy
                    ? (decision.decidedBy.name ?? t('someone', { id: String(decision.decidedBy.id) }))
                    : t('detail.byAttendance'),
                  moment: format.moment(fromIso(decision.createdAt)),
                })}
              </p>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function Effects({ decision: { returnedMinutes, earning } }: { decision: LessonDecision }) {
  const t = useMessages(staffLessons)
  const format = useFormat()
  const amount = format.money(Math.abs(earning))
  const count = Math.abs(returnedMinutes)
  const effects = [
    returnedMinutes > 0 && t('detail.minutesBack', { count }),
    returnedMinutes < 0 && t('detail.minutesTaken', { count }),
    earning < 0 && t('detail.payTaken', { amount }),
    earning > 0 && t('detail.payBack', { amount }),
  ].filter((effect) => effect !== false)
  return <p className="text-muted text-sm">{effects.length === 0 ? t('detail.nothingMoved') : effects.join(' · ')}</p>
}

const lessonQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.lessons, 'one', id],
    queryFn: ({ signal }) => request(getLesson, { params: { id } }, { signal }),
  })

const attendanceQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.lessons, 'attendance', id],
    queryFn: ({ signal }) => request(lessonAttendance, { params: { id } }, { signal }),
  })
