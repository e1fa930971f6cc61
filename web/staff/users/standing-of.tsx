import { useQuery } from '@tanstack/react-query'
import { CalendarX2 } from 'lucide-react'
import { useState } from 'react'
import { endStandingTime, listStandingTimes } from '#contract/calls/standing-times'
import type { StandingTime } from '#contract/standing-times'
import { fromIso } from '#domain/cairo'
import { isStudent } from '#domain/roles'
import { staffStanding } from '#messages/staff-standing'
import { useMessages } from '../../messages/messages.ts'
import { shownName } from '../../messages/shown-name.ts'
import { request } from '../../platform/api.ts'
import { useFormat } from '../../platform/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'
import { PersonSection } from './person-section.tsx'
import type { TabProps } from './queries.ts'
import { personKey } from './shared/person-query.ts'
import { useChangePerson } from './use-change-person.ts'

/** The standing times of a student or a tutor; staff end one with a reason (docs/rules/lessons.md 15.12). */
export function StandingOf({ person }: TabProps) {
  const t = useMessages(staffStanding)
  const [ended, setEnded] = useState<StandingTime | null>(null)
  const changePerson = useChangePerson(person.id)
  const query = useQuery({
    queryKey: [...personKey(person.id), 'standing'],
    queryFn: ({ signal }) => request(listStandingTimes, { query: { userId: person.id } }, { signal }),
  })
  const isOfStudent = isStudent(person.role)
  const nameOf = ({ id, ...names }: StandingTime['student']) => shownName(names) ?? String(id)
  const end = ({ id }: StandingTime, reason: string) =>
    changePerson(request(endStandingTime, { params: { id } }, { reason }), { done: t('ended'), failed: t('failed') })
  return (
    <>
      <PersonSection
        title={t('title')}
        text={t(isOfStudent ? 'ofStudent' : 'ofTutor')}
        query={query}
        loading={t('loading')}
        empty={({ list }) => list.length === 0 && t('empty')}
      >
        {({ list }) => (
          <ul className="flex flex-col gap-2">
            {list.map((one) => {
              const name = nameOf(isOfStudent ? one.tutor : one.student)
              return (
                <li key={one.id} className="flex items-center gap-3">
                  <OneStanding one={one} name={name} />
                  {(one.state === 'asked' || one.state === 'accepted') && (
                    <IconButton icon={CalendarX2} label={t('end', { name })} onClick={() => setEnded(one)} />
                  )}
                </li>
              )
            })}
          </ul>
        )}
      </PersonSection>
      {ended && (
        <ReasonDialog
          icon={CalendarX2}
          title={t('endTitle', { student: nameOf(ended.student), tutor: nameOf(ended.tutor) })}
          description={t('endText')}
          confirmLabel={t('endConfirm')}
          onConfirm={(reason) => end(ended, reason)}
          onClose={() => setEnded(null)}
        />
      )}
    </>
  )
}

function OneStanding({ one, name }: { one: StandingTime; name: string }) {
  const t = useMessages(staffStanding)
  const format = useFormat()
  const { weekday, minute, duration, state, askedUntil, endsAt } = one
  const next = one.weeks.find((week) => week.state !== 'off')
  return (
    <span className="min-w-0 flex-1">
      <bdi translate="no" className="font-semibold">
        {name}
      </bdi>
      <span className="block text-muted text-sm">
        {t('weekly', {
          weekday: format.weekdayName(weekday),
          time: format.timeOfDay(minute),
          duration: format.duration(duration),
        })}
      </span>
      <span className="block text-sm">
        {t(`states.${state}`, {
          until: format.moment(fromIso(askedUntil)),
          end: endsAt === null ? '' : format.moment(fromIso(endsAt)),
        })}
        {next && ` · ${t('next', { when: format.moment(fromIso(next.start)) })}`}
      </span>
    </span>
  )
}
