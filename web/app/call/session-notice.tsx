import { CalendarX2, Clock, DoorClosed, MonitorSmartphone, ShieldX, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { call as words } from '#messages/call'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import type { JoinRefusal } from './phase.ts'
import { PlainPage } from './plain-page.tsx'
import type { Session } from './session.ts'
import { WayBack } from './way-back.tsx'

const ICONS = {
  unallowed: ShieldX,
  'not-found': DoorClosed,
  unreachable: WifiOff,
  elsewhere: MonitorSmartphone,
} as const

/** Why the session cannot be entered, and what can be done instead. */
export function RefusedNotice({ why, onRetry }: { why: JoinRefusal; onRetry?: () => void }) {
  const t = useMessages(words)
  const action = onRetry && (why === 'unreachable' || why === 'elsewhere') && (
    <Button onClick={onRetry}>{t(why === 'elsewhere' ? 'refused.enterHere' : 'refused.tryAgain')}</Button>
  )
  return (
    <Notice icon={ICONS[why]} title={t(`refused.${why}.title`)} text={t(`refused.${why}.text`)}>
      {action}
    </Notice>
  )
}

export function CancelledNotice({ session }: { session: Session }) {
  const t = useMessages(words)
  const title = t('refused.cancelled.title', { what: t(`what.${session.kind}`) })
  return <Notice icon={CalendarX2} title={title} text={t('refused.cancelled.text')} session={session} />
}

export function OverNotice({ session }: { session: Session }) {
  const t = useMessages(words)
  const format = useFormat()
  const what = t(`what.${session.kind}`)
  const text = t('refused.over.text', { moment: format.moment(session.start) })
  return <Notice icon={Clock} title={t('refused.over.title', { what })} text={text} session={session} />
}

type NoticeProps = { icon: typeof Clock; title: string; text: string; session?: Session; children?: ReactNode }

function Notice({ icon, title, text, session, children }: NoticeProps) {
  const t = useMessages(words)
  const me = useMe()
  const variant = children ? 'secondary' : 'primary'
  const action = (
    <>
      {children}
      {session ? (
        <WayBack session={session} me={me} variant={variant} />
      ) : (
        <LinkButton to="/upcoming-lessons" variant={variant}>
          {t('refused.upcoming')}
        </LinkButton>
      )}
      <LinkButton to="/" variant="ghost">
        {t('home')}
      </LinkButton>
    </>
  )
  return (
    <PlainPage centred>
      <EmptyState icon={icon} headingLevel={1} title={title} text={text} action={action} />
    </PlainPage>
  )
}
