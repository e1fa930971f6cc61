import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Acknowledgement } from '#contract/live/frames'
import type { Message } from '#contract/message'
import { deliver, type Outgoing, stillOutgoing } from './outgoing.ts'
import { inMemory } from './outgoing-store.ts'
import { emptyTimeline, newestId, type Timeline, withMessages, withPage } from './timeline.ts'

const [ME, THEM] = [1, 2]
type Fate = 'works' | 'loses-message' | 'loses-answer'
type Step =
  | { kind: 'write' }
  | { kind: 'other' }
  | { kind: 'receive' }
  | { kind: 'send'; fate: Fate }
  | { kind: 'reload' }

/** A room on a server, and one tab that writes into it over a connection that breaks whenever a sending fails. */
class World {
  readonly stored: Message[] = []
  readonly written: string[] = []
  readonly #kept = inMemory()
  #outgoing: readonly Outgoing[] = []
  #timeline: Timeline = emptyTimeline
  /** Events that the server has sent and the tab has not received. */
  #inFlight: Message[] = []

  #store(userId: number, refId: string): void {
    if (this.stored.some((one) => one.refId === refId)) return
    const id = this.stored.length + 1
    const at = new Date(Date.UTC(2026, 10, 21) + id * 1000).toISOString()
    const message: Message = {
      id,
      userId,
      roomId: 7,
      refId,
      text: refId,
      read: false,
      edited: false,
      deleted: false,
      createdAt: at,
      updatedAt: at,
    }
    this.stored.push(message)
    this.#inFlight.push(message)
  }

  async write(): Promise<void> {
    const refId = `mine-${this.written.length}`
    const message: Outgoing = { refId, roomId: 7, text: refId, writtenAt: 0, state: 'waiting', refusal: null }
    this.written.push(refId)
    this.#outgoing = [...this.#outgoing, message]
    await this.#kept.add(message)
  }

  other(): void {
    this.#store(THEM, `theirs-${this.stored.length}`)
  }

  receive(): void {
    const received = this.#inFlight.shift()
    if (received) this.#timeline = withMessages(this.#timeline, [received])
  }

  /** Sends until something fails; then the socket is replaced, events on the old one are lost, and missed messages are fetched. */
  async send(fate: Fate): Promise<void> {
    let isOpen = true
    const send = async (messages: readonly Outgoing[]): Promise<Acknowledgement> => {
      if (fate !== 'loses-message') for (const { refId } of messages) this.#store(ME, refId)
      isOpen = fate === 'works'
      return isOpen ? 'ok' : 'unreachable'
    }
    const onStored = async (message: Outgoing) => {
      this.#outgoing = this.#outgoing.map((one) => (one.refId === message.refId ? { ...one, state: 'stored' } : one))
      await this.#kept.remove(message.refId)
    }
    const delivery = { load: this.#kept.all, send, isConnected: () => isOpen, onStored, onRefused: async () => {} }
    await deliver(delivery, new Map())
    if (!isOpen) this.reopen()
  }

  reopen(): void {
    this.#inFlight = []
    const gapAfter = newestId(this.#timeline)
    this.#timeline = withPage(
      this.#timeline,
      this.stored.filter(({ id }) => id > gapAfter),
    )
    this.#outgoing = this.#outgoing.filter(({ state }) => state !== 'stored')
  }

  /** The tab begins anew, with what the device has kept. */
  async reload(): Promise<void> {
    this.#timeline = emptyTimeline
    this.#outgoing = await this.#kept.all()
    this.reopen()
  }

  shown(): string[] {
    const { messages } = this.#timeline
    const rest = stillOutgoing(this.#outgoing, messages)
    return [...messages.map(({ text }) => text), ...rest.map(({ text }) => text)]
  }

  async run(step: Step): Promise<void> {
    if (step.kind === 'send') await this.send(step.fate)
    else await this[step.kind]()
  }
}

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom<Step>(
    { kind: 'write' },
    { kind: 'write' },
    { kind: 'other' },
    { kind: 'receive' },
    { kind: 'reload' },
  ),
  fc.constantFrom<Fate>('works', 'loses-message', 'loses-answer').map((fate): Step => ({ kind: 'send', fate })),
)

describe('a conversation over a connection that breaks', () => {
  it('shows all that was written, each once, at every moment; in the end both sides have the same in the same order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const world = new World()
        for (const one of steps) {
          await world.run(one)
          const shown = world.shown()
          expect(new Set(shown).size).toBe(shown.length)
          expect(shown).toEqual(expect.arrayContaining(world.written))
          expect(shown.filter((text) => text.startsWith('mine'))).toEqual(world.written)
        }
        await world.send('works')
        world.reopen()
        expect(world.shown()).toEqual(world.stored.map(({ text }) => text))
        expect(world.stored.filter(({ userId }) => userId === ME).map(({ text }) => text)).toEqual(world.written)
      }),
    )
  })
})
