import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { User } from '#contract/users'
import { roomState } from '#domain/sessions/hours'
import type { SessionKind } from '#domain/sessions/session-id'
import { call as words } from '#messages/call'
import { shell } from '#messages/shell'
import { useMessages } from '../../messages/messages.ts'
import { ApiError, isMissing } from '../../platform/api.ts'
import { useNow } from '../../platform/clock.ts'
import { useMe } from '../../platform/current-user.ts'
import { DocumentTitle } from '../../platform/document-title.tsx'
import { errorText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { mainRegion, moveFocus } from '../../ui/focus.ts'
import { useFocusAfter } from '../../ui/focus-hooks.ts'
import { Loader } from '../../ui/loader.tsx'
import { useLiveEvents } from '../shell/shared/live-events.ts'
import type { CallView } from './call-view.ts'
import { EndScreen } from './end-screen.tsx'
import { InCallScreen } from './in-call-screen.tsx'
import { PlainPage } from './plain-page.tsx'
import { sessionQuery } from './queries.ts'
import { ReadyScreen } from './ready-screen.tsx'
import type { Session } from './session.ts'
import { CancelledNotice, OverNotice, RefusedNotice } from './session-notice.tsx'
import { useCall } from './use-call.ts'

export function LessonSessionScreen() {
  const { id } = useParams({ from: '/lesson/$id' })
  return <SessionScreen key={id} kind="lesson" id={Number(id)} />
}

export function InterviewScreen() {
  const { id } = useParams({ from: '/interview/$id' })
  return <SessionScreen key={id} kind="interview" id={Number(id)} />
}

export function DemoSessionScreen() {
  const { id } = useParams({ from: '/demo-session/$id' })
  return <SessionScreen key={id} kind="demo" id={Number(id)} />
}

/** One lesson, interview or demo session: the screens before, during and after its call. */
function SessionScreen({ kind, id }: { kind: SessionKind; id: number }) {
  const t = useMessages(words)
  const s = useMessages(shell)
  const me = useMe()
  // A cancellation or a new time arrives over the user's own socket, not the session's.
  useLiveEvents(me.id, () => undefined)
  const { data: session, error, refetch, isFetching } = useQuery(sessionQuery(kind, id, me))
  const format = useFormat()
  const what = t(`what.${kind}`)
  const body = () => {
    if (session?.isCancelled) return <CancelledNotice session={session} />
    if (session) return <ActiveSession key={session.sessionId} session={session} me={me} />
    if (session === null) return <RefusedNotice why={kind === 'lesson' ? 'unallowed' : 'not-found'} />
    if (!error) return <Loader text={t('loading')} />
    if (error instanceof ApiError && error.code === 'forbidden') return <RefusedNotice why="unallowed" />
    if (isMissing(error)) return <RefusedNotice why="not-found" />
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
      <DocumentTitle text={s('titleOf', { title: format.capital(what) })} />
      {body()}
    </>
  )
}

function ActiveSession({ session, me }: { session: Session; me: User }) {
  const t = useMessages(words)
  const isOver = roomState(session, useNow(5000)) === 'over'
  const own = useCall({ sessionId: session.sessionId, myId: me.id, isOver })
  const name = session.other.name ?? t(`someone.${session.other.role}`)
  const view: CallView = { ...own, session, me, name, what: t(`what.${session.kind}`) }
  const { call, phase } = own
  useEffect(() => {
    if (isOver) call.end()
  }, [isOver, call])
  // The button that was pressed is gone with its screen.
  useFocusAfter(SCREENS[phase.type], () => {
    moveFocus(mainRegion(), { preventScroll: true })
    window.scrollTo({ top: 0 })
  })
  switch (phase.type) {
    case 'pre':
      return isOver ? <OverNotice session={session} /> : <ReadyScreen view={view} />
    case 'connecting':
      return <ReadyScreen view={view} />
    case 'in':
    case 'reconnecting':
      return <InCallScreen view={view} />
    case 'left':
    case 'ended':
      return <EndScreen view={view} />
    case 'refused':
      return <RefusedNotice why={phase.why} onRetry={call.restart} />
    default:
      return phase satisfies never
  }
}

const SCREENS = {
  pre: 'ready',
  connecting: 'ready',
  in: 'call',
  reconnecting: 'call',
  left: 'end',
  ended: 'end',
  refused: 'refused',
} as const
