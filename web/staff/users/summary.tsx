import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Answer } from '#contract/client'
import type { studentStats } from '#contract/students'
import type { User } from '#contract/users'
import { fromIso } from '#domain/cairo'
import { isStudent, isTutorSide } from '#domain/roles'
import { staffPerson } from '#messages/staff-person'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/format.ts'
import { usePlanWords } from '../../shared/plans/plan-words.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { balanceQuery, currentSubscriptionQuery, studentStatsQuery, tutorStatsQuery } from './queries.ts'

/** The figures of a student or a tutor; nothing for others, who have none. */
export function Summary({ person }: { person: User }) {
  if (isStudent(person.role)) return <StudentSummary id={person.id} />
  return isTutorSide(person.role) ? <TutorSummary id={person.id} /> : null
}

const frame = 'grid items-start gap-x-10 gap-y-5 md:max-xxl:grid-cols-2'

function StudentSummary({ id }: { id: number }) {
  const t = useMessages(staffPerson)
  const stats = useQuery(studentStatsQuery(id))
  return (
    <Card className={frame}>
      <CurrentSubscription id={id} />
      <Part title={t('summary.lessons')}>
        <QueryView query={stats} loading={<Skeleton className="h-40" />} failed={{ title: t('summary.failed') }}>
          {(loaded) => <LessonFigures stats={loaded} />}
        </QueryView>
      </Part>
    </Card>
  )
}

function CurrentSubscription({ id }: { id: number }) {
  const t = useMessages(staffPerson)
  const format = useFormat()
  const words = usePlanWords()
  const now = useNow(60_000)
  const current = useQuery(currentSubscriptionQuery(id))
  return (
    <Part title={t('summary.subscription')}>
      <QueryView
        query={current}
        loading={<Skeleton className="h-20" />}
        failed={{ title: t('summary.failed') }}
        empty={({ info, waiting }) => !info && !waiting && <p className="text-muted">{t('summary.noSubscription')}</p>}
      >
        {({ info, waiting, remainingWeeklyMinutes, carriedMinutes, toppedUpMinutes, weeks: [week] }) => (
          <Figures>
            {info && (
              <>
                <Figure label={t('summary.subscription')}>
                  {info.planId === null ? t('summary.trial') : words.name(info.weeklyMinutes)}
                </Figure>
                <Figure label={t('summary.left')}>
                  {t('summary.leftOf', {
                    left: format.duration(remainingWeeklyMinutes - carriedMinutes - toppedUpMinutes),
                    total: format.duration(info.weeklyMinutes),
                  })}
                </Figure>
                {carriedMinutes > 0 && week && (
                  <Figure label={t('summary.carried')}>
                    {t('summary.carriedText', {
                      minutes: format.duration(carriedMinutes),
                      moment: format.moment(fromIso(week.end)),
                    })}
                  </Figure>
                )}
                {toppedUpMinutes > 0 && <Figure label={t('summary.bought')}>{format.duration(toppedUpMinutes)}</Figure>}
                {info.pausedFrom !== null && info.pausedUntil !== null && fromIso(info.pausedUntil) > now && (
                  <Figure label={t('summary.paused')}>
                    {t('summary.pausedText', {
                      from: format.moment(fromIso(info.pausedFrom)),
                      until: format.moment(fromIso(info.pausedUntil)),
                    })}
                  </Figure>
                )}
                {info.planId !== null && <Figure label={t('summary.ends')}>{format.fullDay(fromIso(info.end))}</Figure>}
              </>
            )}
            {waiting && (
              <Figure label={t('summary.next')}>
                <span className="inline-flex flex-wrap items-center justify-end gap-2">
                  {format.moment(fromIso(waiting.start))}
                  <Badge tone="info">{words.name(waiting.weeklyMinutes)}</Badge>
                </span>
              </Figure>
            )}
          </Figures>
        )}
      </QueryView>
    </Part>
  )
}

const ROWS = ['all', 'future', 'past', 'tutors', 'minutes'] as const

/** All, held and cancelled: of the lessons, the tutors and the minutes. */
function LessonFigures({ stats }: { stats: Answer<typeof studentStats> }) {
  const t = useMessages(staffPerson)
  const format = useFormat()
  const { lessonCount, tutorCount, minutes } = stats
  const counts = {
    all: lessonCount,
    future: lessonCount.future,
    past: lessonCount.past,
    tutors: tutorCount,
    minutes,
  }
  const headers = [t('summary.columns.all'), t('summary.columns.held'), t('summary.columns.canceled')]
  return (
    <table className="w-full text-sm">
      <thead>
        <tr className="text-muted">
          <td />
          {headers.map((header) => (
            <th key={header} scope="col" className="pb-1 text-end font-normal">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ROWS.map((row) => (
          <tr key={row} className="border-line border-t">
            <th scope="row" className="py-1.5 text-start font-normal">
              {t(`summary.rows.${row}`)}
            </th>
            <td translate="no" className="figures text-end font-semibold">
              {format.number(counts[row].total)}
            </td>
            <td translate="no" className="figures text-end">
              {format.number(counts[row].ratified)}
            </td>
            <td translate="no" className="figures text-end text-muted">
              {format.number(counts[row].canceled)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function TutorSummary({ id }: { id: number }) {
  const t = useMessages(staffPerson)
  const format = useFormat()
  const balance = useQuery(balanceQuery(id))
  const stats = useQuery(tutorStatsQuery(id))
  const failed = { title: t('summary.failed') }
  return (
    <Card className={frame}>
      <Part title={t('summary.money')}>
        <QueryView query={balance} loading={<Skeleton className="h-40" />} failed={failed}>
          {({ income, invoices, spendable }) => (
            <Figures>
              <Figure label={t('summary.spendable')} isMain>
                {format.money(spendable)}
              </Figure>
              <Figure label={t('summary.total')}>{format.money(income.total)}</Figure>
              <Figure label={t('summary.earned')}>{format.money(income.past)}</Figure>
              <Figure label={t('summary.coming')}>{format.money(income.future)}</Figure>
              <Figure label={t('summary.requested')}>{format.money(invoices.total)}</Figure>
              <Figure label={t('summary.pending')}>{format.money(invoices.pending)}</Figure>
              <Figure label={t('summary.paid')}>{format.money(invoices.fulfilled)}</Figure>
            </Figures>
          )}
        </QueryView>
      </Part>
      <Part title={t('summary.teaching')}>
        <QueryView query={stats} loading={<Skeleton className="h-20" />} failed={failed}>
          {({ lessonCount, studentCount, totalMinutes }) => (
            <Figures>
              <Figure label={t('summary.taught')}>{format.number(lessonCount)}</Figure>
              <Figure label={t('summary.students')}>{format.number(studentCount)}</Figure>
              <Figure label={t('summary.taughtMinutes')}>{format.duration(totalMinutes)}</Figure>
            </Figures>
          )}
        </QueryView>
      </Part>
    </Card>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 text-base">{title}</h2>
      {children}
    </section>
  )
}

function Figures({ children }: { children: ReactNode }) {
  return <dl className="flex flex-col">{children}</dl>
}

function Figure({ label, isMain = false, children }: { label: string; isMain?: boolean; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-line border-t py-1.5 first:border-t-0">
      <dt className="text-muted text-sm">{label}</dt>
      <dd translate="no" className={isMain ? 'figures font-bold text-lg' : 'figures text-end font-semibold'}>
        {children}
      </dd>
    </div>
  )
}
