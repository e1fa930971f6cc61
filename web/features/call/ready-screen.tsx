import { LogIn, MicOff } from 'lucide-react'
import { toIso } from '#domain/cairo'
import { opensAt, roomState } from '#domain/sessions/hours'
import { call as words } from '../../i18n/ar/call.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useIsWide } from '../../ui/use-is-wide.ts'
import { ConnectionPanel } from './connection-panel.tsx'
import { DeviceChoice } from './device-choice.tsx'
import { DeviceHelp } from './device-help.tsx'
import { OwnPreview } from './own-preview.tsx'
import { PlainPage } from './plain-page.tsx'
import type { Room } from './room.ts'
import { SaverChoice } from './saver-choice.tsx'
import { useClockText } from './use-clock-text.ts'
import { useTimingSentence } from './use-timing-sentence.ts'

/** Before one goes in: how one looks and sounds, who waits inside, and how long until it begins. */
export function ReadyScreen({ room }: { room: Room }) {
  const t = useMessages(words)
  const isWide = useIsWide()
  return (
    <PlainPage>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)] lg:gap-8">
        <div className="flex flex-col gap-4">
          <OwnPreview room={room} />
          <DeviceHelp own={room.own} devices={room.devices} />
          {!isWide && <Entrance room={room} />}
          <Card className="flex flex-col gap-6">
            <h2 className="text-lg">{t('ready.check')}</h2>
            <DeviceChoice own={room.own} devices={room.devices} />
          </Card>
        </div>
        <div className="flex flex-col gap-4">
          {isWide && <Entrance room={room} />}
          <Card className="flex flex-col gap-6">
            <ConnectionPanel />
            <SaverChoice saver={room.saver} saveData={room.saveData} meeting={room.meeting} />
          </Card>
        </div>
      </div>
    </PlainPage>
  )
}

function Entrance({ room }: { room: Room }) {
  const t = useMessages(words)
  const format = useFormat()
  const { meeting, name } = room
  return (
    <Card padding="lg" tone="deep" className="flex flex-col gap-4">
      <div className="flex items-center gap-4">
        <Avatar id={meeting.other.id ?? meeting.id} name={name} src={meeting.other.image} size="lg" eager />
        <div className="min-w-0">
          <h1 className="text-xl sm:text-2xl">{t(`with.${meeting.kind}`, { name })}</h1>
          <p className="text-on-deep-muted">
            <time dateTime={toIso(meeting.start)}>{format.moment(meeting.start)}</time>{' '}
            <span className="whitespace-nowrap">({format.duration(meeting.duration)})</span>
          </p>
        </div>
      </div>
      <p role="status" className="flex items-center gap-2.5">
        <span
          aria-hidden
          className={room.other ? 'size-2.5 rounded-full bg-success' : 'size-2.5 rounded-full bg-on-deep/40'}
        />
        {t(room.other ? 'ready.waitingInside' : 'ready.nobodyInside', { name })}
      </p>
      <Door room={room} />
    </Card>
  )
}

/** The way in, from the opening on; before it, how long that takes. */
function Door({ room }: { room: Room }) {
  const t = useMessages(words)
  const format = useFormat()
  const clockText = useClockText()
  const timing = useTimingSentence(room.meeting)
  const at = useNow(1000)
  const { meeting, name, what, own } = room
  if (roomState(meeting, at) === 'early') {
    const opens = opensAt(meeting)
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
        loading={room.phase.is === 'connecting'}
        onClick={room.call.join}
      >
        {hasMic ? t('ready.join', { what }) : t('ready.joinMuted')}
      </Button>
      {!hasMic && <p className="text-on-deep-muted text-sm">{t('ready.needsMic', { name })}</p>}
      {room.socket !== 'open' && (
        <p role="status" className="text-on-deep-muted text-sm">
          {t('ready.noSocket')}
        </p>
      )}
    </div>
  )
}
