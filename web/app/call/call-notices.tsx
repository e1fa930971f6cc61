import { call as words } from '#messages/call'
import { useMessages } from '../../messages/messages.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import type { CallView } from './call-view.ts'
import { DeviceHelp } from './device-help.tsx'

/** Present problems, each with its remedy. */
export function CallNotices({ view }: { view: CallView }) {
  const t = useMessages(words)
  const { phase, transport, other, name, quality, dataSaver, own, devices, call } = view
  if (phase.type === 'reconnecting')
    return (
      <Banner tone="warning" announce="alert" title={t('notices.reconnecting')}>
        {t('notices.reconnectingText')}
      </Banner>
    )
  return (
    <>
      {other && transport === 'interrupted' && (
        <Banner tone="warning" announce="status">
          {t('notices.interrupted', { name })}
        </Banner>
      )}
      {view.isAudioFallback && (
        <Banner
          tone="warning"
          announce="status"
          title={t('notices.fallback')}
          action={
            <Button size="sm" variant="secondary" onClick={call.overruleFallback}>
              {t('notices.keepPictures')}
            </Button>
          }
        >
          {t('notices.fallbackText')}
        </Banner>
      )}
      {transport === 'connected' && quality === 'poor' && dataSaver !== 'audio' && view.isFallbackOverruled && (
        <Banner
          tone="warning"
          announce="status"
          action={
            <Button size="sm" variant="secondary" onClick={() => view.setDataSaver('audio')}>
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
