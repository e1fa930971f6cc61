import { type CDPSession, expect, type Page } from '@playwright/test'
import { demoAccounts } from '#db/demo/accounts'
import { booking } from '#messages/booking'
import { checkout } from '#messages/checkout'
import { favourites } from '#messages/favourites'
import { form } from '#messages/form'
import { lessons } from '#messages/lessons'
import { logout } from '#messages/logout'
import { notification } from '#messages/notification'
import { payments } from '#messages/payments'
import { profile } from '#messages/profile'
import { rating } from '#messages/rating'
import { shell } from '#messages/shell'
import { staffShell } from '#messages/staff-shell'
import { staffTopics } from '#messages/staff-topics'
import { ui } from '#messages/ui'
import {
  DEMO_TUTOR,
  dashboardOrigin,
  inEitherGender,
  listOf,
  newToken,
  openAccountMenu,
  openAs,
  openPage,
  openStaffAs,
  origin,
  referenceOnScreen,
  signedIn,
  soonestTime,
} from './steps.ts'
import { OFFLINE, SIGNED_OUT, test } from './test.ts'

const STUDENT = 'student@hessa.test'
/** What the router logs of a request without a network. */
const NOT_FETCHED = /TypeError: Failed to fetch/
/** What is on no device: the service worker answers for it. */
const NOT_KEPT = /^net::ERR_FAILED \/assets\//
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** What the account has left on the device, by name. */
const leftOnDevice = (page: Page) =>
  page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name),
    api: (await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys())))
      .flat()
      .filter(({ url }) => /\/(?:api|parties)\//.test(url)).length,
    keys: [localStorage, sessionStorage]
      .flatMap((storage) => Object.keys(storage))
      .filter((key) => /token|references|draft/.test(key)),
  }))

/** How many answers are kept for reading offline. It opens the database only where the app has made it. */
async function countStored(): Promise<number> {
  if (!(await indexedDB.databases()).some(({ name }) => name === 'hessa.offline')) return 0
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('hessa.offline')
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
  const counting = db.transaction('queries').objectStore('queries').count()
  return new Promise((resolve) => {
    counting.onsuccess = () => {
      db.close()
      resolve(counting.result)
    }
  })
}

/** A device that has opened the timetable, has begun to write to somebody and has a number to pay with. */
async function openDevice(page: Page): Promise<void> {
  await page.goto(`${origin()}/upcoming-lessons`)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect.poll(() => page.evaluate(countStored)).toBeGreaterThan(2)
  await page.evaluate(() => {
    localStorage.setItem('hessa.references', '[]')
    sessionStorage.setItem('hessa.draft.room.1', 'text')
  })
}

/** Hands a message to the service worker as the browser's push service would. */
async function push(cdp: CDPSession, registrationId: string, data: object): Promise<void> {
  const message = { origin: origin(), registrationId, data: JSON.stringify(data) }
  await cdp.send('ServiceWorker.deliverPushMessage', message)
}

/** The browser's own name for the page's service worker. */
async function registrationOf(cdp: CDPSession): Promise<string> {
  const found = Promise.withResolvers<string>()
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const [registration] = registrations
    if (registration) found.resolve(registration.registrationId)
  })
  await cdp.send('ServiceWorker.enable')
  return found.promise
}

const shownTitles = (page: Page) =>
  page.evaluate(async () =>
    (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title }) => title).sort(),
  )

test('the app is read without a network, and nothing of the account stays after signing out', async ({
  browser,
  expectErrors,
}) => {
  expectErrors(OFFLINE, NOT_FETCHED, NOT_KEPT)
  const token = await newToken(STUDENT)
  const permissions = ['notifications']
  const page = await openPage(browser, { storageState: signedIn(token), serviceWorkers: 'allow', permissions })
  await openDevice(page)

  await page.context().setOffline(true)
  await page.reload()
  await expect(heading(page, lessons.upcoming.title)).toBeVisible()
  await expect(page.getByText(/^مفيش نت\. آخر تحديث/)).toBeVisible()
  // A screen whose data is not kept: it says what is missing and that there is no network, and comes by itself.
  await page.goto(`${origin()}/payments`)
  await expect(heading(page, payments.title)).toBeVisible()
  const missing = page.getByRole('alert').filter({ hasText: ui.error.title })
  await expect(missing).toBeVisible()
  await expect(page.getByText(/^مفيش نت\./)).toBeVisible()
  await page.context().setOffline(false)
  await expect(missing).toHaveCount(0)

  const { id } = (await page.evaluate(() => {
    const { value } = JSON.parse(localStorage.getItem('hessa.token') ?? '{}') as { value: string }
    return JSON.parse(atob(value.split('.')[1] ?? ''))
  })) as { id: number }
  const cdp = await page.context().newCDPSession(page)
  const registration = await registrationOf(cdp)
  await push(cdp, registration, { account: id, title: 'منى', body: 'عندك رسالة', path: '/chat', topic: 'chat-1' })
  await push(cdp, registration, { account: id + 1, title: 'سر', body: 'سر', path: '/chat', topic: 'chat-2' })
  await expect.poll(() => shownTitles(page)).toEqual([notification.title, 'منى'].sort())

  await openAccountMenu(page)
  await page.getByRole('button', { name: shell.logout.action }).click()
  await page.getByRole('button', { name: logout.confirm }).click()
  await page.waitForURL(/\/login/)
  await expect.poll(() => leftOnDevice(page)).toEqual({ databases: [], api: 0, keys: [] })
  await expect.poll(() => shownTitles(page)).toEqual([])
})

test('after a session was ended elsewhere only unfinished messages stay on the device', async ({
  browser,
  request,
  expectErrors,
}) => {
  expectErrors(SIGNED_OUT)
  const token = await newToken(STUDENT)
  const page = await openPage(browser, { storageState: signedIn(token), serviceWorkers: 'allow' })
  await openDevice(page)
  const headers = { authorization: `Bearer ${token}` }
  expect((await request.post(`${origin()}/api/v1/auth/sign-out`, { headers })).ok()).toBe(true)
  await page.goto(`${origin()}/payments`)
  await page.waitForURL(/\/login/)
  await expect.poll(() => leftOnDevice(page)).toMatchObject({ api: 0, keys: ['hessa.draft.room.1'] })
  expect((await leftOnDevice(page)).databases).not.toContain('hessa.offline')
})

test('a booking without a network says why in its sheet, and is made once the network is back', async ({
  browser,
  expectErrors,
}) => {
  expectErrors(OFFLINE, NOT_FETCHED)
  const page = await openAs(browser, 'doaa.kandil@hessa.test')
  await page.goto(listOf(DEMO_TUTOR))
  await soonestTime(page, DEMO_TUTOR).click()
  const sheet = page.getByRole('dialog')
  const confirm = sheet.getByRole('button', { name: booking.review.confirm })
  await expect(confirm).toBeEnabled()
  await page.context().setOffline(true)
  await confirm.click()
  await expect(sheet.getByRole('alert')).toHaveText(inEitherGender(booking.problem.network))
  await expect(sheet.getByRole('alert')).toBeInViewport()
  await expect(confirm).toBeEnabled()

  await page.context().setOffline(false)
  await confirm.click()
  await expect(sheet.getByRole('heading', { name: booking.done.heading })).toBeVisible()
})

test('an order that no network can bring says so on the checkout of a student who has never ordered, and is placed afterwards', async ({
  browser,
  expectErrors,
}) => {
  expectErrors(OFFLINE, NOT_FETCHED)
  const page = await openAs(browser, 'doaa.kandil@hessa.test')
  await page.goto(`${origin()}/checkout/1/month`)
  const way = page.getByRole('radio', { name: checkout.methods.reference })
  await way.check({ force: true })
  await page.context().setOffline(true)
  // What depends on the order is read again after it, and once more.
  const notRead = page.waitForEvent('requestfailed', (one) => one.url().endsWith('/tx/last'))
  const place = page.getByRole('button', { name: checkout.reference.action })
  await place.click()
  await notRead
  await page.waitForEvent('requestfailed', (one) => one.url().endsWith('/tx/last'))
  await expect(page.getByText(inEitherGender(checkout.problem.network))).toBeVisible()
  await expect(way).toBeChecked()

  await page.context().setOffline(false)
  await place.click()
  await referenceOnScreen(page)
})

test('a tutor who cannot be kept without a network is told of in a notice, and the screen stays', async ({
  browser,
  expectErrors,
}) => {
  expectErrors(OFFLINE, NOT_FETCHED)
  const page = await openAs(browser, STUDENT)
  const { list } = await (await fetch(`${origin()}/api/v1/user/tutor/list/onboarded?size=1`)).json()
  const code = page.waitForResponse(/\/toast-viewport-/)
  await page.goto(`${origin()}/t/${list[0].id}`)
  await code
  const keep = page.getByRole('button', { name: favourites.add.replace('{name}', list[0].name), exact: true })
  await page.context().setOffline(true)
  await keep.click()
  await expect(page.locator('[data-toasts] li').filter({ hasText: inEitherGender(favourites.failed) })).toBeVisible()
  await expect(keep).toBeVisible()
})

test('a booking that is opened without a network says that it cannot be shown, and appears once the network is back', async ({
  browser,
  expectErrors,
}) => {
  expectErrors(OFFLINE, NOT_FETCHED)
  const page = await openAs(browser, STUDENT)
  const answered = page.waitForResponse(/\/user\/tutor\/list\/for\/student/)
  await page.goto(`${origin()}/tutors`)
  const { list } = (await (await answered).json()) as { list: { name: string; nearestFreeTime: string | null }[] }
  const [one = '', another = ''] = list.filter((tutor) => tutor.nearestFreeTime !== null).map(({ name }) => name)
  const sheet = page.getByRole('dialog')
  // The sheet's code is there by then, and the other tutor's times are not.
  await soonestTime(page, one).click()
  await expect(sheet.getByRole('heading').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await page.context().setOffline(true)
  await soonestTime(page, another).click()
  await expect(sheet.getByText(ui.error.title)).toBeVisible()
  await page.context().setOffline(false)
  await expect(sheet.getByText(ui.error.title)).toHaveCount(0)
  await expect(sheet.getByRole('heading', { level: 2 }).first()).toBeVisible()
})

for (const { part, path, open, opened } of [
  {
    part: 'the cancellation of a subscription',
    path: '/payments',
    open: (page: Page) => page.getByRole('button', { name: payments.current.cancel, exact: true }),
    opened: { role: 'alertdialog', name: inEitherGender(payments.cancel.title) },
  },
  {
    part: 'a rating',
    path: '/s/dashboard',
    open: (page: Page) => page.getByRole('button', { name: new RegExp(`^${rating.action} `) }).first(),
    // Another test may have rated this tutor before.
    opened: {
      role: 'dialog',
      name: new RegExp(`^(?:${[rating.title, rating.titleEdit].map((title) => title.split('{')[0]).join('|')})`),
    },
  },
] as const)
  test(`without a network ${part} that was never opened says so in its place, and opens once there is one`, async ({
    browser,
    expectErrors,
  }) => {
    expectErrors(OFFLINE, NOT_FETCHED)
    const page = await openAs(browser, STUDENT)
    await page.goto(`${origin()}${path}`)
    await expect(open(page)).toBeVisible()
    await page.context().setOffline(true)
    await open(page).click()
    const missing = page.getByRole('dialog', { name: ui.missingPart.title })
    await missing.getByRole('button', { name: ui.retry }).click()
    await expect(missing).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(missing).toHaveCount(0)
    await expect(open(page)).toBeFocused()

    await open(page).click()
    await expect(missing).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByRole(opened.role, { name: opened.name })).toBeVisible()
  })

/** Cuts the network; the answer brings it back. */
type Cut = (page: Page) => Promise<() => Promise<unknown>>

const goOffline: Cut = async (page) => {
  await page.context().setOffline(true)
  return () => page.context().setOffline(false)
}

/** What `navigator.onLine` does not know: the device is in a network that leads nowhere. The browser itself ends each request. */
const leadNowhere: Cut = async (page) => {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.setBlockedURLs', { urls: ['*'] })
  return () => cdp.send('Network.setBlockedURLs', { urls: [] })
}

for (const { network, cut } of [
  { network: 'no network', cut: goOffline },
  { network: 'a network that leads nowhere', cut: leadNowhere },
])
  test(`with ${network} a link of the dashboard leaves a half-typed form as it is, and opens once there is one`, async ({
    browser,
    expectErrors,
  }) => {
    expectErrors(OFFLINE, NOT_FETCHED, /^net::ERR_(?:INTERNET_DISCONNECTED|BLOCKED_BY_CLIENT)/)
    const student = demoAccounts.find(({ email }) => email === STUDENT)
    const page = await openStaffAs(browser, 'admin@hessa.test', { viewport: { width: 1280, height: 900 } })
    await page.goto(`${dashboardOrigin()}/user/${student?.id}`)
    const name = page.getByRole('textbox', { name: profile.fields.name, exact: true })
    await name.fill('سارة محمود نص')
    const bringBack = await cut(page)
    await page.getByRole('navigation').getByRole('link', { name: staffShell.places.topics }).click()
    const notice = page.getByRole('alert').filter({ hasText: shell.connection.unopened })
    await expect(notice).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/user/${student?.id}$`))
    await expect(name).toHaveValue('سارة محمود نص')

    await bringBack()
    await notice.getByRole('button', { name: ui.retry }).click()
    // The form is still there, and so is its own question.
    await page.getByRole('alertdialog').getByRole('button', { name: form.leave.leave }).click()
    await expect(heading(page, staffTopics.title)).toBeVisible()
    await expect(notice).toHaveCount(0)
  })
