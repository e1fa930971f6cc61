import { useQuery } from '@tanstack/react-query'
import { CirclePause, CirclePlay } from 'lucide-react'
import { useState } from 'react'
import { endPause, listPauses, pausePlan } from '#contract/calls/students'
import type { Pause } from '#contract/students'
import type { Subscription } from '#contract/subscriptions'
import { fromIso, type Instant } from '#domain/cairo'
import { endedEarly, hasPause, PAUSE, pauseStart } from '#domain/subscriptions/pauses'
import { isPaidPeriod } from '#domain/subscriptions/periods'
import { staffPauses } from '#messages/staff-pauses'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/format.ts'
import { useIdempotencyKey } from '../../platform/idempotency-key.ts'
import { termOf } from '../../shared/plans/renewal.ts'
import { Button } from '../../ui/button.tsx'
import { FieldGroup } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { together } from '../../ui/query-view.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'
import { PersonSection } from './person-section.tsx'
import { currentSubscriptionQuery, type TabProps } from './queries.ts'
import { personKey } from './shared/person-query.ts'
import { useChangePerson } from './use-change-person.ts'

/** The pauses of a student's plans; staff pause the plan that runs, and end a pause, with a reason (docs/rules/minutes.md 10.9). */
export function PausesOf({ person }: TabProps) {
  const t = useMessages(staffPauses)
  const now = useNow(60_000)
  const pauses = useQuery({
    queryKey: [...personKey(person.id), 'pauses'],
    queryFn: ({ signal }) => request(listPauses, { params: { id: person.id } }, { signal }),
  })
  const current = useQuery(currentSubscriptionQuery(person.id))
  return (
    <PersonSection title={t('title')} text={t('text')} query={together(pauses, current)} loading={t('loading')}>
      {([{ list }, { info }]) => (
        <div className="flex flex-col items-start gap-3">
          {list.length === 0 && <p className="text-muted">{t('empty')}</p>}
          <ul className="flex w-full flex-col gap-2">
            {list.map((pause) => (
              <Line key={pause.id} studentId={person.id} pause={pause} running={info} now={now} />
            ))}
          </ul>
          {info && <NewPause studentId={person.id} running={info} now={now} />}
        </div>
      )}
    </PersonSection>
  )
}

type LineProps = { studentId: number; pause: Pause; running: Subscription | null; now: Instant }

function Line({ studentId, pause, running, now }: LineProps) {
  const t = useMessages(staffPauses)
  const format = useFormat()
  const change = useChangePerson(studentId)
  const [isEnding, setEnding] = useState(false)
  const range = { start: fromIso(pause.start), end: fromIso(pause.end) }
  const isOfRunning = running !== null && running.id === pause.subscriptionId && pause.endedAt === null
  const end = isOfRunning ? endedEarly(termOf(running), range, now) : null
  const dates = { from: format.moment(range.start), until: format.moment(range.end) }
  const ended = pause.endedAt === null ? null : format.moment(fromIso(pause.endedAt))
  return (
    <li className="flex items-center gap-3">
      <span className="min-w-0 flex-1">
        <span className="font-semibold">{t(range.end > range.start ? 'range' : 'undone', dates)}</span>
        <span className="block text-muted text-sm">
          {pause.reason === null ? t('byStudent') : t('byStaff', { reason: pause.reason })}
        </span>
        {ended !== null && (
          <span className="block text-muted text-sm">
            {pause.endReason === null
              ? t('ended', { when: ended })
              : t('endedByStaff', { when: ended, reason: pause.endReason })}
          </span>
        )}
      </span>
      {end !== null && <IconButton icon={CirclePlay} label={t('end')} onClick={() => setEnding(true)} />}
      {isEnding && end !== null && (
        <ReasonDialog
          icon={CirclePlay}
          title={t('endTitle')}
          description={t('endText', { resumes: format.moment(end) })}
          confirmLabel={t('endConfirm')}
          onConfirm={(reason) =>
            change(request(endPause, { params: { id: studentId, pauseId: pause.id } }, { reason }), {
              done: t('endDone'),
              failed: t('endFailed'),
            })
          }
          onClose={() => setEnding(false)}
        />
      )}
    </li>
  )
}

type NewPauseProps = { studentId: number; running: Subscription; now: Instant }

function NewPause({ studentId, running, now }: NewPauseProps) {
  const t = useMessages(staffPauses)
  const format = useFormat()
  const change = useChangePerson(studentId)
  const { keyOf } = useIdempotencyKey()
  const [isPausing, setPausing] = useState(false)
  const [weeks, setWeeks] = useState(1)
  const term = termOf(running)
  const start = isPaidPeriod(term.period) && !hasPause(term, now) ? pauseStart(term, now) : null
  if (start === null) return null
  const pause = (reason: string) => {
    const body = { weeks }
    const options = { reason, idempotencyKey: keyOf({ ...body, reason }) }
    return change(request(pausePlan, { params: { id: studentId }, body }, options), {
      done: t('pauseDone'),
      failed: t('pauseFailed'),
    })
  }
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setPausing(true)}>
        {t('pause')}
      </Button>
      {isPausing && (
        <ReasonDialog
          icon={CirclePause}
          tone="warning"
          title={t('pauseTitle')}
          description={t('pauseText', { from: format.moment(start) })}
          confirmLabel={t('pauseConfirm')}
          onConfirm={pause}
          onClose={() => setPausing(false)}
        >
          <FieldGroup label={t('weeks')}>
            <RadioGroup
              columns={3}
              options={Array.from({ length: PAUSE.weeks }, (_, index) => ({
                value: index + 1,
                label: t('count', { weeks: index + 1 }),
              }))}
              value={weeks}
              onChange={setWeeks}
            />
          </FieldGroup>
        </ReasonDialog>
      )}
    </>
  )
}
