import { type Browser, chromium, request } from '@playwright/test'
import { ensureBrowser } from '../browser.ts'
import { bookForNow, DESK, enter, fakeDevices, openPerson, PHONE, TUTOR } from '../e2e/call-steps.ts'
import { closeContexts } from '../e2e/steps.ts'

const ROUNDS = 5

/** One lesson held again and again: milliseconds from the tutor's press to the student's first picture on their screen. */
async function rounds(browser: Browser, at: string): Promise<number[]> {
  const api = await request.newContext()
  const lesson = await bookForNow(api, at)
  const student = await openPerson(browser, lesson.studentEmail, PHONE, at)
  const tutor = await openPerson(browser, TUTOR, DESK, at)
  await student.goto(`${at}/lesson/${lesson.id}`)
  await enter(student)
  const taken: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await tutor.goto(`${at}/lesson/${lesson.id}`)
    const pressed = performance.now()
    await enter(tutor)
    await tutor.waitForFunction(async () => (await window.received()).frames > 0)
    taken.push(performance.now() - pressed)
  }
  await closeContexts(browser)
  await api.dispose()
  return taken
}

/** How long it takes to see each other, over whichever transport the server at this address names. */
export async function firstPicture(at: string): Promise<{ median: number; slowest: number }> {
  const browser = await chromium.launch({ ...fakeDevices, executablePath: ensureBrowser() })
  try {
    const taken = (await rounds(browser, at)).toSorted((one, other) => one - other)
    return { median: taken[Math.floor(ROUNDS / 2)] ?? 0, slowest: taken.at(-1) ?? 0 }
  } finally {
    await browser.close()
  }
}
