import { useEffect, useState } from 'react'
import { call as words } from '#messages/call'
import { useMessages } from '../../messages/messages.ts'
import { useBusy } from '../../platform/busy.ts'
import { isCallUnderWay } from '../../platform/maintenance.ts'
import { Button } from '../../ui/button.tsx'
import { useIsWide } from '../../ui/use-is-wide.ts'
import { AbsenceNote } from './absence-note.tsx'
import { Announcer } from './announcer.tsx'
import { CallHeader } from './call-header.tsx'
import { CallNotices } from './call-notices.tsx'
import type { CallView } from './call-view.ts'
import { ControlBar } from './control-bar.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { LocalVideo } from './local-video.tsx'
import { notedLesson } from './noted-lesson.ts'
import { usePictureFit } from './picture-fit.ts'
import { RemoteVideo } from './remote-video.tsx'
import { SettingsDialog } from './settings-dialog.tsx'
import { SideChat } from './side-chat.tsx'
import { SideNotes } from './side-notes.tsx'
import { useRemoteSound } from './use-remote-sound.ts'
import { useShortcuts } from './use-shortcuts.ts'
import { useSideChat } from './use-side-chat.ts'

type Open = 'chat' | 'notes' | 'settings' | 'leave' | null

/**
 * The running call: the other member large, oneself small, the time above, the controls below, and chat or notes at the
 * side.
 */
export function InCallScreen({ view }: { view: CallView }) {
  useBusy(true)
  const t = useMessages(words)
  const [open, setOpen] = useState<Open>(null)
  const chat = useSideChat(view, open === 'chat')
  const sound = useRemoteSound(view.tracks.mic, view.own.chosen.speaker)
  const { devices, what } = view
  const noted = notedLesson(view)
  const picture = usePictureFit()
  const acts = {
    mic: () => void devices.toggleMic(),
    camera: () => (view.isAudioFallback ? view.call.overruleFallback() : void devices.toggleCamera()),
    share: () => void devices.toggleScreen(),
    chat: () => setOpen(open === 'chat' ? null : 'chat'),
    notes: () => noted && setOpen(open === 'notes' ? null : 'notes'),
    fit: picture.toggle,
  }
  useShortcuts(acts)
  useEffect(() => {
    isCallUnderWay.set(true)
    return () => isCallUnderWay.set(false)
  }, [])
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
          <CallHeader view={view} />
          <div className="relative min-h-0 flex-1">
            <RemoteVideo view={view} picture={picture} />
            <div className="absolute inset-x-3 top-3 z-10 max-sm:top-16 mx-auto flex max-w-xl flex-col gap-2">
              <CallNotices view={view} />
              <AbsenceNote view={view} />
              {sound.isBlocked && <Button onClick={sound.play}>{t('stage.unblock')}</Button>}
            </div>
            <LocalVideo view={view} />
          </div>
        </div>
        <ControlBar
          view={view}
          acts={acts}
          isCovered={(open === 'chat' || open === 'notes') && !isWide}
          chat={{ isOpen: open === 'chat', unread: chat.unread }}
          notes={noted ? { isOpen: open === 'notes' } : null}
          onSettings={() => setOpen('settings')}
          onLeave={() => setOpen('leave')}
        />
      </main>
      {open === 'chat' && <SideChat chat={chat} onClose={() => setOpen(null)} />}
      {open === 'notes' && noted && <SideNotes lesson={noted} name={view.name} onClose={() => setOpen(null)} />}
      {open === 'settings' && <SettingsDialog view={view} onClose={() => setOpen(null)} />}
      {open === 'leave' && <LeaveDialog view={view} onClose={() => setOpen(null)} />}
      <Announcer view={view} />
    </div>
  )
}
