import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { User } from '#contract/users'
import { roomState } from '#domain/sessions/hours'
import type { SessionKind } from '#domain/sessions/session-id'
import { call as words } from '../../i18n/ar/call.ts'
import { shell } from '../../i18n/ar/shell.ts'
import { useMessages } from '../../i18n/messages.ts'
import { ApiError } from '../../platform/api.ts'
import { useNow } from '../../platform/clock.ts'
import { useMe } from '../../platform/current-user.ts'
import { errorText } from '../../platform/error-text.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Loader } from '../../ui/loader.tsx'
import { useLive } from '../shell/shared/live-events.ts'
import { EndScreen } from './end-screen.tsx'
import type { Meeting } from './meeting.ts'
import { CancelledNotice, OverNotice, RefusedNotice } from './meeting-notice.tsx'
import type { Phase } from './phase.ts'
import { PlainPage } from './plain-page.tsx'
import { meetingQuery, membersQuery } from './queries.ts'
import { ReadyScreen } from './ready-screen.tsx'
import type { Room } from './room.ts'
import { Stage } from './stage.tsx'
import { useCall } from './use-call.ts'

/** One lesson, interview or demo session, from its door to its end. */
export function MeetingScreen({ kind, id }: { kind: SessionKind; id: number }) {
  const t = useMessages(words)
  const s = useMessages(shell)
  const me = useMe()
  // News of a cancellation or another time come over the person's own line.
  useLive(me.id, () => undefined)
  const { data: meeting, error, refetch, isFetching } = useQuery(meetingQuery(kind, id, me))
  const what = t(`what.${kind}`)
  const body = () => {
    if (meeting?.isCancelled) return <CancelledNotice meeting={meeting} />
    if (meeting) return <MeetingRoom key={meeting.sessionId} meeting={meeting} me={me} />
    if (meeting === null) return <RefusedNotice why={kind === 'lesson' ? 'unallowed' : 'not-found'} />
    if (!error) return <Loader text={t('loading')} />
    if (error instanceof ApiError && error.code === 'forbidden') return <RefusedNotice why="unallowed" />
    if (error instanceof ApiError && error.status === 404) return <RefusedNotice why="not-found" />
    return (
      <PlainPage centred>
        <h1 className="sr-only">{what}</h1>
        <ErrorState
          title={t('failed', { what })}
          text={errorText(error)}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      </PlainPage>
    )
  }
  return (
    <>
      <title>{s('titleOf', { title: what })}</title>
      {body()}
    </>
  )
}

function MeetingRoom({ meeting, me }: { meeting: Meeting; me: User }) {
  const t = useMessages(words)
  const held = useCall({ sessionId: meeting.sessionId, myId: me.id })
  const name = useOtherName(meeting, held.other !== null)
  const room: Room = { ...held, meeting, me, name, what: t(`what.${meeting.kind}`) }
  const isOver = roomState(meeting, useNow(5000)) === 'over'
  const { call, phase } = held
  useEffect(() => {
    if (isOver) call.end()
  }, [isOver, call])
  useFocusOnScene(phase.is)
  switch (phase.is) {
    case 'pre':
      return isOver ? <OverNotice meeting={meeting} /> : <ReadyScreen room={room} />
    case 'connecting':
      return <ReadyScreen room={room} />
    case 'in':
    case 'reconnecting':
      return <Stage room={room} />
    case 'left':
    case 'ended':
      return <EndScreen room={room} />
    case 'refused':
      return <RefusedNotice why={phase.why} onAgain={call.again} />
    default:
      return phase satisfies never
  }
}

/** The press that led on is gone with its screen: the reader's place is the new one's beginning. */
function useFocusOnScene(is: Phase['is']): void {
  const scene = SCENES[is]
  const last = useRef(scene)
  useEffect(() => {
    if (last.current === scene) return
    last.current = scene
    document.getElementById('main')?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [scene])
}

const SCENES = {
  pre: 'door',
  connecting: 'door',
  in: 'room',
  reconnecting: 'room',
  left: 'end',
  ended: 'end',
  refused: 'refused',
} as const

/** A demo session tells its manager's name only once they are inside. */
function useOtherName({ sessionId, other }: Meeting, isIn: boolean): string {
  const t = useMessages(words)
  const { data } = useQuery({ ...membersQuery(sessionId), enabled: isIn && other.name === null })
  const inside = data?.find(({ id }) => other.id === null || id === other.id)
  return other.name ?? inside?.name ?? t(`someone.${other.role}`)
}
