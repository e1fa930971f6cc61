import { useState } from 'react'
import { call as words } from '../../i18n/ar/call.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { useIsWide } from '../../ui/use-is-wide.ts'
import { AbsenceNote } from './absence-note.tsx'
import { Announcer } from './announcer.tsx'
import { ControlBar } from './control-bar.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { OtherPicture } from './other-picture.tsx'
import { OwnPicture } from './own-picture.tsx'
import type { Room } from './room.ts'
import { RoomHeader } from './room-header.tsx'
import { RoomNotices } from './room-notices.tsx'
import { SettingsDialog } from './settings-dialog.tsx'
import { SideChat } from './side-chat.tsx'
import { useBesideRoom } from './use-beside-room.ts'
import { useRemoteSound } from './use-remote-sound.ts'
import { useShortcuts } from './use-shortcuts.ts'

type Open = 'chat' | 'settings' | 'leave' | null

/** Inside: the other one large, oneself small, the clock above, the controls under the thumb, the chat beside. */
export function Stage({ room }: { room: Room }) {
  const t = useMessages(words)
  const [open, setOpen] = useState<Open>(null)
  const beside = useBesideRoom(room, open === 'chat')
  const sound = useRemoteSound(room.tracks.mic, room.own.chosen.speaker)
  const { devices, what } = room
  const acts = {
    mic: () => void devices.toggleMic(),
    camera: () => void devices.toggleCamera(),
    share: () => void devices.toggleScreen(),
    chat: () => setOpen(open === 'chat' ? null : 'chat'),
  }
  useShortcuts(acts)
  const isWide = useIsWide()
  return (
    <div data-fills-window className="flex h-dvh overflow-hidden bg-brand-deep text-on-deep">
      <main
        id="main"
        tabIndex={-1}
        aria-label={t('stage.label', { what })}
        className="relative flex min-w-0 flex-1 flex-col short:flex-row"
      >
        <div className="relative flex min-h-0 min-w-0 flex-1 flex-col">
          <RoomHeader room={room} />
          <div className="relative min-h-0 flex-1">
            <OtherPicture room={room} />
            <div className="absolute inset-x-3 top-3 z-10 mx-auto flex max-w-xl flex-col gap-2">
              <RoomNotices room={room} />
              <AbsenceNote room={room} />
              {sound.isBlocked && <Button onClick={sound.play}>{t('stage.unblock')}</Button>}
            </div>
            <OwnPicture room={room} />
          </div>
        </div>
        <ControlBar
          room={room}
          acts={acts}
          isCovered={open === 'chat' && !isWide}
          chat={beside.isPossible ? { isOpen: open === 'chat', unread: beside.unread } : null}
          onSettings={() => setOpen('settings')}
          onLeave={() => setOpen('leave')}
        />
      </main>
      {open === 'chat' && <SideChat beside={beside} onClose={() => setOpen(null)} />}
      {open === 'settings' && <SettingsDialog room={room} onClose={() => setOpen(null)} />}
      {open === 'leave' && <LeaveDialog room={room} onClose={() => setOpen(null)} />}
      <Announcer room={room} />
    </div>
  )
}
