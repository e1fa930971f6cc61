import { call as words } from '../../i18n/ar/call.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { DeviceHelp } from './device-help.tsx'
import type { Room } from './room.ts'

/** What is wrong right now, each with what may be done about it. */
export function RoomNotices({ room }: { room: Room }) {
  const t = useMessages(words)
  const { phase, line, other, name, quality, saver, own, devices } = room
  if (phase.is === 'reconnecting')
    return (
      <Banner tone="warning" announce="alert" title={t('notices.reconnecting')}>
        {t('notices.reconnectingText')}
      </Banner>
    )
  return (
    <>
      {other && line === 'interrupted' && (
        <Banner tone="warning" announce="status">
          {t('notices.interrupted', { name })}
        </Banner>
      )}
      {line === 'up' && quality === 'poor' && saver !== 'audio' && (
        <Banner
          tone="warning"
          announce="status"
          action={
            <Button size="sm" variant="secondary" onClick={() => room.saveData('audio')}>
              {t('notices.toAudio')}
            </Button>
          }
        >
          {t('notices.poor')}
        </Banner>
      )}
      {own.tracks.screen && (
        <Banner
          tone="info"
          announce="status"
          action={
            <Button size="sm" variant="secondary" onClick={() => void devices.toggleScreen()}>
              {t('stage.stopSharing')}
            </Button>
          }
        >
          {t('stage.ownScreen')}
        </Banner>
      )}
      <DeviceHelp own={own} devices={devices} />
    </>
  )
}
