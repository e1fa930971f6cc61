import type { Connection, Server } from 'partyserver'
import type { FromClient, RecordRef, ServerFrame } from '#contract/live/broadcast'
import type { Acknowledgement } from '#contract/live/frames'
import type { Role } from '#domain/roles'
import { mayWatchQueue } from '#domain/staff/queues'
import { MAX_OPEN_RECORDS, mayWatchRecord } from '#domain/staff/records'
import { type ConnectionState, sendFrame } from './connections.ts'

/** A tab of staff and the records that it has open. Stored as the socket's attachment, so that it survives hibernation. */
type StaffState = ConnectionState & { records?: RecordRef[] }
type StaffConnection = Connection<StaffState>

const isSame = (one: RecordRef, other: RecordRef): boolean => one.kind === other.kind && one.id === other.id

/** Whether a role may receive the frame: changes of a queue go only to those who work on it. */
export const mayReceive = (frame: ServerFrame, role: Role): boolean =>
  frame.event !== 'StaffQueueUpdated' || mayWatchQueue(frame.payload.queue, role)

/** Which staff have which record open (docs/rules/staff.md 3.5): all viewers of a record are notified of each change. */
export class OpenRecords {
  readonly #connections: () => Iterable<StaffConnection>

  constructor(party: Server) {
    this.#connections = () => party.getConnections<StaffState>()
  }

  /** Handles the frame of a tab that opens or closes a record. */
  handle(connection: StaffConnection, frame: Exclude<FromClient, { event: 'ping' }>): Acknowledgement {
    const { state } = connection
    const { payload: record } = frame
    if (!state || !mayWatchRecord(record.kind, state.role)) return 'unallowed'
    const others = (state.records ?? []).filter((open) => !isSame(open, record))
    if (frame.event === 'RecordOpened' && others.length >= MAX_OPEN_RECORDS) return 'unallowed'
    connection.setState({ ...state, records: frame.event === 'RecordOpened' ? [...others, record] : others })
    this.#announce(record)
    return 'ok'
  }

  /** Notifies the other viewers of the closed tab's records. */
  closed(connection: StaffConnection): void {
    const records = connection.state?.records ?? []
    for (const record of records) this.#announce(record, connection)
  }

  #announce(record: RecordRef, closed?: StaffConnection): void {
    const watching = [...this.#connections()].filter(
      ({ id, state }) => id !== closed?.id && state?.records?.some((open) => isSame(open, record)),
    )
    // Two tabs of one person are one viewer.
    const people = new Map(watching.flatMap(({ state }) => (state ? [[state.userId, state.name] as const] : [])))
    const viewers = [...people].map(([id, name]) => ({ id, name })).sort((one, other) => one.id - other.id)
    const frame: ServerFrame = { event: 'RecordViewers', payload: { ...record, viewers } }
    for (const connection of watching) sendFrame(connection, frame)
  }
}
