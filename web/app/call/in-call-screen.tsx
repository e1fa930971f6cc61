import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MicOff, PhoneOff, VideoOff, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useState } from 'react'
import { openRoom } from '#contract/calls/chat'
import { minutes } from '#domain/cairo'
import { CLOSES_AFTER_MINUTES } from '#domain/sessions/hours'
import { call as words } from '#messages/call'
import { studentNotes } from '#messages/student-notes'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useBusy } from '../../platform/busy.ts'
import { useNow } from '../../platform/clock.ts'
import { errorText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { isCallUnderWay } from '../../platform/maintenance.ts'
import { useChatEvents } from '../../shared/chat/chat-events.ts'
import { roomWithQuery } from '../../shared/chat/room-queries.ts'
import { useUnreadOf } from '../../shared/chat/unread.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { useFocusInside } from '../../ui/focus-hooks.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useIsWide } from '../../ui/use-is-wide.ts'
import type { NotedLesson } from '../student-notes/shared/queries.ts'
import { AbsenceNote } from './absence-note.tsx'
import { Announcer } from './announcer.tsx'
import { CallHeader } from './call-header.tsx'
import { CallNotices } from './call-notices.tsx'
import type { CallView } from './call-view.ts'
import { ControlBar } from './control-bar.tsx'
import { DataSaverChoice } from './data-saver-choice.tsx'
import { DeviceChoice } from './device-choice.tsx'
import { DeviceHelp } from './device-help.tsx'
import { NameStrip } from './name-strip.tsx'
import { notedLesson } from './noted-lesson.ts'
import { usePictureFit } from './picture-fit.ts'
import { RemoteVideo } from './remote-video.tsx'
import { CallSoundsSwitch } from './shared/call-sounds-switch.tsx'
import { TrackVideo } from './track-video.tsx'
import { useShortcuts } from './use-shortcuts.ts'

/** The chat room of the two members; where they have none yet, it is created when `isRequested` first turns true. */
function useSideChat({ me, session }: CallView, isRequested: boolean) {
  const queryClient = useQueryClient()
  useChatEvents(me.id)
  const otherId = session.other.id
  const query = roomWithQuery(me.id, otherId)
  const found = useQuery(query)
  const opening = useMutation({
    mutationFn: () => request(openRoom, { body: { userId: otherId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: query.queryKey }),
  })
  const { mutate: open } = opening
  const isMissing = isRequested && found.data === null
  useEffect(() => {
    if (isMissing) open()
  }, [isMissing, open])
  const unread = useUnreadOf(found.data ?? 0)
  return {
    roomId: found.data ?? null,
    error: opening.error ?? found.error,
    retry: () => (found.data === null ? open() : void found.refetch()),
    unread,
  }
}

/** Plays the other member's audio through the chosen loudspeaker. `isBlocked`: the browser allows it only after a press. */
function useRemoteSound(track: MediaStreamTrack | null, speakerId: string | null) {
  const [player] = useState(() => new Audio())
  const [isBlocked, setIsBlocked] = useState(false)
  const play = () =>
    void player.play().then(
      () => setIsBlocked(false),
      (error: unknown) => setIsBlocked(error instanceof DOMException && error.name === 'NotAllowedError'),
    )
  useEffect(() => {
    if (!track) return
    player.srcObject = new MediaStream([track])
    void player.play().catch((error: unknown) => {
      setIsBlocked(error instanceof DOMException && error.name === 'NotAllowedError')
    })
    return () => {
      player.pause()
      player.srcObject = null
    }
  }, [player, track])
  useEffect(() => {
    if (speakerId && 'setSinkId' in player) void player.setSinkId(speakerId).catch(() => undefined)
  }, [player, speakerId])
  return { isBlocked, play }
}

/** Beside the video on a wide screen, over its lower half on a phone, so that the other member stays in view. Escape closes it. */
function SidePanel({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  // It covers the controls on a phone.
  const place = useFocusInside<HTMLElement>()
  const closeByEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onClose()
  }
  return (
    <aside
      ref={place}
      tabIndex={-1}
      onKeyDown={closeByEscape}
      className="z-20 animate-sheet overflow-hidden bg-surface text-ink shadow-sheet max-lg:fixed max-lg:inset-x-0 max-lg:top-1/2 max-lg:bottom-0 max-lg:rounded-t-sheet lg:w-96 lg:shrink-0 lg:animate-none max-lg:short:landscape:top-0"
    >
      {children}
    </aside>
  )
}

const LessonNotes = lazyPart(async () => (await import('../student-notes/shared/lesson-notes.tsx')).LessonNotes)

type SideNotesProps = { lesson: NotedLesson; name: string; onClose: () => void }

/** The tutor's notes during the lesson: the student's goals, the lesson before, the summary of this one. */
function SideNotes({ lesson, name, onClose }: SideNotesProps) {
  const t = useMessages(studentNotes)
  const now = useNow(60_000)
  const title = t('title', { name })
  return (
    <SidePanel onClose={onClose}>
      <section aria-label={title} className="flex h-full min-h-0 flex-col bg-surface">
        <header className="flex min-h-14 items-center gap-2 border-line border-b ps-4 pe-2">
          <h2 className="line-clamp-2 min-w-0 grow text-base leading-tight">{title}</h2>
          <IconButton icon={X} label={t('close')} onClick={onClose} />
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto p-4">
          <Suspense fallback={<Spinner />}>
            <LessonNotes lesson={lesson} name={name} now={now} />
          </Suspense>
        </div>
      </section>
    </SidePanel>
  )
}

const ChatPanel = lazyPart(async () => (await import('../../shared/chat/chat-panel.tsx')).ChatPanel)

type SideChatProps = { chat: ReturnType<typeof useSideChat>; onClose: () => void }

/** The members' conversation. */
function SideChat({ chat: { roomId, error, retry }, onClose }: SideChatProps) {
  return (
    <SidePanel onClose={onClose}>
      <Suspense fallback={<Spinner />}>
        {roomId !== null ? (
          <ChatPanel roomId={roomId} onClose={onClose} />
        ) : error ? (
          <ErrorState text={errorText(error)} onRetry={retry} />
        ) : (
          <Spinner />
        )}
      </Suspense>
    </SidePanel>
  )
}

/** Changes devices and data saver mode during a call. */
function SettingsDialog({ view, onClose }: { view: CallView; onClose: () => void }) {
  const t = useMessages(words)
  return (
    <Dialog open onClose={onClose} title={t('devices.settings')}>
      <div className="flex flex-col gap-6">
        <DeviceHelp own={view.own} devices={view.devices} />
        <DeviceChoice own={view.own} devices={view.devices} />
        <DataSaverChoice dataSaver={view.dataSaver} setDataSaver={view.setDataSaver} session={view.session} />
        <CallSoundsSwitch />
      </div>
    </Dialog>
  )
}

/** One's own camera, small, in the corner where it rarely covers the other member's face. */
function LocalVideo({ view: { own, isAudioFallback } }: { view: CallView }) {
  const t = useMessages(words)
  const isMicOn = own.tracks.mic !== null && !own.isMuted
  return (
    <section
      aria-label={t('you')}
      className="absolute inset-e-4 bottom-4 aspect-3/4 max-sm:bottom-28 w-24 overflow-hidden rounded-card bg-brand-deep shadow-raised ring-2 ring-on-deep/25 sm:aspect-video sm:w-52 short:aspect-video short:w-36"
    >
      {own.tracks.camera && !isAudioFallback ? (
        <TrackVideo track={own.tracks.camera} label={t('stage.ownVideo')} mirrored fills />
      ) : (
        <span className="grid size-full place-items-center">
          <VideoOff aria-hidden className="size-7 text-on-deep-muted" />
        </span>
      )}
      <NameStrip name={t('you')}>
        {!isMicOn && <MicOff aria-label={t('stage.ownMicOff')} role="img" className="size-4" />}
      </NameStrip>
    </section>
  )
}

/** Asks before leaving: the button is under the thumb, and an accidental tap must not end a lesson. */
function LeaveDialog({ view: { call, session, what }, onClose }: { view: CallView; onClose: () => void }) {
  const t = useMessages(words)
  const format = useFormat()
  const at = useNow(30_000)
  const left = Math.ceil((session.end - Math.max(at, session.start)) / minutes(1))
  const text =
    left > 0
      ? t('leave.text', { time: format.duration(left) })
      : t('leave.textOver', { time: format.time(session.end + minutes(CLOSES_AFTER_MINUTES)) })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      tone={left > 0 ? 'danger' : 'main'}
      icon={PhoneOff}
      title={t('leave.title', { what })}
      description={text}
      confirmLabel={t('leave.confirm')}
      cancelLabel={t('leave.keep')}
      onConfirm={call.leave}
    />
  )
}

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
