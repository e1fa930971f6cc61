import { type Instant, localTime } from '#domain/cairo'
import { dashboards } from '#messages/dashboards'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { PageHeader } from '../../ui/page.tsx'

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
  return <PageHeader title={first ? t('greeting.named', { greeting, name: first }) : greeting} text={format.day(now)} />
}
