import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { account } from '#messages/account'
import { calendar } from '#messages/calendar'
import { dataExport } from '#messages/data-export'
import { devices } from '#messages/devices'
import { emailVerification } from '#messages/email-verification'
import { enums } from '#messages/enums'
import { errors } from '#messages/errors'
import { form } from '#messages/form'
import { profile } from '#messages/profile'
import { register } from '#messages/register'
import { reset } from '#messages/reset'
import { secondFactors } from '#messages/second-factors'
import { secondStep } from '#messages/second-step'
import { settings } from '#messages/settings'
import { upload } from '#messages/upload'
import {
  addAuthenticator,
  expectAccessible,
  firstOfCode,
  inEitherGender,
  logIn,
  newToken,
  openAs,
  openPage,
  origin,
  PASSWORD,
  saveOf,
  signedIn,
  toast,
} from './steps.ts'
import { SIGNED_OUT, test } from './test.ts'

const NEW_PASSWORD = 'Masr2027!'

const api = (path: string) => `${origin()}/api/v1${path}`

type Member = { id: number; email: string; headers: { authorization: string } }

/** Somebody who has an account already. */
async function member(request: APIRequestContext, role: 'student' | 'tutor'): Promise<Member> {
  const email = `${role}.${crypto.randomUUID().slice(0, 8)}@outlook.com`
  const data = { email, password: PASSWORD, ...(role === 'tutor' ? { role: 3 } : {}) }
  const answer = await request.post(api(role === 'tutor' ? '/user/' : '/student/'), { data })
  const { user, token } = (await answer.json()) as { user: { id: number }; token: string }
  return { id: user.id, email, headers: { authorization: `Bearer ${token}` } }
}

const accountOf = async (request: APIRequestContext, { headers }: Pick<Member, 'headers'>) =>
  (await (await request.get(api('/user/current'), { headers })).json()) as Record<string, unknown>

type Sent = { template: string; params: { code?: string; otp?: string } }

/** The code of the newest letter of a kind, once as many were sent as there must be. */
async function sentCode(request: APIRequestContext, to: string, template: string, least = 1): Promise<string> {
  let letters: Sent[] = []
  await expect
    .poll(async () => {
      const sent = (await (await request.get(`${origin()}/dev/outbox?to=${to}`)).json()) as Sent[]
      letters = sent.filter((one) => one.template === template)
      return letters.length
    })
    .toBeGreaterThanOrEqual(least)
  const { code, otp } = letters.at(-1)?.params ?? {}
  return code ?? otp ?? ''
}

/** Which password opens the account. */
const statusOf = async (request: APIRequestContext, email: string, password: string) =>
  (await request.post(api('/auth/password'), { data: { email, password } })).status()

const chip = (page: Page, index: number) =>
  page.getByRole('list', { name: profile.topics.label }).getByRole('button').nth(index)

test('a forgotten password is replaced by the mailed code, and opens the account at once', async ({
  browser,
  request,
  expectErrors,
}) => {
  expectErrors(/^400 \/api\/v1\/confirmation-code\/password\/confirm/)
  const { email, headers } = await member(request, 'student')
  // Codes for a new password are mailed to proven addresses only.
  const proven = await request.post(api('/confirmation-code/email/confirm'), {
    headers,
    data: { code: Number(await sentCode(request, email, 'verify_email')) },
  })
  expect(proven.status()).toBe(200)
  const page = await openPage(browser)
  await page.goto(`${origin()}/login?redirect=/upcoming-lessons`)
  await page.getByRole('button', { name: account.login.forgot }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(account.fields.email).fill(email)
  await expectAccessible(page, 'a forgotten password')
  await dialog.getByRole('button', { name: reset.send }).click()
  const code = await sentCode(request, email, 'forget_password')
  expect(code).toMatch(/^[0-9A-Z]{8}$/)
  const wrong = code === '00000000' ? '11111111' : '00000000'

  await firstOfCode(page).click()
  await page.keyboard.type(wrong)
  await dialog.locator('input[autocomplete=new-password]').fill(NEW_PASSWORD)
  await dialog.getByRole('button', { name: reset.save }).click()
  await expect(firstOfCode(page)).toBeFocused()
  await page.keyboard.type(code)
  // The screen says why: the rules of the list are all met.
  await dialog.locator('input[autocomplete=new-password]').fill('password1')
  await dialog.getByRole('button', { name: reset.save }).click()
  await expect(dialog.getByText(inEitherGender(errors['invalid-password:common']))).toBeVisible()
  await dialog.locator('input[autocomplete=new-password]').fill(NEW_PASSWORD)
  await dialog.getByRole('button', { name: reset.save }).click()

  await page.waitForURL((url) => url.pathname === '/upcoming-lessons')
  expect(await statusOf(request, email, NEW_PASSWORD)).toBe(200)
  expect(await statusOf(request, email, PASSWORD)).toBe(401)
})

/** A new student whose e-mail is proven by the mailed code. */
async function provenStudent(request: APIRequestContext) {
  const student = await member(request, 'student')
  await request.post(api('/confirmation-code/email/confirm'), {
    headers: student.headers,
    data: { code: Number(await sentCode(request, student.email, 'verify_email')) },
  })
  return student
}

test('a student switches a second factor on in the settings, and signs in by its code, on a phone', async ({
  browser,
  request,
  expectErrors,
}) => {
  expectErrors(SIGNED_OUT, /^401 .*auth\/password/)
  const student = await provenStudent(request)
  const phone = { viewport: { width: 390, height: 844 } }
  const page = await openPage(browser, { ...phone, storageState: signedIn(await newToken(student.email)) })
  await page.goto(`${origin()}/s/settings?tab=password`)
  await page.getByRole('button', { name: secondFactors.app.add }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[autocomplete=current-password]').fill(PASSWORD)
  await dialog.getByRole('button', { name: secondFactors.proof.next, exact: true }).click()
  const totp = new TOTP({ secret: Secret.fromBase32(await dialog.locator('.font-mono bdi').innerText()) })
  /** A code counts once; that of the next period counts already. */
  const codeOf = async (periods: number) => {
    const clock = (await request.get(api('/health'))).headers()['x-server-time']
    return totp.generate({ timestamp: Date.parse(String(clock)) + periods * 30_000 })
  }
  await expectAccessible(page, 'the key of an authenticator app')
  await dialog.locator('input[autocomplete=one-time-code]').focus()
  await page.keyboard.type(await codeOf(0))
  await page.getByRole('button', { name: secondFactors.recovery.done }).click()
  await expect(page.getByText(secondFactors.recovery.title)).toBeVisible()

  const elsewhere = await openPage(browser, phone)
  await elsewhere.goto(`${origin()}/login`)
  await elsewhere.getByLabel(account.fields.email).fill(student.email)
  await elsewhere.locator('input[autocomplete=current-password]').fill(PASSWORD)
  await elsewhere.getByRole('button', { name: account.login.submit, exact: true }).click()
  await elsewhere.locator('input[autocomplete=one-time-code]').focus()
  await elsewhere.keyboard.type(await codeOf(1))
  await elsewhere.waitForURL((url) => url.pathname !== '/login')
})

test('a student adds a passkey in the settings, and signs in by it, on a phone', async ({
  browser,
  request,
  expectErrors,
}) => {
  expectErrors(SIGNED_OUT, /^401 .*auth\/password/)
  const student = await provenStudent(request)
  const storageState = signedIn(await newToken(student.email))
  const page = await openPage(browser, { viewport: { width: 390, height: 844 }, storageState })
  await addAuthenticator(page)
  await page.goto(`${origin()}/s/settings?tab=password`)
  await page.getByRole('button', { name: secondFactors.passkeys.add }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(secondFactors.passkeys.name).fill('موبايلي')
  await dialog.locator('input[autocomplete=current-password]').fill(PASSWORD)
  await expectAccessible(page, 'a new passkey')
  await dialog.getByRole('button', { name: secondFactors.proof.next, exact: true }).click()
  await page.getByRole('button', { name: secondFactors.recovery.done }).click()
  await expect(page.getByText('موبايلي')).toBeVisible()
  await expectAccessible(page, 'the second factors of a student')

  await page.evaluate(() => localStorage.clear())
  await page.goto(`${origin()}/login`)
  await page.getByLabel(account.fields.email).fill(student.email)
  await page.locator('input[autocomplete=current-password]').fill(PASSWORD)
  await page.getByRole('button', { name: account.login.submit, exact: true }).click()
  await page.getByRole('button', { name: secondStep.passkey }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
})

test('the address of a calendar is made and shown for the password, on a phone', async ({
  browser,
  request,
  expectErrors,
}) => {
  expectErrors(/^403 .*calendar-feed/)
  const student = await member(request, 'student')
  const storageState = signedIn(await newToken(student.email))
  const page = await openPage(browser, { viewport: { width: 390, height: 844 }, storageState })
  await page.goto(`${origin()}/s/settings?tab=calendar`)
  const prove = async (action: string) => {
    await page.getByRole('button', { name: action }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[autocomplete=current-password]').fill(PASSWORD)
    await dialog.getByRole('button', { name: action }).click()
  }
  await prove(calendar.feed.make)
  const address = page.getByLabel(calendar.feed.address)
  await expect(address).toHaveValue(/\/calendar\/[\w-]{43}\.ics$/)
  const made = await address.inputValue()
  await page.reload()
  await expect(address).toHaveCount(0)
  await prove(calendar.feed.reveal)
  await expect(address).toHaveValue(made)
  await expectAccessible(page, 'the address of a calendar')
})

test('a copy of one’s data is asked for, made and downloaded for the password, on a phone', async ({
  browser,
  request,
  expectErrors,
}) => {
  expectErrors(/^403 .*privacy\/export/)
  const student = await member(request, 'student')
  const storageState = signedIn(await newToken(student.email))
  const page = await openPage(browser, { viewport: { width: 390, height: 844 }, storageState })
  await page.goto(`${origin()}/s/settings?tab=data`)
  const prove = async (action: string) => {
    await page.getByRole('button', { name: action }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[autocomplete=current-password]').fill(PASSWORD)
    await dialog.getByRole('button', { name: action }).click()
  }
  await prove(dataExport.ask)
  await expect(page.getByText(dataExport.asked)).toBeVisible()
  await request.post(`${origin()}/dev/jobs/make-exports`)
  await page.reload()
  await prove(dataExport.open)
  const link = page.getByRole('link', { name: dataExport.link })
  await expect(link).toBeVisible()
  await expectAccessible(page, 'the copy of one’s data')
  const download = page.waitForEvent('download')
  await link.click()
  expect((await download).suggestedFilename()).toBe('hessa-data.zip')
})

test('a person without an account here signs in with Google and registers without leaving again, and later signs in', async ({
  browser,
  expectErrors,
}) => {
  expectErrors(/^404 \/api\/v1\/auth\/google/)
  const email = `google.${Date.now()}@outlook.com`
  const page = await openPage(browser)
  const consent = async () => {
    // The field of the page before has the same name.
    await page.waitForURL(/\/dev\/google\//)
    await page.locator('input[name=email][type=email]').fill(email)
    await page.getByRole('button', { name: 'موافق، كمّل' }).click()
  }
  await page.goto(`${origin()}/login?redirect=/lessons-schedule`)
  await page.getByRole('button', { name: account.google.action.login }).click()
  await consent()
  await expect(page.getByText(register.google.unknown)).toBeVisible()
  expect(page.url()).not.toContain('code=')
  await page.getByRole('button', { name: account.google.action.student }).click()
  await page.waitForURL((url) => url.pathname === '/lessons-schedule')

  const again = await openPage(browser)
  await again.goto(`${origin()}/login?redirect=/lessons-schedule`)
  await again.getByRole('button', { name: account.google.action.login }).click()
  await again.getByRole('button', { name: email }).click()
  await again.waitForURL((url) => url.pathname === '/lessons-schedule')
})

test('an answer from Google that was not requested is refused', async ({ browser }) => {
  const page = await openPage(browser)
  await page.goto(`${origin()}/login?code=4/abc&state=not-asked-for`)
  await expect(page.getByText(inEitherGender(account.google.mismatch))).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
})

test('a student fills in the profile in three steps and goes on to the requested page', async ({
  browser,
  request,
}) => {
  const sara = await member(request, 'student')
  const page = await openAs(browser, sara.email)
  await page.goto(`${origin()}/complete-profile?redirect=/plans`)
  await page.getByLabel(profile.fields.name).fill('سارة')
  await page.getByRole('button', { name: profile.student.next }).click()
  await expect(page.getByText(profile.fields.twoParts)).toBeVisible()
  await page.getByLabel(profile.fields.name).fill('سارة علي')
  await page.getByLabel(profile.fields.phone).fill('٠١٠١٢٣٤٥٦٧٨')
  await page.getByLabel(profile.fields.timePeriod).selectOption(enums.timeOfDay[3])
  await page.getByRole('button', { name: profile.student.next }).click()

  await page.getByLabel(profile.fields.jobTitle).fill('مهندسة')
  await page.getByLabel(profile.fields.englishLevel).selectOption(enums.englishLevel[2])
  await page.getByRole('button', { name: profile.student.next }).click()

  await chip(page, 0).click()
  await page.getByRole('button', { name: profile.student.finish }).click()
  await page.waitForURL((url) => url.pathname === '/plans')

  expect(await accountOf(request, sara)).toMatchObject({ name: 'سارة علي', phone: '01012345678' })
  const student = await request.get(api(`/student/${sara.id}`), { headers: sara.headers })
  expect(await student.json()).toMatchObject({ jobTitle: 'مهندسة', englishLevel: 2, timePeriod: 3 })
  const topics = await request.get(api('/topic/of/user'), { headers: sara.headers })
  expect(await topics.json()).toHaveLength(1)
})

test('a tutor fills in the profile first, and then goes on', async ({ browser, request }) => {
  const omar = await member(request, 'tutor')
  const page = await openPage(browser, { viewport: { width: 1280, height: 900 } })
  await logIn(page, omar.email)
  await expect(page).toHaveURL(/\/t\/complete-profile\?redirect=/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page, 'the first profile of a tutor')
  const phone = `010${String(Date.now()).slice(-8)}`
  await request.post(api('/confirmation-code/phone/send'), {
    headers: omar.headers,
    data: { method: 'whatsapp', phone },
  })
  const data = { method: 'whatsapp', code: Number(await sentCode(request, `2${phone}`, 'verify_phone_number')) }
  await request.post(api('/confirmation-code/phone/verify'), { headers: omar.headers, data })
  await page.reload()

  await page.getByLabel(profile.fields.name).fill('عمر حسن')
  await page.getByLabel(profile.fields.city).selectOption(enums.governorate[1])
  await page.getByLabel(profile.fields.gender).selectOption(enums.gender.male)
  await page.getByLabel(profile.fields.birthYear).selectOption('1990')
  await page.getByRole('textbox', { name: profile.fields.bio }).fill('مدرس محادثة بيحب يسمع أكتر ما بيتكلم')
  await page
    .getByRole('textbox', { name: profile.fields.about })
    .fill('بدرّس محادثة من خمس سنين، وبنبدأ كل حصة بكلام عن يومك قبل أي حاجة.')
  await page.getByRole('button', { name: profile.tutor.save }).click()
  await expect(page.getByText(profile.tutor.emailFirst)).toBeVisible()

  await page.getByRole('main').getByRole('button', { name: profile.unverified.verifyEmail }).click()
  const dialog = page.getByRole('dialog')
  // The first came with the registration, and is the one that counts.
  const code = await sentCode(request, omar.email, 'verify_email')
  await firstOfCode(page).click()
  await page.keyboard.type(code)
  await dialog.getByRole('button', { name: emailVerification.continue, exact: true }).click()
  await page.getByRole('button', { name: profile.tutor.save }).click()
  await page.waitForURL((url) => url.pathname === '/t/onboarding')
})

test('two tabs that edit at once lose nothing of each other', async ({ browser, request }) => {
  const sara = await member(request, 'student')
  const one = await openAs(browser, sara.email, { viewport: { width: 1280, height: 900 } })
  const other = await one.context().newPage()
  for (const page of [one, other]) await page.goto(`${origin()}/s/settings`)
  await one.getByLabel(profile.fields.name).fill('سارة علي')
  await other.getByLabel(profile.fields.city).selectOption(enums.governorate[3])
  await one.getByRole('button', { name: form.save, exact: true }).click()
  await expect(toast(one, settings.personal.saved)).toBeVisible()
  await other.getByRole('button', { name: form.save, exact: true }).click()
  await expect(toast(other, settings.personal.saved)).toBeVisible()
  await expect(other.getByLabel(profile.fields.name)).toHaveValue('سارة علي')
  expect(await accountOf(request, sara)).toMatchObject({ name: 'سارة علي', city: 3 })

  for (const page of [one, other]) await page.goto(`${origin()}/s/settings?tab=learning`)
  // Nothing has been chosen, which is not the first choice of the list, whose value is 0.
  await expect(one.getByLabel(profile.fields.timePeriod)).toHaveValue('')
  await chip(one, 0).click()
  await chip(other, 1).click()
  for (const page of [one, other]) {
    await saveOf(page, page.getByRole('list', { name: profile.topics.label })).click()
    await expect(toast(page, profile.topics.saved)).toBeVisible()
  }
  const topics = await request.get(api('/topic/of/user'), { headers: sara.headers })
  expect(await topics.json()).toHaveLength(2)
})

test('edits that are not saved are not lost by a click elsewhere', async ({ browser, request }) => {
  const sara = await member(request, 'student')
  const page = await openAs(browser, sara.email, { viewport: { width: 1280, height: 900 } })
  await page.goto(`${origin()}/s/settings`)
  await page.getByLabel(profile.fields.name).fill('سارة علي')
  await page.getByRole('tab', { name: settings.tabs.display }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: form.leave.stay }).click()
  await expect(page.getByLabel(profile.fields.name)).toHaveValue('سارة علي')
  await page.getByRole('tab', { name: settings.tabs.display }).click()
  await question.getByRole('button', { name: form.leave.leave }).click()
  await expect(page.getByText(settings.display.text)).toBeVisible()
})

test('a new password keeps this device signed in and ends the other sessions, which come back to their page', async ({
  browser,
  request,
  expectErrors,
}) => {
  expectErrors(SIGNED_OUT)
  const sara = await member(request, 'student')
  const here = await openAs(browser, sara.email)
  const elsewhere = await openAs(browser, sara.email)
  await elsewhere.goto(`${origin()}/s/settings?tab=learning`)
  await here.goto(`${origin()}/s/settings?tab=password`)
  await here.getByLabel(settings.password.current).fill('Ghalat123')
  for (const box of await here.locator('input[autocomplete=new-password]').all()) await box.fill(NEW_PASSWORD)
  await here.getByRole('button', { name: settings.password.save }).click()
  await expect(here.getByText(settings.password.wrong)).toBeVisible()
  await here.getByLabel(settings.password.current).fill(PASSWORD)
  await here.getByRole('button', { name: settings.password.save }).click()
  await expect(toast(here, settings.password.saved)).toBeVisible()
  await here.reload()
  await expect(here.getByLabel(settings.password.current)).toBeVisible()

  // Its live connection is refused, and leads it out without a word from its user.
  await elsewhere.waitForURL((url) => url.pathname === '/login')
  await elsewhere.getByLabel(account.fields.email).fill(sara.email)
  await elsewhere.locator('input[autocomplete=current-password]').fill(NEW_PASSWORD)
  await elsewhere.getByRole('button', { name: account.login.submit, exact: true }).click()
  await expect(elsewhere).toHaveURL(/\/s\/settings\?tab=learning$/)
})

test('a portrait is uploaded, shown and removed; one that is too small is not sent', async ({ browser, request }) => {
  const sara = await member(request, 'student')
  const page = await openAs(browser, sara.email, { viewport: { width: 1280, height: 900 } })
  await page.goto(`${origin()}/s/settings`)
  const pictureOf = (side: number) => page.screenshot({ clip: { x: 0, y: 0, width: side, height: side } })
  const choose = async (side: number) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'sara.png', mimeType: 'image/png', buffer: await pictureOf(side) })
  await choose(300)
  await expect(page.getByText(/الصورة صغيرة/)).toBeVisible()
  expect(await accountOf(request, sara)).toMatchObject({ image: null })

  await choose(480)
  await page.getByRole('button', { name: upload.crop.save }).click()
  await expect(toast(page, settings.photo.saved)).toBeVisible()
  await expect(page.getByText('sara.webp')).toBeHidden()
  await page.getByRole('button', { name: settings.photo.remove }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: settings.photo.remove }).click()
  await expect(toast(page, settings.photo.removed)).toBeVisible()
  expect(await accountOf(request, sara)).toMatchObject({ image: null })
})

test('devices are signed out one by one, or all but this one', async ({ browser, request, expectErrors }) => {
  expectErrors(SIGNED_OUT)
  const sara = await member(request, 'student')
  const page = await openAs(browser, sara.email)
  await page.goto(`${origin()}/s/settings?tab=password`)
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: devices.end }) })
  await expect(rows).toHaveCount(2)
  await rows.filter({ hasNotText: devices.current }).getByRole('button').click()
  await page.getByRole('alertdialog').getByRole('button', { name: devices.end }).click()
  await expect(rows).toHaveCount(1)
  expect((await request.get(api('/user/current'), { headers: sara.headers })).status()).toBe(401)
  const elsewhere = await openPage(browser, { storageState: signedIn(await newToken(sara.email)) })
  await elsewhere.goto(`${origin()}/s/dashboard`)
  await page.reload()
  await page.getByRole('button', { name: devices.endOthers }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: devices.endOthers }).click()
  await expect(toast(page, devices.othersEnded)).toBeVisible()
  // Nobody uses this device: its socket is closed, and that alone signs it out.
  await elsewhere.waitForURL((url) => url.pathname === '/login')
  await page.reload()
  await expect(rows).toHaveCount(1)
})
