import { useEffect, useRef, useState } from 'react'
import { minutes } from '#domain/cairo'
import { CLOSES_AFTER_MINUTES } from '#domain/sessions/hours'
import { call as words } from '#messages/call'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/format.ts'
import { onIncomingMessage } from '../../shared/chat/incoming-messages.ts'
import { toast } from '../../ui/toasts.ts'
import type { CallView } from './call-view.ts'
import { milestoneOf } from './session-clock.ts'
import { chime } from './sound.ts'

/**
 * Announces to screen readers, and with sounds and toasts, who has entered or left, whose media are on, and how much time
 * is left.
 */
export function Announcer({ view }: { view: CallView }) {
  const [announcement, announce] = useState('')
  useMemberAnnouncements(view, announce)
  useMediaAnnouncements(view, announce)
  useMilestones(view)
  useMessageSound(view)
  useReturnOfPictures(view)
  return (
    <p aria-live="polite" className="sr-only">
      {announcement}
    </p>
  )
}

function useMemberAnnouncements({ other, own, name, phase }: CallView, announce: (text: string) => void): void {
  const t = useMessages(words)
  const isIn = other !== null
  const was = useRef({ isIn, isMuted: own.isMuted, type: phase.type })
  useEffect(() => {
    const before = was.current
    was.current = { isIn, isMuted: own.isMuted, type: phase.type }
    if (before.isIn !== isIn) {
      chime(isIn ? 'joined' : 'left')
      announce(t(isIn ? 'notices.joined' : 'notices.left', { name }))
    } else if (before.type === 'reconnecting' && phase.type === 'in') announce(t('notices.back'))
    else if (before.isMuted !== own.isMuted) announce(t(own.isMuted ? 'notices.muted' : 'notices.unmuted'))
  }, [isIn, own.isMuted, phase.type, name, announce, t])
}

/** Keyboard shortcuts change these too, and only this announcement reports it. */
function useMediaAnnouncements(
  { own, other, name, isAudioFallback }: CallView,
  announce: (text: string) => void,
): void {
  const t = useMessages(words)
  // The track of a screen is there from the first connection on, shared or not: only the party's event says whether it is.
  const now = {
    camera: own.tracks.camera !== null && !isAudioFallback,
    screen: own.tracks.screen !== null,
    shown: other?.screen ?? false,
  }
  const was = useRef(now)
  const { camera, screen, shown } = now
  // Whoever leaves is announced as having left, not as having stopped sharing.
  const isOtherIn = other !== null
  useEffect(() => {
    const before = was.current
    was.current = { camera, screen, shown }
    if (before.shown !== shown && isOtherIn) announce(t(shown ? 'notices.shared' : 'notices.unshared', { name }))
    else if (before.screen !== screen) announce(t(screen ? 'notices.sharing' : 'notices.notSharing'))
    else if (before.camera !== camera) announce(t(camera ? 'notices.seen' : 'notices.unseen'))
  }, [camera, screen, shown, isOtherIn, name, announce, t])
}

/** The audio-only banner announces itself when it appears; its disappearance must be announced here. */
function useReturnOfPictures({ isAudioFallback, isFallbackOverruled }: CallView): void {
  const t = useMessages(words)
  const was = useRef(isAudioFallback)
  useEffect(() => {
    if (was.current && !isAudioFallback && !isFallbackOverruled)
      toast.success(t('notices.picturesBack'), { id: 'call-pictures' })
    was.current = isAudioFallback
  }, [isAudioFallback, isFallbackOverruled, t])
}

/** A message of the other member, whether the chat is open or not: their eyes may be on the picture. */
function useMessageSound({ session }: CallView): void {
  const otherId = session.other.id
  useEffect(
    () =>
      onIncomingMessage(({ message }) => {
        if (message.userId === otherId) chime('message')
      }),
    [otherId],
  )
}

function useMilestones({ session, what }: CallView): void {
  const t = useMessages(words)
  const format = useFormat()
  const milestone = milestoneOf(session, useNow(1000))
  const last = useRef(milestone)
  useEffect(() => {
    if (last.current === milestone) return
    last.current = milestone
    if (!milestone) return
    const time = format.time(session.end + minutes(CLOSES_AFTER_MINUTES))
    toast[milestone === 'five' ? 'info' : 'warning'](t(`clock.${milestone}`, { what, time }), { id: 'session-clock' })
  }, [milestone, session.end, what, t, format])
}
