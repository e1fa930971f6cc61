import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listStudentNotes } from '#contract/calls/student-notes'
import { fromIso } from '#domain/cairo'
import { staffPerson } from '#messages/staff-person'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useFormat } from '../../platform/format.ts'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { personKey } from './shared/person-query.ts'

/** Which tutors have notes about a student, never their words (docs/rules/staff.md 10.6). */
export function NotesAbout({ studentId }: { studentId: number }) {
  const t = useMessages(staffPerson)
  const format = useFormat()
  const query = useQuery({
    queryKey: [...personKey(studentId), 'notes'],
    queryFn: ({ signal }) => request(listStudentNotes, { params: { id: studentId } }, { signal }),
  })
  return (
    <section className="mt-4">
      <SectionHeading title={t('notes.title')} text={t('notes.text')} />
      <Card>
        <QueryView
          query={query}
          loading={
            <Loading text={t('notes.loading')}>
              <Skeleton className="h-12" />
            </Loading>
          }
          empty={(notes) => notes.length === 0 && <p className="text-muted">{t('notes.empty')}</p>}
        >
          {(notes) => (
            <ul className="flex flex-col gap-2">
              {notes.map(({ tutor, characters, updatedAt }) => (
                <li key={tutor.id} className="flex flex-wrap items-baseline justify-between gap-x-4">
                  <Link to="/tutor/$id" params={{ id: String(tutor.id) }} className="text-brand-ink underline">
                    <bdi translate="no">{tutor.name ?? tutor.id}</bdi>
                  </Link>
                  <span className="text-muted text-sm">
                    {t('notes.line', { characters, when: format.moment(fromIso(updatedAt)) })}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </QueryView>
      </Card>
    </section>
  )
}
