import { Mic, MicOff, Video, VideoOff } from 'lucide-react'
import { call as words } from '#messages/call'
import { useMessages } from '../../messages/messages.ts'
import { Avatar } from '../../ui/avatar.tsx'
import type { CallView } from './call-view.ts'
import { RoundButton } from './round-button.tsx'
import { TrackVideo } from './track-video.tsx'

/** What the other member will see, with the switches of microphone and camera. */
export function LocalPreview({ view: { own, devices, me } }: { view: CallView }) {
  const t = useMessages(words)
  const isMicOn = own.tracks.mic !== null && !own.isMuted
  const { camera } = own.tracks
  return (
    <div className="relative aspect-4/3 overflow-hidden rounded-sheet bg-brand-deep text-on-deep sm:aspect-video">
      {camera ? (
        <TrackVideo track={camera} label={t('ready.preview')} mirrored fills />
      ) : (
        <div className="grid size-full place-content-center justify-items-center gap-2 px-6 pb-16 text-center">
          <Avatar id={me.id} name={me.name} src={me.image} size="lg" />
          <p className="text-on-deep-muted">{t(own.isAsking ? 'devices.asking' : 'ready.cameraOff')}</p>
        </div>
      )}
      <div className="absolute inset-x-0 bottom-0 flex justify-center gap-4 bg-linear-to-t from-overlay to-transparent p-4">
        <RoundButton
          icon={isMicOn ? Mic : MicOff}
          label={t(isMicOn ? 'controls.mute' : 'controls.unmute')}
          isOff={!isMicOn}
          hasProblem={own.problems.mic !== undefined}
          onClick={() => void devices.toggleMic()}
        />
        <RoundButton
          icon={camera ? Video : VideoOff}
          label={t(camera ? 'controls.cameraOff' : 'controls.cameraOn')}
          isOff={!camera}
          hasProblem={own.problems.camera !== undefined}
          onClick={() => void devices.toggleCamera()}
        />
      </div>
    </div>
  )
}
