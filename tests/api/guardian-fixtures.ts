/** Calls of the tests of minors and their guardians. */
import { GUARDIAN_TEXT } from '#domain/students/guardians'
import { again, callApi, expectOk, outcome, type Person, row, rows, run, textedCode } from '#tests/people'

/** Under 18 in all of 2026. */
export const MINOR_YEAR = 2012
export const GUARDIAN = 'هالة محمود'

let numbers = 20_000_000
/** A number that no other test has sent anything to. */
export const newPhone = (): string => `011${++numbers}`

export const bornIn = (person: Person, year: number | null) =>
  run('UPDATE users SET birth_year = ? WHERE id = ?', year, person.id)

export const askCode = async (as: Person, phone: string) =>
  outcome(callApi('POST', '/user/current/guardian/code', { as: await again(as), body: { phone } }))

type Confirmation = { phone: string; code: number; name?: string; textVersion?: number }
export const confirm = async (as: Person, given: Confirmation) =>
  callApi('PUT', '/user/current/guardian', {
    as: await again(as),
    body: { name: GUARDIAN, textVersion: GUARDIAN_TEXT, ...given },
  })

/** The guardian gets a code, and the student enters it. */
export async function giveGuardian(student: Person, phone = newPhone()): Promise<string> {
  await expectOk(callApi('POST', '/user/current/guardian/code', { as: await again(student), body: { phone } }))
  await expectOk(confirm(student, { phone, code: await textedCode(phone) }))
  return phone
}

export type Shown = {
  isMinor: boolean
  textVersion: number
  guardian: { name: string; phone: string; textVersion: number; consentedAt: string; isByStaff: boolean } | null
}
export const guardianOf = async (student: Person, as = student) =>
  expectOk<Shown>(callApi('GET', `/student/${student.id}/guardian`, { as: await again(as) }))

export const isGuarded = async ({ id }: Person) =>
  (await row<{ has: number }>('SELECT has_guardian AS has FROM users WHERE id = ?', id))?.has === 1

/** The token of the link in the latest message to a guardian. */
export async function withdrawalLink(phone: string): Promise<string> {
  const [sent] = await rows<{ params: string }>(
    `SELECT params FROM outbox WHERE "to" = ? AND template = 'guardian_asked' ORDER BY id DESC`,
    phone,
  )
  return (JSON.parse(sent?.params ?? '{}') as { url?: string }).url?.split('#')[1] ?? ''
}
export const withdraw = (token: string) => outcome(callApi('POST', `/guardian/withdrawal/${token}`))
