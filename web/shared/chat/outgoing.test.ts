import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Acknowledgement } from '#contract/live/frames'
import { deliver, MAX_FAULTS, type Outgoing, stillOutgoing } from './outgoing.ts'
import { inMemory } from './outgoing-store.ts'

const outgoing = (refId: string, roomId = 7): Outgoing => ({
  refId,
  roomId,
  text: refId,
  writtenAt: 0,
  state: 'waiting',
  refusal: null,
})

/** A server that stores each refId once, behind a connection that may lose the message or its answer. */
function world(connection: readonly ('works' | 'loses-message' | 'loses-answer' | 'breaks')[]) {
  const store = inMemory()
  const stored: string[] = []
  const [faults, plan] = [new Map<string, number>(), [...connection]]
  let isOpen = true
  const frames: string[][] = []
  const send = async (messages: readonly Outgoing[]): Promise<Acknowledgement> => {
    const fate = plan.shift() ?? 'works'
    frames.push(messages.map(({ refId }) => refId))
    if (fate === 'breaks') isOpen = false
    if (fate === 'works' || fate === 'loses-answer')
      for (const { refId } of messages) if (!stored.includes(refId)) stored.push(refId)
    return fate === 'works' ? 'ok' : 'unreachable'
  }
  const delivery = {
    load: store.all,
    send,
    isConnected: () => isOpen,
    onStored: ({ refId }: Outgoing) => store.remove(refId),
    onRefused: (message: Outgoing, refusal: Exclude<Acknowledgement, 'ok'>) =>
      store.replace({ ...message, state: 'failed', refusal }),
  }
  return {
    store,
    stored,
    frames,
    delivery,
    run: () => deliver(delivery, faults),
    reopen: () => {
      isOpen = true
    },
  }
}

const fate = fc.constantFrom('works' as const, 'loses-answer' as const, 'breaks' as const)

describe('delivering what was written', () => {
  it('stores every message once and in order, whatever the connection does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fate, { maxLength: 12 }), fc.integer({ min: 1, max: 6 }), async (connection, count) => {
        // Answers are lost less often in a row than a message may go unanswered.
        const plan = connection.flatMap((one) => (one === 'loses-answer' ? [one, 'works' as const] : [one]))
        const { store, stored, run, reopen } = world(plan)
        const refIds = Array.from({ length: count }, (_, place) => `ref-${place}`)
        for (const refId of refIds) await store.add(outgoing(refId))
        while ((await run()) !== 'done') reopen()
        expect(stored).toEqual(refIds)
        expect(await store.all()).toEqual([])
      }),
    )
  })

  it('lets nothing pass a message that is unanswered', async () => {
    const { store, stored, run } = world(['breaks'])
    await store.add(outgoing('first'))
    await store.add(outgoing('second'))
    expect(await run()).toBe('offline')
    expect(stored).toEqual([])
  })

  it('sets a refused message aside and sends what follows', async () => {
    const { store, stored, delivery } = world([])
    for (const refId of ['before', 'refused', 'taken']) await store.add(outgoing(refId))
    // The server stores those beside it.
    const send = async (messages: readonly Outgoing[]): Promise<Acknowledgement> => {
      const taken = messages.filter(({ refId }) => refId !== 'refused')
      if (taken.length > 0) await delivery.send(taken)
      return taken.length < messages.length ? 'unallowed' : 'ok'
    }
    expect(await deliver({ ...delivery, send }, new Map())).toBe('done')
    expect(stored).toEqual(['before', 'taken'])
    expect(await store.all()).toMatchObject([{ refId: 'refused', state: 'failed', refusal: 'unallowed' }])
  })

  it('sends what waits for one room together, within what a frame holds, and each room after the other', async () => {
    const { store, frames, run } = world([])
    const many = Array.from({ length: 120 }, (_, place) => `many-${place}`)
    for (const refId of many) await store.add(outgoing(refId))
    for (const refId of ['there', 'here']) await store.add(outgoing(refId, refId === 'there' ? 8 : 7))
    for (const refId of ['long', 'longer']) await store.add({ ...outgoing(refId), text: 'a'.repeat(7000) })
    expect(await run()).toBe('done')
    expect(frames).toEqual([
      many.slice(0, 50),
      many.slice(50, 100),
      many.slice(100),
      ['there'],
      ['here', 'long'],
      ['longer'],
    ])
  })

  it('sends one alone that was not answered, as those beside it may not be the reason', async () => {
    const { store, frames, run } = world(['loses-message'])
    for (const refId of ['first', 'second', 'third']) await store.add(outgoing(refId))
    expect([await run(), await run()]).toEqual(['later', 'done'])
    expect(frames).toEqual([['first', 'second', 'third'], ['first'], ['second', 'third']])
  })

  it('gives a message up that an open connection leaves unanswered again and again', async () => {
    const { store, run } = world(Array.from({ length: MAX_FAULTS }, () => 'loses-message' as const))
    await store.add(outgoing('unlucky'))
    for (let turn = 1; turn < MAX_FAULTS; turn++) expect(await run()).toBe('later')
    expect(await run()).toBe('done')
    expect(await store.all()).toMatchObject([{ state: 'failed', refusal: 'unreachable' }])
  })

  it('shows nothing twice that is among the messages of the server', () => {
    const kept = stillOutgoing([outgoing('told'), outgoing('untold')], [{ refId: 'told' }, { refId: null }])
    expect(kept.map(({ refId }) => refId)).toEqual(['untold'])
  })
})
