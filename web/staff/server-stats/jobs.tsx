import type { JobRun, JobState } from '#contract/server-stats'
import { type Instant, minutes } from '#domain/cairo'
import { serverStats } from '#messages/server-stats'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, SectionHeading } from '../../ui/card.tsx'

/** The platform ends a run after 15 minutes at the latest. */
const LONGEST_RUN = minutes(15)
const TICK = 30_000

const looks = { ok: 'success', failed: 'danger', running: 'info', cut: 'warning' } as const

function resultOf({ ok, startedAt }: JobRun, now: Instant): keyof typeof looks {
  if (ok !== null) return ok ? 'ok' : 'failed'
  return now - Date.parse(startedAt) < LONGEST_RUN ? 'running' : 'cut'
}

/** Every scheduled job with its last run and last failure. */
export function Jobs({ jobs }: { jobs: readonly JobState[] }) {
  const t = useMessages(serverStats)
  const now = useNow(TICK)
  const heads = ['name', 'last', 'result', 'took', 'lastFailure', 'schedule'] as const
  return (
    <section>
      <SectionHeading title={t('jobs.title')} text={t('jobs.text')} />
      <Card padding="none">
        <section
          aria-label={t('jobs.title')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by the keyboard
          tabIndex={0}
          className="overflow-x-auto rounded-card"
        >
          <table className="w-full text-[0.9375rem]">
            <caption className="sr-only">{t('jobs.title')}</caption>
            <thead className="bg-sunken text-muted text-sm">
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col" className="whitespace-nowrap px-4 py-2.5 text-start font-semibold">
                    {t(`jobs.${head}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {jobs.map((job) => (
                <JobRow key={job.name} job={job} now={now} />
              ))}
            </tbody>
          </table>
        </section>
      </Card>
    </section>
  )
}

function JobRow({ job: { name, last, lastFailure, schedule }, now }: { job: JobState; now: Instant }) {
  const t = useMessages(serverStats)
  const format = useFormat()
  const age = (run: JobRun) => format.capital(format.relative(Date.parse(run.startedAt), now))
  const result = last && resultOf(last, now)
  const cell = 'whitespace-nowrap px-4 py-3'
  return (
    <tr className="border-line border-t">
      <th scope="row" className="min-w-40 px-4 py-3 text-start font-semibold">
        {t(`jobs.names.${name}`)}
      </th>
      <td className={cell}>{last ? age(last) : t('jobs.never')}</td>
      <td className={cell}>{result && <Badge tone={looks[result]}>{t(`jobs.${result}`)}</Badge>}</td>
      <td className={`${cell} figures`}>
        {last?.durationMs !== null && last?.durationMs !== undefined
          ? t('charts.ms', { value: format.number(last.durationMs) })
          : ''}
      </td>
      <td className="min-w-40 px-4 py-3">
        {lastFailure ? (
          <>
            {age(lastFailure)}
            <bdi translate="no" dir="ltr" className="block max-w-96 break-words font-mono text-danger-ink text-xs">
              {lastFailure.error}
            </bdi>
          </>
        ) : (
          t('jobs.noFailure')
        )}
      </td>
      <td className={cell}>
        <bdi translate="no" dir="ltr" className="font-mono text-sm">
          {schedule}
        </bdi>
      </td>
    </tr>
  )
}
