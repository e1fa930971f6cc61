import { useEffect, useRef, useState } from 'react'
import { minutes } from '#domain/cairo'
import { CLOSES_AFTER_MINUTES } from '#domain/sessions/hours'
import { call as words } from '../../i18n/ar/call.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/format.ts'
import { toast } from '../../ui/toasts.ts'
import { milestoneOf } from './meeting-clock.ts'
import type { Room } from './room.ts'
import { chime } from './sound.ts'

/** Says aloud, and shows for a moment, what one would otherwise have to look for: who came or went, and the time. */
export function Announcer({ room }: { room: Room }) {
  const [said, setSaid] = useState('')
  useComings(room, setSaid)
  usePictures(room, setSaid)
  useMilestones(room)
  return (
    <p aria-live="polite" className="sr-only">
      {said}
    </p>
  )
}

function useComings({ other, own, name, phase }: Room, say: (text: string) => void): void {
  const t = useMessages(words)
  const isIn = other !== null
  const was = useRef({ isIn, isMuted: own.isMuted, is: phase.is })
  useEffect(() => {
    const before = was.current
    was.current = { isIn, isMuted: own.isMuted, is: phase.is }
    if (before.isIn !== isIn) {
      chime(isIn ? 'joined' : 'left')
      say(t(isIn ? 'notices.joined' : 'notices.left', { name }))
    } else if (before.is === 'reconnecting' && phase.is === 'in') say(t('notices.back'))
    else if (before.isMuted !== own.isMuted) say(t(own.isMuted ? 'notices.muted' : 'notices.unmuted'))
  }, [isIn, own.isMuted, phase.is, name, say, t])
}

/** Whose screen or camera is seen, which a key turns on and off as well as its button. */
function usePictures({ own, tracks, name }: Room, say: (text: string) => void): void {
  const t = useMessages(words)
  const now = { camera: own.tracks.camera !== null, screen: own.tracks.screen !== null, shown: tracks.screen !== null }
  const was = useRef(now)
  const { camera, screen, shown } = now
  useEffect(() => {
    const before = was.current
    was.current = { camera, screen, shown }
    if (before.shown !== shown) say(t(shown ? 'notices.shared' : 'notices.unshared', { name }))
    else if (before.screen !== screen) say(t(screen ? 'notices.sharing' : 'notices.notSharing'))
    else if (before.camera !== camera) say(t(camera ? 'notices.seen' : 'notices.unseen'))
  }, [camera, screen, shown, name, say, t])
}

function useMilestones({ meeting, what }: Room): void {
  const t = useMessages(words)
  const format = useFormat()
  const milestone = milestoneOf(meeting, useNow(1000))
  const last = useRef(milestone)
  useEffect(() => {
    if (last.current === milestone) return
    last.current = milestone
    if (!milestone) return
    const time = format.time(meeting.end + minutes(CLOSES_AFTER_MINUTES))
    toast[milestone === 'five' ? 'info' : 'warning'](t(`clock.${milestone}`, { what, time }), { id: 'meeting-clock' })
  }, [milestone, meeting.end, what, t, format])
}
