import { type Connection, type ConnectionContext, Server, type WSMessage } from 'partyserver'
import { type AckFrame, type Acknowledgement, ackFrameFor } from '#contract/live/frames'
import {
  type FromClient,
  readFromClient,
  SESSION_CLOSE_CODE,
  type ServerFrame,
  sessionIdOfFrame,
  type WireCallMinute,
} from '#contract/live/session'
import { keepCallMinutes } from '#db/call-minutes'
import { openDb } from '#db/client'
import { findMeeting } from '#db/meetings'
import { fromIso } from '#domain/cairo'
import type { ScheduledMeeting } from '#domain/sessions/access'
import { hasReminderDue, nextAlarm } from '#domain/sessions/alarms'
import { isMinuteOf } from '#domain/sessions/call-quality'
import { roomState } from '#domain/sessions/hours'
import { leave, type RoomEffect, type RoomStep, stepRoom, whyNotAct } from '#domain/sessions/room'
import { isSessionId, kindOf, type SessionId } from '#domain/sessions/session-id'
import { AttendanceLog } from './attendance.ts'
import { readClock } from './clock.ts'
import { type ConnectionState, Connections, connectionStateFrom, connectionTags, sendFrame } from './connections.ts'
import type { SessionObject } from './interfaces.ts'
import { sessionState } from './session-state.ts'
import { broadcastFrame, type MediaConfig, membersFrame, readyFrame, relayedFrame, toRoomAct } from './session-wire.ts'
import type { QueueMessage } from './stubs.ts'
import { readTimer } from './timer.ts'
import { type TurnConfig, turnServers } from './turn.ts'

type Env = MediaConfig & TurnConfig & { DB: D1Database; MESSAGES: Queue<QueueMessage> }

/** `isWatching` once the tab has pre-joined: only then it receives the room's events. */
type TabState = ConnectionState & { isWatching?: boolean }
type Tab = Connection<TabState>

/** A failed alarm, and attendance that D1 did not accept, are retried after this. */
export const RETRY_MS = 15_000

/**
 * The room of one lesson, interview or demo session (docs/rules/live.md 1.1): its participants and their media state, the
 * signals between them, the attendance log, and the alarms for reminders and for the end. Decisions are made by
 * `domain/sessions`; between two events only stored state survives.
 */
export class SessionParty extends Server<Env> implements SessionObject {
  static override options = { hibernate: true }

  readonly #connections = new Connections(this.ctx, this)
  readonly #state = sessionState(this.ctx.storage.kv)
  readonly #log = new AttendanceLog(this.ctx.storage.kv, this.env.DB, () => this.#id())

  #id(): SessionId {
    if (!isSessionId(this.name)) throw new Error('The object name is not a session id')
    return this.name
  }

  /** Sockets close without an `onClose` when the object restarts, for example on a deployment. */
  override onStart(): Promise<void> {
    return this.#pruneDisconnected()
  }

  /** The ids of the participants. */
  async members(): Promise<number[]> {
    // A call from the worker may wake the object without `onStart`.
    await this.#pruneDisconnected()
    return this.#state.room().map(({ userId }) => userId)
  }

  /**
   * Reloads the meeting after it was booked, moved or cancelled: sets the alarms, sends its new times to those who have
   * pre-joined, clears the room if it is early again, and ends the session if it was cancelled.
   */
  async updateSchedule(): Promise<void> {
    const now = readClock()
    this.#state.setRemindersCheckedAt(now)
    const meeting = await this.#loadMeeting()
    await this.#endIfOver()
    if (meeting && roomState(meeting, now) === 'early') await this.#clearRoom()
    for (const tab of this.#tabs()) if (meeting && tab.state?.isWatching) await this.#sendReady(tab, meeting)
    await this.#setAlarm()
  }

  /** Closes a user's sockets whose tokens were issued before `validFrom`, in epoch seconds. */
  async endSessions(userId: number, validFrom: number): Promise<void> {
    this.#connections.closeRevoked(userId, validFrom)
    await this.#pruneDisconnected()
  }

  /** Closes the sockets of one session of a user's account. */
  async endSession(userId: number, authSession: string): Promise<void> {
    this.#connections.closeSession(userId, authSession)
    await this.#pruneDisconnected()
  }

  override getConnectionTags(_: Tab, { request }: ConnectionContext): string[] {
    return connectionTags(request)
  }

  override async onConnect(tab: Tab, { request }: ConnectionContext): Promise<void> {
    this.#connections.accept(tab, connectionStateFrom(request.headers))
    await this.#setAlarm()
  }

  override async onMessage(tab: Tab, message: WSMessage): Promise<void> {
    const read = readFromClient(message)
    const decision = this.#connections.throttle(tab, read.ok)
    if (decision === 'close') return this.#pruneDisconnected()
    let code: Acknowledgement = 'unreachable'
    try {
      if (decision === 'accept' && read.ok) code = await this.#act(tab, read.event)
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: a party's log is the platform's
      console.error(`SessionParty ${this.name}: a frame failed`, error)
    }
    send(tab, ackFrameFor(read.ack, code))
    await this.#endIfOver()
  }

  /** `getConnections` no longer returns the tab that closes, so pruning removes it. */
  override onClose(tab: Tab): Promise<void> {
    this.#connections.remove(tab)
    return this.#pruneDisconnected()
  }

  override onError(tab: Tab): Promise<void> {
    return this.onClose(tab)
  }

  override async onAlarm(): Promise<void> {
    try {
      await this.#runAlarm()
    } catch (error) {
      // The platform stops retrying a failed alarm after some minutes, but attendance may have to wait for a longer outage to end.
      // biome-ignore lint/suspicious/noConsole: a party's log is the platform's
      console.error(`SessionParty ${this.name}: the alarm failed`, error)
      await this.ctx.storage.setAlarm(readTimer() + RETRY_MS)
    }
  }

  async #runAlarm(): Promise<void> {
    const now = readClock()
    const meeting = await this.#loadMeeting()
    // The worker writes the reminders; its sweep finds those whose queue message was lost.
    if (meeting && hasReminderDue(meeting, this.#state.remindersCheckedAt() ?? now, now))
      await this.env.MESSAGES.send({ wake: 'reminders', sessionId: this.#id() })
    this.#state.setRemindersCheckedAt(now)
    await this.#endIfOver()
    this.#connections.closeExpired()
    await this.#setAlarm()
    await this.#pruneDisconnected()
    await this.#log.flush()
  }

  async #act(tab: Tab, frame: FromClient): Promise<Acknowledgement> {
    if (frame.event === 'ping') return 'ok'
    const sessionId = sessionIdOfFrame(frame)
    if (!sessionId) return 'invalid-session-id'
    if (!tab.state || sessionId !== this.name) return 'unallowed'
    const act = toRoomAct(frame)
    const isEntering = act.type === 'pre-join' || act.type === 'join'
    // Entering reloads the meeting; a query for each frame inside would be wasteful.
    const meeting = (isEntering ? null : this.#state.meeting()) ?? (await this.#loadMeeting())
    const actor = { userId: tab.state.userId, tab: tab.id }
    const refusal = whyNotAct({ meeting, kind: kindOf(this.#id()) }, actor, act, readClock())
    if (refusal || !meeting) return refusal ?? 'unreachable'
    if (isEntering) tab.setState({ ...tab.state, isWatching: true })
    const step = stepRoom(this.#state.room(), meeting.memberIds, actor, act)
    await this.#apply(step, relayedFrame(frame, actor.userId))
    if (act.type === 'pre-join') {
      await this.#sendReady(tab, meeting)
      await this.#setAlarm()
    }
    if (isEntering) send(tab, membersFrame(this.#state.room()))
    if (frame.event === 'CallMinutes') await this.#keepMinutes(tab.state, meeting, frame.payload.minutes)
    return step.result
  }

  /** A minute that is not of this meeting is dropped: the client's clock may be wrong, and the others are right. */
  async #keepMinutes(of: TabState, meeting: ScheduledMeeting, measured: readonly WireCallMinute[]): Promise<void> {
    const now = readClock()
    const kept = measured
      .map((one) => ({ ...one, minute: fromIso(one.minute) }))
      .filter(({ minute }) => isMinuteOf(meeting, minute, now))
    if (kept.length === 0) return
    const { userId, device, operator } = of
    await keepCallMinutes(openDb(this.env.DB), this.#id(), { userId, device, operator }, kept, now)
  }

  async #sendReady(tab: Tab, meeting: ScheduledMeeting): Promise<void> {
    // Like the media server's token, only while the room is open. Early members pre-join again when they enter.
    const isOpen = roomState(meeting, readClock()) === 'open'
    const relays = isOpen && tab.state ? await turnServers(this.env, tab.state.userId, readTimer()) : []
    send(tab, readyFrame(meeting, this.env, relays))
  }

  async #loadMeeting(): Promise<ScheduledMeeting | null> {
    const meeting = await findMeeting(openDb(this.env.DB), this.#id())
    this.#state.setMeeting(meeting)
    if (this.#state.remindersCheckedAt() === null) this.#state.setRemindersCheckedAt(readClock())
    return meeting
  }

  /** Stores the result of a step and sends its effects; `relayed` is the frame for the other participant. */
  async #apply({ room, effects }: RoomStep, relayed: ServerFrame | null = null): Promise<void> {
    if (effects.length === 0) return
    this.#state.setRoom(room)
    const isAttendance = this.#log.record(effects, readClock())
    for (const effect of effects) this.#emit(effect, relayed)
    if (!isAttendance) return
    await this.#log.flush()
    await this.#setAlarm()
  }

  #emit(effect: RoomEffect, relayed: ServerFrame | null): void {
    if (effect.type === 'relayed') send(this.#tab(effect.to), relayed)
    if (effect.type === 'taken-over') send(this.#tab(effect.from), { event: 'SessionTakenOver' })
    const frame = broadcastFrame(effect)
    // The person who shares a screen does not receive the event; only the others do (docs/rules/live.md 5.6).
    const except = effect.type === 'toggled' && effect.source === 'screen' ? effect.userId : null
    for (const tab of this.#tabs()) if (tab.state?.isWatching && tab.state.userId !== except) send(tab, frame)
  }

  /** Removes participants whose tab has no open socket any more. */
  async #pruneDisconnected(): Promise<void> {
    for (const { tab } of this.#state.room()) if (!this.#tab(tab)) await this.#apply(leave(this.#state.room(), { tab }))
  }

  async #clearRoom(): Promise<void> {
    for (const { tab } of this.#state.room()) await this.#apply(leave(this.#state.room(), { tab }))
  }

  /** Ends the session if its meeting is over or cancelled: clears the room and closes all sockets. */
  async #endIfOver(): Promise<void> {
    const meeting = this.#state.meeting()
    if (!meeting || !(meeting.isCanceled || roomState(meeting, readClock()) === 'over')) return
    await this.#clearRoom()
    for (const tab of this.#tabs()) {
      send(tab, { event: 'SessionEnded' })
      tab.close(SESSION_CLOSE_CODE.over, 'the meeting is over')
    }
    // A participant may stay on the media server without a socket here; the worker closes the room there.
    if (this.env.LIVEKIT_URL) await this.env.MESSAGES.send({ wake: 'session-over', sessionId: this.#id() })
  }

  /**
   * Checks heartbeats and sets the object's single alarm to whatever is due first. Alarms run on the machine's clock,
   * meetings on the product's, so a moment of the meeting is converted.
   */
  async #setAlarm(): Promise<void> {
    const timer = readTimer()
    const now = readClock()
    const meeting = this.#state.meeting()
    const due = meeting && nextAlarm(meeting, now)
    const retry = this.#log.isPending() ? timer + RETRY_MS : null
    const alarms = [due && timer + due - now, this.#connections.checkHeartbeats(), retry].filter((at) => at !== null)
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

function send(tab: Tab | undefined, frame: ServerFrame | AckFrame | null): void {
  if (frame && tab) sendFrame(tab, frame)
}
