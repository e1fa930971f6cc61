import { useQuery } from '@tanstack/react-query'
import { PartyPopper } from 'lucide-react'
import type { QueueEntry } from '#contract/dashboard'
import type { Instant } from '#domain/cairo'
import { may } from '#domain/permissions'
import { staffHome } from '#messages/staff-home'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useMe } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/format.ts'
import { displayNameOf } from '../../shared/shell/display-name.ts'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { countTo } from '../../ui/count-to.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FiguresSection } from './figures-section.tsx'
import { QueueCard } from './queue-card.tsx'
import { summaryOf } from './queue-summary.ts'
import { queueQuery } from './shared/queue-query.ts'

/** The first screen of the dashboard: what waits, and for admins how the marketplace does. */
export function HomeScreen() {
  const t = useMessages(staffHome)
  const me = useMe()
  return (
    <Page>
      <PageHeader title={t('title', { name: displayNameOf(me) })} />
      <Waiting />
      {may('dashboard.figures', me.role) && <FiguresSection />}
    </Page>
  )
}

const GRID = 'grid gap-4 md:grid-cols-2 xl:grid-cols-3'
const TICK = 30_000

/** What waits for a decision, in cards by kind. */
function Waiting() {
  const t = useMessages(staffHome)
  const queue = useQuery(queueQuery)
  const now = useNow(TICK)
  return (
    <section>
      <SectionHeading title={t('waiting.title')} text={queue.data && <Summary kinds={queue.data.kinds} now={now} />} />
      <QueryView query={queue} loading={<Placeholder />} failedIn={Card}>
        {({ kinds }) => <Kinds kinds={kinds} now={now} />}
      </QueryView>
    </section>
  )
}

function Placeholder() {
  return (
    <div className={GRID}>
      {countTo(3).map((place) => (
        <Skeleton key={place} className="h-56 rounded-card" />
      ))}
    </div>
  )
}

function Summary({ kinds, now }: { kinds: readonly QueueEntry[]; now: Instant }) {
  const t = useMessages(staffHome)
  const format = useFormat()
  const { count, isMore, oldest, meetings } = summaryOf(kinds)
  if (oldest === null) return meetings === 0 ? null : t('waiting.summaryToday', { count: meetings })
  const age = format.relative(oldest, now)
  return t(isMore ? 'waiting.summaryMore' : 'waiting.summary', { count, age })
}

function Kinds({ kinds, now }: { kinds: readonly QueueEntry[]; now: Instant }) {
  const t = useMessages(staffHome)
  const format = useFormat()
  const waiting = kinds.filter(({ count }) => count > 0)
  const clear = kinds.filter(({ count }) => count === 0)
  if (waiting.length === 0)
    return (
      <Card>
        <EmptyState icon={PartyPopper} title={t('waiting.nothing')} text={t('waiting.nothingText')} headingLevel={3} />
      </Card>
    )
  return (
    <>
      <ul className={GRID}>
        {waiting.map((entry) => (
          <li key={entry.kind} className="min-w-0">
            <QueueCard entry={entry} now={now} />
          </li>
        ))}
      </ul>
      {clear.length > 0 && (
        <p className="mt-3 text-muted text-sm">
          {t('waiting.clear', { kinds: format.list(clear.map(({ kind }) => t(`kinds.${kind}`))) })}
        </p>
      )}
    </>
  )
}
