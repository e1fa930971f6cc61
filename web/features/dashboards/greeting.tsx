import { type Instant, localTime } from '#domain/cairo'
import { dashboards } from '../../i18n/ar/dashboards.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useFormat } from '../../platform/format.ts'

const NOON = 12
/** Hours of Cairo: before the morning begins, the greeting is still the evening's. */
const DAWN = 4

/** The screen's title: a greeting by first name, and the date. */
export function Greeting({ name, now }: { name: string | null; now: Instant }) {
  const t = useMessages(dashboards)
  const format = useFormat()
  const { hour } = localTime(now)
  const greeting = t(hour >= DAWN && hour < NOON ? 'greeting.morning' : 'greeting.evening')
  const first = name?.trim().split(/\s+/)[0]
  return (
    <header>
      <h1 className="text-2xl sm:text-3xl">{first ? t('greeting.named', { greeting, name: first }) : greeting}</h1>
      <p className="mt-1 text-muted">{format.day(now)}</p>
    </header>
  )
}
