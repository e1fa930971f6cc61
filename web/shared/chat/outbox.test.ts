import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Acknowledgement } from '#contract/live/frames'
import { openBrowser } from '../../browser-stand-in.ts'
import type { Outgoing } from './outgoing.ts'
import { inMemory, type OutgoingStore } from './outgoing-store.ts'

const RETRY_MS = 2000
const ME = 7

let store: OutgoingStore
let sent: string[]
/** Answers the next frames; afterwards all are stored. */
let answers: Acknowledgement[]

beforeEach(() => {
  vi.useFakeTimers()
  openBrowser()
  store = inMemory()
  sent = []
  answers = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.doUnmock('../../../platform/user-socket.ts')
  vi.doUnmock('./outgoing-store.ts')
  vi.resetModules()
})

/** A tab with modules of its own; all tabs share the device's store. */
async function openTab() {
  vi.resetModules()
  vi.doMock('../../platform/user-socket.ts', () => ({
    sendToParty: async (_event: string, payload: { text: string } | { messages: { text: string }[] }) => {
      const messages = 'messages' in payload ? payload.messages : [payload]
      sent.push(messages.map(({ text }) => text).join(' + '))
      return answers.shift() ?? 'ok'
    },
  }))
  vi.doMock('./outgoing-store.ts', () => ({ inMemory, openOutgoingStore: async () => store }))
  const [outbox, { chatState }, { setConnectionState }] = await Promise.all([
    import('./outbox.ts'),
    import('./chat-state.ts'),
    import('../../platform/connection-state.ts'),
  ])
  const close = outbox.openOutbox(ME)
  await vi.advanceTimersByTimeAsync(0)
  return {
    outbox,
    shown: () => chatState().outgoing.map(({ text, state }) => `${text} ${state}`),
    first: () => chatState().outgoing[0] as Outgoing,
    connect: async () => {
      setConnectionState('open')
      outbox.flush()
      await vi.advanceTimersByTimeAsync(0)
    },
    say: async (...texts: string[]) => {
      for (const text of texts) outbox.sendMessage(1, text)
      await vi.advanceTimersByTimeAsync(0)
    },
    close,
  }
}

const storedTexts = async () => (await store.all()).map(({ text }) => text)

describe('the retry', () => {
  it('of messages that were not answered comes after two seconds, the first alone', async () => {
    const tab = await openTab()
    await tab.connect()
    answers = ['unreachable']
    await tab.say('one', 'two')
    await vi.advanceTimersByTimeAsync(RETRY_MS - 1)
    expect(sent).toEqual(['one + two'])
    await vi.advanceTimersByTimeAsync(1)
    expect(sent).toEqual(['one + two', 'one', 'two'])
    expect(tab.shown()).toEqual(['one stored', 'two stored'])
    expect(await storedTexts()).toEqual([])
  })

  it('ends after the third time: the message has failed, the next is sent, and it can be sent again by hand', async () => {
    const tab = await openTab()
    await tab.connect()
    answers = ['unreachable', 'unreachable', 'unreachable']
    await tab.say('one', 'two')
    await vi.advanceTimersByTimeAsync(10 * RETRY_MS)
    expect(sent).toEqual(['one + two', 'one', 'one', 'two'])
    expect(tab.shown()).toEqual(['one failed', 'two stored'])
    tab.outbox.retryMessage(tab.first())
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toEqual(['one + two', 'one', 'one', 'two', 'one'])
    expect(tab.shown()).toEqual(['two stored', 'one stored'])
  })

  it('ends with the outbox', async () => {
    const tab = await openTab()
    await tab.connect()
    answers = ['unreachable']
    await tab.say('one')
    tab.close()
    await vi.advanceTimersByTimeAsync(10 * RETRY_MS)
    expect(sent).toEqual(['one'])
    expect(await storedTexts()).toEqual(['one'])
  })
})

describe('a reload', () => {
  it('shows what was not sent, and sends it in its order once the socket is open', async () => {
    const before = await openTab()
    await before.say('one', 'two')
    before.close()
    const after = await openTab()
    expect(after.shown()).toEqual(['one waiting', 'two waiting'])
    await after.connect()
    expect(sent).toEqual(['one + two'])
    expect(await storedTexts()).toEqual([])
  })

  it('keeps a refused message as one that has failed', async () => {
    const before = await openTab()
    await before.connect()
    answers = ['unallowed']
    await before.say('one')
    before.close()
    const after = await openTab()
    await after.connect()
    expect(after.shown()).toEqual(['one failed'])
    expect(sent).toEqual(['one'])
  })

  it('of one tab takes from the other what this one has sent', async () => {
    const [one, other] = [await openTab(), await openTab()]
    await one.say('hello')
    expect(other.shown()).toEqual(['hello waiting'])
    await one.connect()
    expect([sent, one.shown(), other.shown()]).toEqual([['hello'], ['hello stored'], []])
  })
})

describe('a store that fails', () => {
  const broken = () => Promise.reject(new Error('Connection to Indexed Database server lost'))

  it('when a message is written stops nothing: it is sent from memory, once', async () => {
    const tab = await openTab()
    store.add = broken
    await tab.say('one', 'two')
    await tab.connect()
    expect(sent).toEqual(['one + two'])
    expect(tab.shown()).toEqual(['one stored', 'two stored'])
  })

  it('when it is read stops nothing either: what is shown as waiting is sent', async () => {
    const tab = await openTab()
    await tab.say('one', 'two')
    store.all = broken
    await tab.connect()
    expect(sent).toEqual(['one + two'])
    expect(tab.shown()).toEqual(['one stored', 'two stored'])
  })

  it('when a message has been sent sends it no second time, and the next one goes', async () => {
    const tab = await openTab()
    await tab.say('one', 'two')
    store.remove = broken
    await tab.connect()
    await tab.say('three')
    expect(sent).toEqual(['one + two', 'three'])
  })

  it('when it is opened leaves an outbox that sends', async () => {
    store.all = broken
    const tab = await openTab()
    await tab.connect()
    await tab.say('one')
    expect(sent).toEqual(['one'])
  })
})
