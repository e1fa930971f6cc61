import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { chat } from '#messages/chat'
import { DEMO_STUDENT, DEMO_TUTOR, openAs, origin, tokenOf } from './steps.ts'
import { OFFLINE, test } from './test.ts'

/** Two people who know each other from lessons, each in a browser of their own. */
const STUDENT = { email: 'student@hessa.test', name: DEMO_STUDENT }
const TUTOR = { email: 'tutor@hessa.test', name: DEMO_TUTOR }

const DESK = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

async function arrive(browser: Browser, email: string, viewport: typeof DESK): Promise<Page> {
  const page = await openAs(browser, email, { viewport })
  await page.goto(`${origin()}/chat`)
  return page
}

const openRoom = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()
const box = (page: Page): Locator => page.getByRole('textbox', { name: /./ }).last()
const log = (page: Page): Locator => page.getByRole('log')
const rooms = (page: Page): Locator => page.getByRole('navigation', { name: chat.title })
/** The message with this text, the newest if it was said before. */
const message = (page: Page, text: string): Locator => log(page).getByRole('article').filter({ hasText: text }).last()

async function say(page: Page, text: string): Promise<void> {
  await box(page).fill(text)
  await page.getByRole('button', { name: chat.composer.send, exact: true }).click()
}

async function choose(page: Page, text: string, action: string): Promise<void> {
  await message(page, text).hover()
  await message(page, text).getByRole('button', { name: chat.message.actions }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** A dialog that was closed is still fading out when the next menu opens. */
const slowAnimations = (page: Page): Promise<unknown> =>
  page.evaluate(() => document.styleSheets[0]?.insertRule('* { animation-duration: 1s !important }'))

/** Words that no earlier run has said. */
const words = (what: string): string => `${what} ${Math.random().toString(36).slice(2, 8)}`

/** Which of these texts stand in the conversation, in its order. */
async function order(page: Page, texts: readonly string[]): Promise<string[]> {
  const all = await log(page).getByRole('article').allInnerTexts()
  return all.flatMap((shown) => texts.find((text) => shown.includes(text)) ?? [])
}

test('two people write, see each other write and read, change and delete', async ({ browser }) => {
  const student = await arrive(browser, STUDENT.email, PHONE)
  const tutor = await arrive(browser, TUTOR.email, DESK)
  const [question, answer, better] = [words('question'), words('answer'), words('better answer')]

  await test.step('a message reaches the other, and is counted until it is read', async () => {
    await openRoom(student, TUTOR.name)
    await say(student, question)
    await expect(message(student, question).getByText(chat.message.sent)).toBeAttached()
    await expect(rooms(tutor).getByText(question)).toBeVisible()
    await expect(tutor).toHaveTitle(/^\u2068\(.+\)\u2069 /)
    const counted = await tutor.title()
    await openRoom(tutor, STUDENT.name)
    await expect(message(tutor, question)).toBeVisible()
    await expect(message(student, question).getByText(chat.message.seen)).toBeAttached()
    await expect(tutor).not.toHaveTitle(counted)
  })

  await test.step('the other member sees typing', async () => {
    // A sign of it is shown for a second only: on a busy machine one writes until it is seen.
    await expect(async () => {
      await box(tutor).pressSequentially('.')
      await expect(student.locator('[data-typing]')).toBeVisible({ timeout: 3000 })
    }).toPass()
    await box(tutor).fill(answer)
    await box(tutor).press('Enter')
    await expect(message(student, answer)).toBeVisible()
    await expect(message(tutor, answer).getByText(chat.message.seen)).toBeAttached()
  })

  await test.step('an edited message is marked as edited', async () => {
    await choose(tutor, answer, chat.message.edit)
    await box(tutor).fill(better)
    await box(tutor).press('Enter')
    await expect(message(student, better).getByText(chat.message.edited)).toBeVisible()
    await expect(message(student, answer)).toHaveCount(0)
  })

  await test.step('a message is deleted only after a confirmation', async () => {
    await slowAnimations(tutor)
    await choose(tutor, better, chat.message.delete)
    await tutor.getByRole('button', { name: chat.delete.keep }).click()
    await expect(message(student, better)).toBeVisible()
    await choose(tutor, better, chat.message.delete)
    await tutor.getByRole('button', { name: chat.delete.confirm }).click()
    await expect(message(student, better)).toHaveCount(0)
    await expect(log(student).getByText(chat.message.deleted).last()).toBeVisible()
  })

  await test.step('markup that is typed is text to the other', async () => {
    const typed = `<img src=x onerror=alert(1)> *${words('bold')}*`
    await say(student, typed)
    await expect(message(tutor, '<img src=x onerror=alert(1)>').locator('strong')).toBeVisible()
  })
})

test('a message that arrives before the first list of rooms is shown all the same', async ({ browser }) => {
  const student = await arrive(browser, STUDENT.email, PHONE)
  await openRoom(student, TUTOR.name)
  const tutor = await openAs(browser, TUTOR.email, { viewport: DESK })
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let asked = () => {}
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve
  })
  await tutor.route('**/api/v1/chat/list/rooms/**', async (route) => {
    const response = await route.fetch()
    asked()
    await released
    await route.fulfill({ response })
  })
  // What is sent before the socket is open reaches no tab.
  const cdp = await tutor.context().newCDPSession(tutor)
  await cdp.send('Network.enable')
  const isOpen = new Promise((resolve) => cdp.once('Network.webSocketHandshakeResponseReceived', resolve))
  const socket = tutor.waitForEvent('websocket', (one) => one.url().includes('/parties/user/'))
  await tutor.goto(`${origin()}/chat`)
  await isAsked
  await isOpen
  const text = words('overtaken')
  const received = (await socket).waitForEvent('framereceived', ({ payload }) => String(payload).includes(text))
  await say(student, text)
  await received
  release()
  await expect(rooms(tutor).getByText(text)).toBeVisible()
})

test('a message that is written before the shell’s connection is loaded is sent', async ({ browser }) => {
  const page = await openAs(browser, STUDENT.email, { viewport: PHONE })
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const isRequested = page.waitForRequest('**/live-connection-*.js')
  await page.route('**/live-connection-*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(`${origin()}/chat`)
  await isRequested
  await openRoom(page, TUTOR.name)
  const text = words('early')
  await say(page, text)
  await expect(message(page, text)).toBeVisible()
  release()
  await expect(message(page, text).getByText(chat.message.sent)).toBeAttached()
})

test('what is written without a network arrives once and in order, though the tab is closed meanwhile', async ({
  browser,
  expectErrors,
}) => {
  expectErrors(OFFLINE)
  const student = await arrive(browser, STUDENT.email, PHONE)
  const tutor = await arrive(browser, TUTOR.email, DESK)
  await openRoom(tutor, STUDENT.name)
  await openRoom(student, TUTOR.name)
  await expect(log(student).getByRole('article')).not.toHaveCount(0)
  const address = student.url()
  const texts = [words('first'), words('second'), words('third')]

  await student.context().setOffline(true)
  for (const text of texts) await say(student, text)
  for (const text of texts) await expect(message(student, text).getByText(chat.message.waiting)).toBeAttached()
  expect(await order(tutor, texts)).toEqual([])
  await student.close()
  await student.context().setOffline(false)

  const again = await student.context().newPage()
  await again.goto(address)
  for (const text of texts) await expect(message(tutor, text)).toBeVisible()
  for (const text of texts) await expect(message(again, text).getByText(chat.message.seen)).toBeAttached()
  expect(await order(tutor, texts)).toEqual(texts)
  expect(await order(again, texts)).toEqual(texts)
})

test('a reload in the middle of sending loses and doubles nothing', async ({ browser }) => {
  const student = await arrive(browser, STUDENT.email, PHONE)
  const tutor = await arrive(browser, TUTOR.email, DESK)
  await openRoom(tutor, STUDENT.name)
  await openRoom(student, TUTOR.name)
  const texts = [words('one'), words('two'), words('three'), words('four')]
  for (const text of texts) await say(student, text)
  await student.reload()
  for (const text of texts) await expect(message(tutor, text)).toBeVisible()
  for (const text of texts) await expect(message(student, text).getByText(chat.message.seen)).toBeAttached()
  expect(await order(tutor, texts)).toEqual(texts)
  expect(await order(student, texts)).toEqual(texts)
})

test('two tabs of one person show what either has written, and send it once', async ({ browser, expectErrors }) => {
  expectErrors(OFFLINE)
  const student = await arrive(browser, STUDENT.email, PHONE)
  const tutor = await arrive(browser, TUTOR.email, DESK)
  await openRoom(tutor, STUDENT.name)
  await openRoom(student, TUTOR.name)
  const second = await student.context().newPage()
  await second.goto(student.url())
  for (const page of [student, second]) await expect(log(page).getByRole('article')).not.toHaveCount(0)
  const texts = [words('here'), words('there')] as const

  await student.context().setOffline(true)
  await say(student, texts[0])
  await expect(message(second, texts[0])).toBeVisible()
  await say(second, texts[1])
  await expect(message(student, texts[1])).toBeVisible()
  await student.context().setOffline(false)

  for (const page of [tutor, student, second]) {
    for (const text of texts) await expect(message(page, text)).toBeVisible()
    for (const text of texts) await expect(message(page, text).getByText(chat.message.waiting)).toHaveCount(0)
    expect(await order(page, texts)).toEqual(texts)
  }
})

/** Leaves messages on the device as a visit without a network does; the app makes the database when it opens. */
const leaveUnsent = (page: Page, roomId: number, texts: readonly string[]): Promise<void> =>
  page.evaluate(
    async ({ roomId, texts }) => {
      const known = (await indexedDB.databases()).find(({ name }) => name?.startsWith('hessa.outbox.'))
      const opening = indexedDB.open(known?.name ?? '')
      await new Promise((opened) => opening.addEventListener('success', opened))
      const writing = opening.result.transaction('messages', 'readwrite')
      for (const text of texts)
        writing
          .objectStore('messages')
          .add({ refId: text, roomId, text, writtenAt: Date.now(), state: 'waiting', refusal: null })
      await new Promise((written) => writing.addEventListener('complete', written))
      opening.result.close()
    },
    { roomId, texts },
  )

// The last one, as the conversation would begin at what is unread for the others.
test('two hundred messages that were written without a network go at once, in order', async ({ browser, request }) => {
  const student = await arrive(browser, STUDENT.email, PHONE)
  const tutor = await arrive(browser, TUTOR.email, DESK)
  await openRoom(tutor, STUDENT.name)
  const listing = student.waitForRequest(/\/chat\/list\/\d+\/messages/)
  await openRoom(student, TUTOR.name)
  const roomId = Number(/\/list\/(\d+)\//.exec((await listing).url())?.[1])
  await student.waitForFunction(async () =>
    (await indexedDB.databases()).some(({ name }) => name?.startsWith('hessa.outbox.')),
  )
  const tunnel = words('tunnel').replace(' ', '-')
  const texts = Array.from({ length: 200 }, (_, place) => `${tunnel}-${String(place).padStart(3, '0')}`)
  await leaveUnsent(student, roomId, texts)
  const sent: string[] = []
  const refused: string[] = []
  student.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => String(payload).includes(tunnel) && sent.push(String(payload)))
    socket.on('framereceived', ({ payload }) => /"code":"(?!ok)/.test(String(payload)) && refused.push(String(payload)))
  })
  await student.reload()
  // In the list of rooms: the conversation stays where its reader is.
  await expect(rooms(tutor).getByText(texts.at(-1) ?? '')).toBeVisible()
  await expect(log(student).getByText(chat.message.waiting)).toHaveCount(0)
  expect(sent.length).toBeLessThanOrEqual(5)
  expect(refused).toEqual([])
  const headers = { authorization: `Bearer ${await tokenOf(STUDENT.email)}` }
  const stored: string[] = []
  for (const page of [2, 1]) {
    const path = `/api/v1/chat/list/${roomId}/messages?size=100&page=${page}`
    const { list } = (await (await request.get(`${origin()}${path}`, { headers })).json()) as {
      list: { text: string }[]
    }
    stored.push(...list.map(({ text }) => text).toReversed())
  }
  expect(stored).toEqual(texts)
})
