import { useQuery } from '@tanstack/react-query'
import { CalendarSync } from 'lucide-react'
import { isStudent } from '#domain/roles'
import { standing } from '#messages/standing'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useMe } from '../../platform/current-user.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { CairoNote } from '../week/shared/cairo-note.tsx'
import { StandingCard } from './standing-card.tsx'
import { standingQuery } from './standing-times.ts'

/** /standing-times: the weekly times of a student or a tutor, requests first (docs/rules/lessons.md 15.12). */
export function StandingTimesScreen() {
  const t = useMessages(standing)
  const me = useMe()
  const now = useNow(60_000)
  const isTutor = !isStudent(me.role)
  const query = useQuery(standingQuery(me.id))
  return (
    <Page width="reading">
      <PageHeader title={t('title')} text={t(isTutor ? 'purposeTutor' : 'purposeStudent')} />
      <CairoNote />
      <QueryView
        query={query}
        loading={
          <Loading text={t('loading')}>
            <Skeleton className="h-40 rounded-card" />
          </Loading>
        }
        empty={({ list }) =>
          list.length === 0 && (
            <EmptyState
              icon={CalendarSync}
              title={t('empty')}
              text={t(isTutor ? 'emptyTutor' : 'emptyStudent')}
              action={!isTutor && <LinkButton to="/tutors">{t('tutors')}</LinkButton>}
            />
          )
        }
      >
        {({ list }) => (
          <ul className="flex flex-col gap-4">
            {list
              .toSorted((one, other) => Number(other.state === 'asked') - Number(one.state === 'asked'))
              .map((one) => (
                <li key={one.id}>
                  <StandingCard one={one} isTutor={isTutor} now={now} />
                </li>
              ))}
          </ul>
        )}
      </QueryView>
    </Page>
  )
}
