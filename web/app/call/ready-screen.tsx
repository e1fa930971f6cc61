import { LogIn, MessageCircle, MicOff, VideoOff } from 'lucide-react'
import { toIso } from '#domain/cairo'
import { opensAt, roomState } from '#domain/sessions/hours'
import { call as words } from '#messages/call'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { IconDisc } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { useIsWide } from '../../ui/use-is-wide.ts'
import type { CallView } from './call-view.ts'
import { ConnectionPanel } from './connection-panel.tsx'
import { DataSaverChoice } from './data-saver-choice.tsx'
import { DeviceChoice } from './device-choice.tsx'
import { DeviceHelp } from './device-help.tsx'
import { LocalPreview } from './local-preview.tsx'
import { whyNoCalls } from './no-calls.ts'
import { PlainPage } from './plain-page.tsx'
import type { Session } from './session.ts'
import { sessionTime } from './session-clock.ts'
import { useClockText } from './use-clock-text.ts'

type NoCallsCardProps = { why: NonNullable<ReturnType<typeof whyNoCalls>>; view: CallView }

/** In place of camera and microphone where the browser can hold no call: where to open the address, and the chat meanwhile. */
function NoCallsCard({ why, view: { session, name } }: NoCallsCardProps) {
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

/** Before the call: tests devices and network, and shows who is inside and when the session begins. */
export function ReadyScreen({ view }: { view: CallView }) {
  const t = useMessages(words)
  const isWide = useIsWide()
  const noCalls = whyNoCalls(window)
  if (noCalls)
    return (
      <PlainPage>
        <div className="mx-auto flex max-w-2xl flex-col gap-4">
          <JoinCard view={view} canJoin={false} />
          <NoCallsCard why={noCalls} view={view} />
        </div>
      </PlainPage>
    )
  return (
    <PlainPage>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)] lg:gap-8">
        <div className="flex flex-col gap-4">
          <LocalPreview view={view} />
          <DeviceHelp own={view.own} devices={view.devices} />
          {!isWide && <JoinCard view={view} />}
          <Card className="flex flex-col gap-6">
            <h2 className="text-lg">{t('ready.check')}</h2>
            <DeviceChoice own={view.own} devices={view.devices} />
          </Card>
        </div>
        <div className="flex flex-col gap-4">
          {isWide && <JoinCard view={view} />}
          <Card className="flex flex-col gap-6">
            <ConnectionPanel />
            <DataSaverChoice dataSaver={view.dataSaver} setDataSaver={view.setDataSaver} session={view.session} />
          </Card>
        </div>
      </div>
    </PlainPage>
  )
}

function JoinCard({ view, canJoin = true }: { view: CallView; canJoin?: boolean }) {
  const t = useMessages(words)
  const format = useFormat()
  const { session, name } = view
  return (
    <Card padding="lg" tone="deep" className="flex flex-col gap-4">
      <div className="flex items-center gap-4">
        <Avatar id={session.other.id} name={name} src={session.other.image} size="lg" eager />
        <div className="min-w-0">
          <h1 className="text-xl sm:text-2xl">{t(`with.${session.kind}`, { name })}</h1>
          <p className="text-on-deep-muted">
            <time dateTime={toIso(session.start)}>{format.moment(session.start)}</time>{' '}
            <span className="whitespace-nowrap">({format.duration(session.duration)})</span>
          </p>
        </div>
      </div>
      <p role="status" className="flex items-center gap-2.5">
        <span
          aria-hidden
          className={view.other ? 'size-2.5 rounded-full bg-success' : 'size-2.5 rounded-full bg-on-deep/40'}
        />
        {t(view.other ? 'ready.waitingInside' : 'ready.nobodyInside', { name })}
      </p>
      {canJoin && <JoinControls view={view} />}
    </Card>
  )
}

/** The button that enters, once the room is open; before that, when it opens. */
function JoinControls({ view }: { view: CallView }) {
  const t = useMessages(words)
  const format = useFormat()
  const clockText = useClockText()
  const timing = useTimingSentence(view.session)
  const at = useNow(1000)
  const { session, name, what, own } = view
  if (roomState(session, at) === 'early') {
    const opens = opensAt(session)
    const seconds = Math.ceil((opens - at) / 1000)
    const isNear = seconds < 60 * 60
    return (
      <div className="flex flex-col gap-1">
        {isNear && <p className="font-bold text-lg">{t('ready.opensIn', { time: clockText(seconds) })}</p>}
        <p className="text-on-deep-muted">
          {isNear
            ? t('ready.opensAt', { time: format.time(opens) })
            : t('ready.opensAtDay', { moment: format.nearMoment(opens, at) })}
        </p>
      </div>
    )
  }
  const hasMic = own.tracks.mic !== null
  return (
    <div className="flex flex-col gap-3">
      <p className="text-on-deep-muted">{timing}</p>
      <Button
        size="lg"
        variant="accent"
        wide
        icon={hasMic ? LogIn : MicOff}
        mirrorIcon={hasMic}
        loading={view.phase.type === 'connecting'}
        onClick={view.call.join}
      >
        {hasMic ? t('ready.join', { what }) : t('ready.joinMuted')}
      </Button>
      {!hasMic && <p className="text-on-deep-muted text-sm">{t('ready.needsMic', { name })}</p>}
      {view.socket !== 'open' && (
        <p role="status" className="text-on-deep-muted text-sm">
          {t('ready.noSocket')}
        </p>
      )}
    </div>
  )
}

/** Where the session is by the clock, every second. */
function useTimingSentence(session: Session): string {
  const t = useMessages(words)
  const format = useFormat()
  const clockText = useClockText()
  const at = useNow(1000)
  const time = sessionTime(session, at)
  if (time.type === 'before') return t('ready.startsIn', { time: clockText(time.seconds) })
  if (time.type === 'past') return t('ready.pastEnd')
  const minutes = Math.floor((at - session.start) / 60_000)
  return minutes === 0 ? t('ready.startedNow') : t('ready.started', { time: format.duration(minutes) })
}
