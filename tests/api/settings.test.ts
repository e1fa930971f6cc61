import { beforeEach, describe, expect, it } from 'vitest'
import { Role } from '#domain/roles'
import {
  type Answer,
  callApi,
  expectOk,
  insertLesson,
  newAdmin,
  newEmail,
  newSuperAdmin,
  onboardedTutor,
  outcome,
  PASSWORD,
  type Person,
  rows,
  run,
  verifiedStudent,
} from '#tests/people'

const DAY = 24 * 3_600_000

type Setting = { key: string; value: unknown; mayChange: boolean; updatedBy: { id: number } | null; updatedAt: string }

const change = (as: Person, key: string, value: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  callApi('PUT', `/settings/${key}`, { as, body: { value }, headers })
const settingOf = async (as: Person, key: string) => {
  const { list } = await expectOk<{ list: Setting[] }>(callApi('GET', '/settings', { as }))
  return list.find((one) => one.key === key) as Setting
}
const publicly = () => expectOk<Record<string, unknown>>(callApi('GET', '/settings/public'))

let boss: Person
beforeEach(async () => {
  boss = await newSuperAdmin()
  await run('DELETE FROM settings')
  // Makes this isolate forget what it has read.
  await expectOk(change(boss, 'bannerShown', false))
  await run('DELETE FROM settings')
})

describe('a setting', () => {
  it('has its initial value until somebody changes it, and then says who', async () => {
    expect(await settingOf(boss, 'bannerShown')).toMatchObject({ value: false, updatedBy: null, updatedAt: null })
    await expectOk(change(boss, 'bannerShown', true))
    expect(await settingOf(boss, 'bannerShown')).toMatchObject({ value: true, updatedBy: { id: boss.id } })
  })

  it('is changed with its audit entry, which says what was before, after and why', async () => {
    const reason = { 'x-reason': encodeURIComponent('صيانة الليلة') }
    await expectOk(change(boss, 'bannerText', 'راجعين الساعة عشرة', reason))
    const entries = await rows<{ before: string; after: string; reason: string; actor_id: number }>(
      "SELECT * FROM audit_entries WHERE act = 'settings.edit' AND actor_id = ? ORDER BY id DESC LIMIT 1",
      boss.id,
    )
    expect(entries).toMatchObject([{ reason: 'صيانة الليلة' }])
    expect(JSON.parse(entries[0]?.after ?? '')).toEqual({ bannerText: 'راجعين الساعة عشرة' })
    expect(Object.keys(JSON.parse(entries[0]?.before ?? ''))).toEqual(['bannerText'])
  })

  it('refuses what it does not take, and nothing changes', async () => {
    expect(await outcome(change(boss, 'bannerShown', 'yes'))).toBe('bad-request')
    expect(await outcome(change(boss, 'minWithdrawal', 50_00))).toBe('bad-request')
    expect(await outcome(change(boss, 'no.such', true))).toBe('not-found')
    await expectOk(change(boss, 'maxWithdrawal', 300_00))
    expect(await outcome(change(boss, 'minWithdrawal', 300_01))).toBe('illegal')
    expect(await settingOf(boss, 'minWithdrawal')).toMatchObject({ value: 100_00, updatedAt: null })
  })

  it('about money is changed by the super admin only', async () => {
    const admin = await newAdmin()
    expect(await settingOf(admin, 'minWithdrawal')).toMatchObject({ mayChange: false })
    expect(await outcome(change(admin, 'minWithdrawal', 200_00))).toBe('forbidden')
    expect(await outcome(change(admin, 'withdrawalsPaused', true))).toBe('ok')
  })

  it('is not saved over a newer version', async () => {
    const first = await expectOk<Setting>(change(boss, 'bannerShown', true))
    const version = { 'if-match': `"${first.updatedAt}"` }
    expect(await outcome(change(await newAdmin(), 'bannerShown', false, version))).toBe('ok')
    expect(await outcome(change(boss, 'bannerShown', true, version))).toBe('version-conflict')
    // Before what would be refused of the value, and of a setting that nobody has changed yet.
    expect(await outcome(change(boss, 'bannerShown', 'yes', version))).toBe('version-conflict')
    expect(await outcome(change(boss, 'bannerText', 'راجعين حالا', version))).toBe('version-conflict')
    expect(await settingOf(boss, 'bannerShown')).toMatchObject({ value: false })
  })

  it('is saved over its own version, whatever those of others are', async () => {
    await expectOk(change(boss, 'bannerText', 'راجعين حالا'))
    await expectOk(change(boss, 'bannerShown', true))
    await run("UPDATE settings SET updated_at = updated_at + 1000 WHERE name = 'bannerShown'")
    for (const [key, value] of [
      ['bannerText', 'رجعنا'],
      ['bannerShown', false],
    ] as const) {
      const { updatedAt } = await settingOf(boss, key)
      expect(await outcome(change(boss, key, value, { 'if-match': `"${updatedAt}"` }))).toBe('ok')
    }
  })
})

describe('what the apps read of the settings', () => {
  it('follows a change at once in the isolate that made it', async () => {
    expect(await publicly()).toEqual({
      banner: null,
      tutorRegistrationPaused: false,
      withdrawalsPaused: false,
      minWithdrawal: 100_00,
      maxWithdrawal: 50_000_00,
      topUpPrice30: 10_000,
      topUpPrice60: 19_000,
      supportWhatsApp: null,
    })
    await expectOk(change(boss, 'bannerText', 'راجعين حالا'))
    expect((await publicly()).banner).toBeNull()
    await expectOk(change(boss, 'bannerShown', true))
    await expectOk(change(boss, 'supportWhatsApp', '01012345678'))
    expect(await publicly()).toMatchObject({ banner: 'راجعين حالا', supportWhatsApp: '01012345678' })
  })
})

describe('the registration of tutors', () => {
  const register = (role: Role, as: Person | null = null) =>
    outcome(callApi('POST', '/user', { as, body: { role, email: newEmail('omar'), password: PASSWORD } }))

  it('while it is paused, is refused to tutors, not to students nor to an admin who opens an account', async () => {
    await expectOk(change(boss, 'tutorRegistrationPaused', true))
    expect(await register(Role.Tutor)).toBe('service-unavailable')
    expect(await register(Role.Student)).toBe('ok')
    expect(await register(Role.Tutor, boss)).toBe('ok')
    await expectOk(change(boss, 'tutorRegistrationPaused', false))
    expect(await register(Role.Tutor)).toBe('ok')
  })
})

describe('a withdrawal', () => {
  const request = (as: Person, amount: number) =>
    outcome(callApi('POST', '/invoice', { as, body: { method: 0, receiver: '01012345678', amount } }))

  it('is refused while withdrawals are paused, and outside the limits that are set', async () => {
    const [omar, sara] = [await onboardedTutor(), await verifiedStudent()]
    for (let day = 1; day <= 5; day++)
      await insertLesson({ tutor: omar, student: sara, start: pastQuarter(day), attended: true })
    await expectOk(change(boss, 'withdrawalsPaused', true))
    expect(await request(omar, 150_00)).toBe('service-unavailable')
    await expectOk(change(boss, 'withdrawalsPaused', false))
    await expectOk(change(boss, 'minWithdrawal', 200_00))
    expect(await request(omar, 199_99)).toBe('invoice-min-amount-subceeded')
    await expectOk(change(boss, 'maxWithdrawal', 250_00))
    expect(await request(omar, 250_01)).toBe('invoice-max-amount-exceeded')
    expect(await request(omar, 250_00)).toBe('ok')
  })
})

/** A start on the grid, some days ago. */
function pastQuarter(days: number): number {
  const at = Date.now() - days * DAY
  return at - (at % 900_000)
}
