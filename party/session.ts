import { type Connection, type ConnectionContext, Server, type WSMessage } from 'partyserver'
import { type Acknowledgement, ackFrameFor } from '#contract/live/frames'
import {
  type FromClient,
  readFromClient,
  SESSION_CLOSE_CODE,
  type ServerFrame,
  sessionIdOfFrame,
} from '#contract/live/session'
import { openDb } from '#db/client'
import { findMeeting } from '#db/meetings'
import type { ScheduledMeeting } from '#domain/sessions/access'
import { hasReminderDue, nextAlarm } from '#domain/sessions/alarms'
import { roomState } from '#domain/sessions/hours'
import { leave, type RoomEffect, type RoomStep, stepRoom, whyNotAct } from '#domain/sessions/room'
import { isSessionId, kindOf, type SessionId } from '#domain/sessions/session-id'
import { AttendanceLog } from './attendance.ts'
import { readClock } from './clock.ts'
import { type Line, Lines, lineOf, tagsOf } from './lines.ts'
import { keptIn } from './session-kept.ts'
import { actOf, announced, type Carriers, membersFrame, passedOn, readyFrame } from './session-words.ts'
import type { QueueMessage } from './stubs.ts'
import { readTimer } from './timer.ts'

type Env = Carriers & { DB: D1Database; MESSAGES: Queue<QueueMessage> }

/** A socket; `isWatching` once it has pre-joined, and hears who comes and goes. */
type TabState = Line & { isWatching?: boolean }
type Tab = Connection<TabState>

/** What the database did not take is offered to it again after this. */
const RETRY_MS = 15_000

/**
 * The room of one lesson, interview or demo session (docs/rules/live.md 1.1): who is inside and what they have switched
 * on, their signals to each other, the log of attendance, and the alarms for reminders and for the end. What the rules
 * say is in `domain/sessions`; between two events nothing is kept but what is stored.
 */
export class SessionParty extends Server<Env> {
  static override options = { hibernate: true }

  readonly #lines = new Lines(this.ctx, this)
  readonly #kept = keptIn(this.ctx.storage.kv)
  readonly #log = new AttendanceLog(this.ctx.storage.kv, this.env.DB, () => this.#id())

  #id(): SessionId {
    if (!isSessionId(this.name)) throw new Error('A session has the name of a session')
    return this.name
  }

  /** Sockets may have ended while the party was away, as when it is deployed anew. */
  override onStart(): Promise<void> {
    return this.#missLost()
  }

  /** The ids of those who are inside. */
  async members(): Promise<number[]> {
    // A call from the worker may wake the party without starting it.
    await this.#missLost()
    return this.#kept.room().map(({ userId }) => userId)
  }

  /**
   * The meeting was booked, moved or cancelled: alarms are set for it as it is now, whoever waits hears its hours, nobody
   * is inside before they come, and a cancelled one ends.
   */
  async arrange(): Promise<void> {
    const now = readClock()
    this.#kept.setLookedAt(now)
    const meeting = await this.#look()
    await this.#endIfOver()
    if (meeting && roomState(meeting, now) === 'early') await this.#emptyRoom()
    for (const tab of this.#tabs()) if (meeting && tab.state?.isWatching) send(tab, readyFrame(meeting, this.env))
    await this.#arm()
  }

  /** Closes the sockets that somebody opened with tokens issued before, in seconds. */
  async endSessions(userId: number, validFrom: number): Promise<void> {
    this.#lines.closeEnded(userId, validFrom)
    await this.#missLost()
  }

  override getConnectionTags(_: Tab, { request }: ConnectionContext): string[] {
    return tagsOf(request)
  }

  override async onConnect(tab: Tab, { request }: ConnectionContext): Promise<void> {
    this.#lines.take(tab, lineOf(request.headers))
    await this.#arm()
  }

  override async onMessage(tab: Tab, message: WSMessage): Promise<void> {
    const read = readFromClient(message)
    const verdict = this.#lines.judge(tab, read.ok)
    if (verdict === 'close') return this.#missLost()
    let code: Acknowledgement = 'unreachable'
    try {
      if (verdict === 'take' && read.ok) code = await this.#act(tab, read.event)
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: a party's log is the platform's
      console.error(`SessionParty ${this.name}: a frame failed`, error)
    }
    send(tab, ackFrameFor(read.ack, code))
    await this.#endIfOver()
  }

  /** The tab that closes is no longer among the open ones. */
  override onClose(tab: Tab): Promise<void> {
    this.#lines.forget(tab)
    return this.#missLost()
  }

  override onError(tab: Tab): Promise<void> {
    return this.onClose(tab)
  }

  override async onAlarm(): Promise<void> {
    const now = readClock()
    const meeting = await this.#look()
    // The reminders themselves are the worker's to write; its sweep finds those that a lost wake-up leaves behind.
    if (meeting && hasReminderDue(meeting, this.#kept.lookedAt() ?? now, now))
      await this.env.MESSAGES.send({ wake: 'reminders', sessionId: this.#id() })
    this.#kept.setLookedAt(now)
    await this.#endIfOver()
    this.#lines.closeExpired()
    await this.#arm()
    await this.#missLost()
    await this.#log.write()
  }

  async #act(tab: Tab, said: FromClient): Promise<Acknowledgement> {
    if (said.event === 'ping') return 'ok'
    const named = sessionIdOfFrame(said)
    if (!named) return 'invalid-session-id'
    if (!tab.state || named !== this.name) return 'unallowed'
    const act = actOf(said)
    const isComing = act.type === 'pre-join' || act.type === 'join'
    // Who comes is asked about anew; what they say inside is not worth a query each time.
    const meeting = (isComing ? null : this.#kept.meeting()) ?? (await this.#look())
    const actor = { userId: tab.state.userId, tab: tab.id }
    const refusal = whyNotAct({ meeting, kind: kindOf(this.#id()) }, actor, act, readClock())
    if (refusal || !meeting) return refusal ?? 'unreachable'
    if (isComing) tab.setState({ ...tab.state, isWatching: true })
    const step = stepRoom(this.#kept.room(), meeting.memberIds, actor, act)
    await this.#apply(step, passedOn(said, actor.userId))
    if (act.type === 'pre-join') await this.#welcome(tab, meeting)
    if (isComing) send(tab, membersFrame(this.#kept.room()))
    return step.result
  }

  async #welcome(tab: Tab, meeting: ScheduledMeeting): Promise<void> {
    send(tab, readyFrame(meeting, this.env))
    await this.#arm()
  }

  async #look(): Promise<ScheduledMeeting | null> {
    const meeting = await findMeeting(openDb(this.env.DB), this.#id())
    this.#kept.setMeeting(meeting)
    if (this.#kept.lookedAt() === null) this.#kept.setLookedAt(readClock())
    return meeting
  }

  /** Keeps what an act made of the room, and tells it; `passed` is what goes on to the other one. */
  async #apply({ room, effects: news }: RoomStep, passed: ServerFrame | null = null): Promise<void> {
    if (news.length === 0) return
    this.#kept.setRoom(room)
    const isAttendance = this.#log.note(news, readClock())
    for (const one of news) this.#tell(one, passed)
    if (!isAttendance) return
    await this.#log.write()
    await this.#arm()
  }

  #tell(news: RoomEffect, passed: ServerFrame | null): void {
    if (news.type === 'passed') send(this.#tab(news.to), passed)
    if (news.type === 'moved') send(this.#tab(news.from), { event: 'SessionTakenOver' })
    const frame = announced(news)
    // Whoever shares a screen has chosen it; only the others hear of it (docs/rules/live.md 5.6).
    const except = news.type === 'switched' && news.source === 'screen' ? news.userId : null
    for (const tab of this.#tabs()) if (tab.state?.isWatching && tab.state.userId !== except) send(tab, frame)
  }

  /** Whoever was inside with a tab that is gone has left. */
  async #missLost(): Promise<void> {
    for (const { tab } of this.#kept.room()) if (!this.#tab(tab)) await this.#apply(leave(this.#kept.room(), { tab }))
  }

  async #emptyRoom(): Promise<void> {
    for (const { tab } of this.#kept.room()) await this.#apply(leave(this.#kept.room(), { tab }))
  }

  /** A meeting that is over or cancelled: everybody is told and let go. */
  async #endIfOver(): Promise<void> {
    const meeting = this.#kept.meeting()
    if (!meeting || !(meeting.isCanceled || roomState(meeting, readClock()) === 'over')) return
    await this.#emptyRoom()
    for (const tab of this.#tabs()) {
      send(tab, { event: 'SessionEnded' })
      tab.close(SESSION_CLOSE_CODE.over, 'the meeting is over')
    }
    // Whoever stays on the media server, without a socket of ours, is shown out by the worker.
    if (this.env.LIVEKIT_URL) await this.env.MESSAGES.send({ wake: 'session-over', sessionId: this.#id() })
  }

  /**
   * Listens to the open lines, and sets the one alarm for what comes first. The alarm goes by the machine's time, the
   * meeting by the product's.
   */
  async #arm(): Promise<void> {
    const timer = readTimer()
    const now = readClock()
    const meeting = this.#kept.meeting()
    const due = meeting && nextAlarm(meeting, now)
    const retry = this.#log.isPending() ? timer + RETRY_MS : null
    const alarms = [due && timer + due - now, this.#lines.feelPulses(), retry].filter((at) => at !== null)
    if (alarms.length === 0) await this.ctx.storage.deleteAlarm()
    else await this.ctx.storage.setAlarm(Math.min(...alarms))
  }

  #tabs(): Tab[] {
    return [...this.getConnections<TabState>()]
  }

  #tab(id: string): Tab | undefined {
    return this.#tabs().find((tab) => tab.id === id)
  }
}

/** A socket that is closing takes nothing more. */
function send(tab: Tab | undefined, frame: ServerFrame | ReturnType<typeof ackFrameFor> | null): void {
  if (frame && tab?.readyState === WebSocket.OPEN) tab.send(JSON.stringify(frame))
}
