import { MessageCircle, VideoOff } from 'lucide-react'
import { call as words } from '#messages/call'
import { useMessages } from '../../messages/messages.ts'
import { Card } from '../../ui/card.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { IconDisc } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import type { CallView } from './call-view.ts'
import type { whyNoCalls } from './no-calls.ts'

type NoCallsCardProps = { why: NonNullable<ReturnType<typeof whyNoCalls>>; view: CallView }

/** In place of camera and microphone where the browser can hold no call: where to open the address, and the chat meanwhile. */
export function NoCallsCard({ why, view: { session, name } }: NoCallsCardProps) {
  const t = useMessages(words)
  return (
    <Card padding="lg" className="flex flex-col items-start gap-4">
      <IconDisc icon={VideoOff} tone="warning" />
      <div className="flex flex-col gap-1.5">
        <h2 className="text-xl">{t('noCalls.title')}</h2>
        <p className="text-muted">{t(`noCalls.${why}`)}</p>
      </div>
      <p className="max-w-full rounded-control bg-sunken px-4 py-2 font-semibold">
        <Copyable text={window.location.href} />
      </p>
      <p className="text-muted text-sm">{t('noCalls.browsers')}</p>
      <LinkButton to="/chat" search={{ room: `t-${session.other.id}` }} variant="secondary" icon={MessageCircle}>
        {t('noCalls.chat', { name })}
      </LinkButton>
    </Card>
  )
}
