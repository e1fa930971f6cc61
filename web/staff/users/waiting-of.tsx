import { useQuery } from '@tanstack/react-query'
import { UserRoundX } from 'lucide-react'
import { useState } from 'react'
import { listWaits, removeWaiting } from '#contract/calls/waiting'
import type { Wait } from '#contract/waiting'
import { fromIso } from '#domain/cairo'
import { isStudent } from '#domain/roles'
import { staffWaiting } from '#messages/staff-waiting'
import { useMessages } from '../../messages/messages.ts'
import { shownName } from '../../messages/shown-name.ts'
import { request } from '../../platform/api.ts'
import { useNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'
import { PersonSection } from './person-section.tsx'
import type { TabProps } from './queries.ts'
import { personKey } from './shared/person-query.ts'
import { useChangePerson } from './use-change-person.ts'

/** The tutors for whom a student waits, or the students who wait for a tutor; staff take somebody off (docs/rules/lessons.md 14.8). */
export function WaitingOf({ person }: TabProps) {
  const t = useMessages(staffWaiting)
  const format = useFormat()
  const now = useNow(60_000)
  const [removed, setRemoved] = useState<Wait | null>(null)
  const changePerson = useChangePerson(person.id)
  const query = useQuery({
    queryKey: [...personKey(person.id), 'waiting'],
    queryFn: ({ signal }) => request(listWaits, { query: { userId: person.id } }, { signal }),
  })
  const isOfStudent = isStudent(person.role)
  const otherOf = ({ student, tutor }: Wait) => (isOfStudent ? tutor : student)
  const remove = ({ student, tutor }: Wait, reason: string) =>
    changePerson(request(removeWaiting, { params: { id: tutor.id, studentId: student.id } }, { reason }), {
      done: t('removed'),
      failed: t('failed'),
    })
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
            {list.map((wait) => {
              const other = otherOf(wait)
              const name = shownName(other) ?? String(other.id)
              const since = format.moment(fromIso(wait.createdAt))
              return (
                <li key={other.id} className="flex items-center gap-3">
                  <span className="min-w-0 flex-1">
                    <bdi translate="no" className="font-semibold">
                      {name}
                    </bdi>
                    <span className="block text-muted text-sm">
                      {t(wait.isEvening ? 'lineEvening' : 'line', { since })}
                    </span>
                    {wait.offer && (
                      <span className="block text-sm">
                        {t('offered', {
                          when: format.nearMoment(fromIso(wait.offer.start), now),
                          until: format.time(fromIso(wait.offer.until)),
                        })}
                      </span>
                    )}
                  </span>
                  <IconButton icon={UserRoundX} label={t('remove', { name })} onClick={() => setRemoved(wait)} />
                </li>
              )
            })}
          </ul>
        )}
      </PersonSection>
      {removed && (
        <ReasonDialog
          icon={UserRoundX}
          title={t('removeTitle', { name: shownName(removed.student) ?? String(removed.student.id) })}
          description={t('removeText')}
          confirmLabel={t('removeConfirm')}
          onConfirm={(reason) => remove(removed, reason)}
          onClose={() => setRemoved(null)}
        />
      )}
    </>
  )
}
