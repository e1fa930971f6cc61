import { type APIRequestContext, type Browser, expect, type Locator, type Page } from '@playwright/test'
import { decodeJwt } from 'jose'
import { checkout } from '#messages/checkout'
import { payments } from '#messages/payments'
import { plans } from '#messages/plans'
import { profile } from '#messages/profile'
import { staffPerson } from '#messages/staff-person'
import {
  dashboardOrigin,
  expectSound,
  inEitherGender,
  noticed,
  openAs,
  openPage,
  openStaffAs,
  origin,
  PASSWORD,
  referenceOnScreen,
  toast,
} from './steps.ts'
import { OFFLINE, test } from './test.ts'

const api = (path: string) => `${origin()}/api/v1${path}`
const BANK_CODE = '1234'
const GOOD_CARD = '4111 1111 1111 1111'
const POOR_CARD = '4000 0000 0000 9995'
const LOST_CARD = '4000 0000 0000 9979'

const NAMED = { name: 'سارة علي' }

/** Somebody who has registered and said their name, signed in on a phone. */
async function newStudent(browser: Browser, request: APIRequestContext, known: object = NAMED): Promise<Page> {
  const email = `sara-${crypto.randomUUID().slice(0, 8)}@hessa.test`
  const opened = await request.post(api('/student'), { data: { email, password: PASSWORD } })
  expect(opened.status()).toBe(200)
  const { user, token } = (await opened.json()) as { user: { id: number }; token: string }
  const headers = { authorization: `Bearer ${token}` }
  if (Object.keys(known).length > 0)
    expect((await request.put(api(`/user/${user.id}`), { headers, data: known })).status()).toBe(200)
  const page = await openAs(browser, email, { reducedMotion: 'reduce', serviceWorkers: 'allow' })
  return page
}

async function coupon(request: APIRequestContext, percent: number): Promise<string> {
  const login = await request.post(api('/auth/password'), { data: { email: 'super@hessa.test', password: PASSWORD } })
  const { token } = (await login.json()) as { token: string }
  const code = `E2E-${crypto.randomUUID().slice(0, 8)}`
  const discounts = { monthDiscount: percent, quarterDiscount: percent, yearDiscount: percent }
  const made = await request.post(api('/coupon'), {
    headers: { authorization: `Bearer ${token}` },
    data: { code, planId: 1, ...discounts, expiresAt: '2030-01-01T00:00:00Z' },
  })
  expect(made.status()).toBe(200)
  return code
}

/** The legend of the ways to pay, in either gender. */
const WAYS = inEitherGender(checkout.methods.label)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const payButton = (page: Page) => page.getByRole('button', { name: new RegExp(`^${checkout.pay.split(' ')[0]}`) })
/** Of the form on top: the provider's own page, below it, asks for a number too. */
const phoneField = (page: Page) => page.getByLabel(checkout.phone.label).first()
const bank = (page: Page) => page.frameLocator(`iframe[title="${checkout.card.bankTitle}"]`)

async function addCard(page: Page, number: string, cardButton: string): Promise<void> {
  const keep = page.getByRole('checkbox', { name: checkout.card.keep })
  // Without a card there is a box to check first.
  await button(page, cardButton).or(keep).first().waitFor()
  if (await keep.isVisible()) await keep.check()
  await button(page, cardButton).click()
  const provider = page.frameLocator(`iframe[title="${checkout.card.addTitle}"]`)
  await provider.locator('input[name=number]').fill(number)
  await provider.locator('button[value=save]').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('radio', { name: number.slice(-4) })).toBeChecked()
}

async function payWithCard(page: Page): Promise<void> {
  await page.getByLabel(checkout.card.cvv).fill('١٢٣')
  const phone = phoneField(page)
  if (await phone.isVisible()) await phone.fill('01012345678')
  await payButton(page).click()
  await bank(page).locator('input[name=otp]').fill(BANK_CODE)
  await bank(page).locator('button[value=pay]').click()
}

test('a name is asked for first, a refused card says why, another one pays, and the receipt tells what was paid', async ({
  browser,
  request,
}) => {
  const page = await newStudent(browser, request, {})
  await page.goto(`${origin()}/plans`)
  await page.locator('a[href^="/checkout/1/"]').click()
  await expect(page.getByRole('heading', { level: 1, name: checkout.title })).toBeVisible()
  const name = page.getByRole('textbox', { name: profile.fields.name })
  await name.fill('سارة')
  await button(page, checkout.name.action).click()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expectSound(page, page.url())
  await name.fill(NAMED.name)
  await button(page, checkout.name.action).click()
  await addCard(page, LOST_CARD, checkout.card.add)
  await expectSound(page, page.url())
  await payWithCard(page)
  await expect(page.getByText(inEitherGender(payments.reasons['lost-or-stolen-card']))).toBeVisible()

  await addCard(page, GOOD_CARD, checkout.card.addOther)
  await payWithCard(page)
  await expect(page.getByRole('heading', { name: checkout.done.title })).toBeVisible()
  await expectSound(page, page.url())
  await page.getByRole('link', { name: checkout.done.receipt }).click()
  await expect(page.getByRole('heading', { name: payments.receipt.title })).toBeVisible()
  await expect(page.getByText('٦٠٠ جنيه')).toBeVisible()
  await expectSound(page, page.url())
})

test('a reference number with a coupon is made once, opens without a network, and is seen paid', async ({
  browser,
  request,
  expectErrors,
}) => {
  expectErrors(OFFLINE, /^404 \/api\/v1\/coupon\/code\//)
  const page = await newStudent(browser, request)
  await page.goto(`${origin()}/checkout/1/month`)
  await button(page, checkout.coupon.open).click()
  await page.getByLabel(checkout.coupon.label).fill('NO-SUCH-CODE')
  await button(page, checkout.coupon.apply).click()
  await expect(page.getByLabel(checkout.coupon.label)).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel(checkout.coupon.label).fill(await coupon(request, 25))
  await button(page, checkout.coupon.apply).click()
  await expect(page.getByText('٤٥٠ جنيه', { exact: true })).toBeVisible()

  await page.getByRole('radio', { name: checkout.methods.reference }).click()
  await phoneField(page).fill('٠١٠١٢٣٤٥٦٧٨')
  await button(page, checkout.reference.action).dblclick()
  const number = await referenceOnScreen(page)
  await expectSound(page, page.url())

  const [sheet] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: checkout.ticket.page }).click(),
  ])
  expect(await referenceOnScreen(sheet)).toBe(number)
  await expectSound(sheet, sheet.url())
  await sheet.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.context().setOffline(true)
  await sheet.reload()
  await expect(sheet.getByText(checkout.ticket.offline)).toBeVisible()
  expect(await referenceOnScreen(sheet)).toBe(number)
  await page.context().setOffline(false)

  expect((await request.post(`${origin()}/dev/fawry/orders/${number}/pay`)).ok()).toBe(true)
  await expect(page.getByRole('heading', { name: checkout.done.title })).toBeVisible()
  await expect(page.getByText('٤٥٠ جنيه').first()).toBeVisible()
  await page.goto(`${origin()}/payments`)
  await expect(page.getByRole('list', { name: payments.history.title }).getByRole('listitem')).toHaveCount(1)
})

test('an order that was left is found again and given up; one that was paid meanwhile counts, and is told live', async ({
  browser,
  request,
  expectErrors,
}) => {
  expectErrors(/^400 \/api\/v1\/fawry\/cancel-unpaid-order/)
  const page = await newStudent(browser, request)
  const frames: string[] = []
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))))
  await page.goto(`${origin()}/checkout/1/month`)
  await page.getByRole('radio', { name: checkout.methods.wallet }).click()
  await payButton(page).click()
  const wallet = page.getByLabel(checkout.wallet.number)
  await expect(wallet).toBeFocused()
  await wallet.fill('01012345678')
  await payButton(page).click()
  await expect(button(page, checkout.waiting.check)).toBeVisible()
  // What happens on the phone is said, and the request rings it at most once a minute.
  await expect(page.getByText('01012345678').first()).toBeVisible()
  await expect(page.getByText(checkout.waiting.walletSteps.notice)).toBeVisible()
  await expect(button(page, checkout.waiting.walletAgainAction)).toBeDisabled()
  await expectSound(page, page.url())

  await page.goto(`${origin()}/checkout/2/year`)
  await expect(page.getByRole('heading', { name: checkout.other.title })).toBeVisible()
  await page.goto(`${origin()}/plans`)
  await page.getByRole('link', { name: plans.waiting.action }).click()
  await button(page, checkout.waiting.check).click()
  await expect(page.getByText(inEitherGender(checkout.waiting.checked))).toBeVisible()
  await button(page, checkout.waiting.cancel).click()
  await button(page, payments.giveUp.confirm).click()
  await expect(page.getByText(checkout.ended.canceled, { exact: true })).toBeVisible()

  await page.getByRole('radio', { name: checkout.methods.reference }).click()
  await button(page, checkout.reference.action).click()
  const number = await referenceOnScreen(page)
  frames.length = 0
  await button(page, checkout.waiting.cancel).click()
  const undelivered = { data: { deliver: false } }
  expect((await request.post(`${origin()}/dev/fawry/orders/${number}/pay`, undelivered)).ok()).toBe(true)
  const overNoticed = noticed(page, payments.giveUp.over)
  await button(page, payments.giveUp.confirm).click()
  await overNoticed()
  await expect.poll(() => frames.join('\n')).toContain('TransactionStatusUpdate')
  await expect(page.getByRole('heading', { name: checkout.done.title })).toBeVisible()
})

test('cancelling refunds exactly the amount that was shown before', async ({ browser, request }) => {
  const page = await newStudent(browser, request)
  await page.goto(`${origin()}/checkout/1/quarter`)
  await page.getByRole('radio', { name: checkout.methods.installments }).click()
  // What is paid each time is seen before a card is asked for.
  await expect(page.getByRole('radio', { name: /CIB/ }).first()).toBeVisible()
  await addCard(page, GOOD_CARD, checkout.card.add)
  await page.getByRole('radio', { name: /CIB.*٦ شهور/ }).check()
  await payWithCard(page)
  await expect(page.getByRole('heading', { name: checkout.done.title })).toBeVisible()

  await page.goto(`${origin()}/payments`)
  await button(page, payments.current.cancel).click()
  const dialog = page.getByRole('alertdialog')
  const shown = await dialog.locator('dd').last().innerText()
  expect(shown).toBe('١٬٦٢٠ جنيه')
  await expectSound(page, page.url())
  await dialog.getByRole('button', { name: payments.cancel.confirm.replace('{amount}', shown) }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(payments.current.none)).toBeVisible()
  await expect(page.getByText(payments.history.refunded.replace('{amount}', shown))).toBeVisible()
  await expect(page.getByText(payments.status[3])).toBeVisible()
})

test('a saved card is removed by staff for a student who asks, and is offered no more', async ({
  browser,
  request,
}) => {
  const { cards } = staffPerson
  const page = await newStudent(browser, request)
  await page.goto(`${origin()}/checkout/1/quarter`)
  await addCard(page, GOOD_CARD, checkout.card.add)
  const saved = page.getByRole('radio', { name: GOOD_CARD.slice(-4) })
  const token = await page.evaluate(() => localStorage.getItem('hessa.token') ?? '{}')
  const { id } = decodeJwt<{ id: number }>((JSON.parse(token) as { value: string }).value)

  const dina = await openStaffAs(browser, 'admin@hessa.test')
  await dina.goto(`${dashboardOrigin()}/user/${id}?tab=payments`)
  await dina.getByRole('button', { name: cards.remove.replace('{digits}', GOOD_CARD.slice(-4)) }).click()
  const dialog = dina.getByRole('alertdialog')
  await dialog.getByRole('textbox').fill('طلب مننا نمسحه')
  await expectSound(dina, 'a saved card about to be removed')
  await dialog.getByRole('button', { name: cards.removeConfirm, exact: true }).click()
  await expect(toast(dina, cards.removed)).toBeVisible()
  await expect(dina.getByText(cards.empty)).toBeVisible()

  await page.reload()
  await button(page, checkout.card.add)
    .or(page.getByRole('checkbox', { name: checkout.card.keep }))
    .first()
    .waitFor()
  await expect(saved).toHaveCount(0)
})

test('a card with too little money is refused before the bank is asked', async ({ browser, request, expectErrors }) => {
  expectErrors(/^500 \/api\/v1\/fawry\/pay\/card/)
  const page = await newStudent(browser, request)
  await page.goto(`${origin()}/checkout/1/month`)
  await addCard(page, POOR_CARD, checkout.card.add)
  await page.getByLabel(checkout.card.cvv).fill('123')
  await phoneField(page).fill('01012345678')
  await payButton(page).click()
  await expect(page.getByText(inEitherGender(payments.reasons['insufficient-funds']))).toBeVisible()
  await expect(page.getByRole('radio', { name: checkout.methods.wallet })).toBeVisible()
})

test('a phone shows the ways to pay and the button that pays without scrolling', async ({ browser, request }) => {
  const page = await newStudent(browser, request, { name: 'سارة علي' })
  await page.goto(`${origin()}/checkout/1/quarter`)
  const shown = async (control: Locator) => {
    await expect(control).toBeInViewport({ ratio: 1 })
    for (const way of await page.getByRole('group', { name: WAYS }).getByRole('radio').all())
      await expect(way).toBeInViewport({ ratio: 1 })
  }
  await shown(payButton(page))
  // Before it no button leads elsewhere.
  const first = page.getByRole('main').locator('form').getByRole('button').first()
  await expect(first).toHaveAccessibleName('ادفع ١٬٦٢٠ جنيه')
  await expect(page.getByRole('group', { name: WAYS }).getByRole('radio')).toHaveCount(4)
  await page.getByRole('radio', { name: checkout.methods.wallet }).click()
  await shown(payButton(page))
  await page.getByRole('radio', { name: checkout.methods.reference }).click()
  await shown(button(page, checkout.reference.action))
})

test('a coupon of everything begins the plan without a payment, and keeps the phone that was typed', async ({
  browser,
  request,
}) => {
  const page = await newStudent(browser, request)
  await page.goto(`${origin()}/checkout/1/month`)
  await phoneField(page).fill('01012345678')
  await button(page, checkout.coupon.open).click()
  await page.getByLabel(checkout.coupon.label).fill(await coupon(request, 100))
  await button(page, checkout.coupon.apply).click()
  await button(page, checkout.free.action).click()
  await expect(page.getByRole('heading', { name: checkout.done.title })).toBeVisible()
})

test('the other provider leads back to the payments, where the plan has begun', async ({ browser, request }) => {
  const page = await newStudent(browser, request, { name: 'سارة علي', phone: '01012345678' })
  await page.goto(`${origin()}/checkout/1/month`)
  await payButton(page).click()
  await page.locator('input[name=otp]').fill(BANK_CODE)
  await page.locator('button[value=pay]').click()
  await page.waitForURL(/\/payments\?/)
  await expect(page.getByText(payments.returned.paid)).toBeVisible()
  await expect(page.getByText(payments.current.active, { exact: true })).toBeVisible()
})

test('a guest sees the prices and is led back to the order after signing in', async ({ browser }) => {
  const page = await openPage(browser, { reducedMotion: 'reduce' })
  await page.goto(`${origin()}/plans`)
  await page.locator('label', { hasText: plans.period.year }).click()
  await page.locator('a[href^="/checkout/1/"]').click()
  await page.waitForURL(/\/login\?redirect=/)
  expect(decodeURIComponent(page.url())).toContain('/checkout/1/year')
})
