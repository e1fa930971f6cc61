import {
  MessageCircle,
  Mic,
  MicOff,
  MonitorUp,
  MonitorX,
  NotebookPen,
  PhoneOff,
  PictureInPicture2,
  Settings2,
  Video,
  VideoOff,
} from 'lucide-react'
import { call as words } from '#messages/call'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { log } from '../../platform/log.ts'
import type { CallView } from './call-view.ts'
import { RoundButton } from './round-button.tsx'
import { keyOf, type Shortcut } from './use-shortcuts.ts'

type ControlBarProps = {
  view: CallView
  acts: Record<Shortcut, () => void>
  /** The chat or the notes cover the bar: `inert` keeps the focus out of the hidden controls. */
  isCovered: boolean
  chat: { isOpen: boolean; unread: number } | null
  /** The tutor's notes; null for other roles. */
  notes: { isOpen: boolean } | null
  onSettings: () => void
  onLeave: () => void
}

const canShare = () => 'getDisplayMedia' in (navigator.mediaDevices ?? {})

/** Shows the other member's video over other windows, or puts it back. */
async function togglePictureInPicture(): Promise<void> {
  const video = document.querySelector<HTMLVideoElement>('#main section video')
  try {
    if (document.pictureInPictureElement) await document.exitPictureInPicture()
    else await video?.requestPictureInPicture()
  } catch (error) {
    log.warning('call: no picture in picture', error)
  }
}

/** The call's controls, within a thumb's reach; at the side of a phone in landscape. */
export function ControlBar({ view, acts, isCovered, chat, notes, onSettings, onLeave }: ControlBarProps) {
  const t = useMessages(words)
  const { own, tracks } = view
  const isMicOn = own.tracks.mic !== null && !own.isMuted
  const isCameraOn = own.tracks.camera !== null && !view.isAudioFallback
  const isSharing = own.tracks.screen !== null
  return (
    <nav
      aria-label={t('controls.label')}
      inert={isCovered}
      className="flex shrink-0 items-start justify-evenly gap-1 px-2 pt-2.5 pb-[max(0.75rem,env(safe-area-inset-bottom))] max-sm:absolute max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-10 max-sm:bg-linear-to-t max-sm:from-black/80 max-sm:to-transparent max-sm:pt-8 sm:justify-center sm:gap-5 short:flex-col short:items-center short:justify-evenly short:gap-1 short:px-3 short:py-1"
    >
      <RoundButton
        icon={isMicOn ? Mic : MicOff}
        label={t(isMicOn ? 'controls.mute' : 'controls.unmute')}
        caption={t('controls.short.mic')}
        shortcut={keyOf('mic')}
        isOff={!isMicOn}
        hasProblem={own.problems.mic !== undefined}
        onClick={acts.mic}
      />
      <RoundButton
        icon={isCameraOn ? Video : VideoOff}
        label={t(isCameraOn ? 'controls.cameraOff' : 'controls.cameraOn')}
        caption={t('controls.short.camera')}
        shortcut={keyOf('camera')}
        isOff={!isCameraOn}
        hasProblem={own.problems.camera !== undefined}
        onClick={acts.camera}
      />
      {canShare() && (
        // Seven buttons do not fit on a phone, which cannot share its screen anyway.
        <span className={notes ? 'max-sm:hidden' : undefined}>
          <RoundButton
            icon={isSharing ? MonitorX : MonitorUp}
            label={t(isSharing ? 'controls.stopShare' : 'controls.share')}
            caption={t('controls.short.share')}
            shortcut={keyOf('share')}
            isOn={isSharing}
            onClick={acts.share}
          />
        </span>
      )}
      {chat && <ChatButton {...chat} onClick={acts.chat} />}
      {notes && (
        <RoundButton
          icon={NotebookPen}
          label={t(notes.isOpen ? 'controls.closeNotes' : 'controls.notes')}
          caption={t('controls.short.notes')}
          shortcut={keyOf('notes')}
          isOn={notes.isOpen}
          onClick={acts.notes}
        />
      )}
      {document.pictureInPictureEnabled && tracks.camera && (
        <span className="max-sm:hidden short:hidden">
          <RoundButton
            icon={PictureInPicture2}
            label={t('controls.pip')}
            caption={t('controls.short.pip')}
            onClick={() => void togglePictureInPicture()}
          />
        </span>
      )}
      <RoundButton
        icon={Settings2}
        label={t('controls.settings')}
        caption={t('controls.short.more')}
        onClick={onSettings}
      />
      <RoundButton
        icon={PhoneOff}
        label={t('controls.leave')}
        caption={t('controls.short.leave')}
        tone="danger"
        onClick={onLeave}
      />
    </nav>
  )
}

const MOST_SHOWN = 9

function ChatButton({ isOpen, unread, onClick }: { isOpen: boolean; unread: number; onClick: () => void }) {
  const t = useMessages(words)
  const format = useFormat()
  const isWaiting = unread > 0 && !isOpen
  const count = unread > MOST_SHOWN ? `+${format.number(MOST_SHOWN)}` : format.number(unread)
  const label = t(isOpen ? 'controls.closeChat' : 'controls.chat')
  return (
    <RoundButton
      icon={MessageCircle}
      label={isWaiting ? format.series([label, t('controls.unread', { count: unread })]) : label}
      caption={t('controls.short.chat')}
      shortcut={keyOf('chat')}
      isOn={isOpen}
      count={isWaiting ? count : null}
      onClick={onClick}
    />
  )
}
