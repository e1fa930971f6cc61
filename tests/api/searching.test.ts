import { beforeAll, describe, expect, it } from 'vitest'
import { matchModes } from '#domain/search'
import {
  bumpTutorVersion,
  callApi,
  expectOk,
  insertSlot,
  newEmail,
  newStudent,
  newSuperAdmin,
  onboardedTutor,
  type Person,
  row,
  rows,
  run,
  triggerJob,
  tutorManager,
} from '#tests/people'
import { insertInterview } from './session-fixtures.ts'
import { upload } from './uploads.ts'

/** Texts as people write them, each with another spelling of the same letters. */
const NAMES = [
  ['چورچ سمير', 'جورج سمير'],
  ['گيهان پاسم', 'جيهان باسم'],
  ['مهرداد کریمی', 'مهرداد كريمى'],
  ['سعدیہ خاں', 'سعدية خان'],
  ['أَمِينَةُ مُحَمَّد', 'امينه محمد'],
  ['ا\u0654حمد رءوف', 'أحمد روف'],
  ['عبد الرحمٰن علي', 'عبد الرحمن على'],
  ['عـــلاء ســـيد', 'علا سيد'],
] as const
const TEXTS = [
  ...NAMES,
  ['ﺳﺎﻣﻲ ﻣﺤﻤﻮﺩ', 'سامي محمود'],
  ['ﻻﻣﻊ ﺻﻼﺡ', 'لامع صلاح'],
  ['مشكلة رقم ٥٠٠', 'مشكله رقم 500'],
  ['مشکله شماره ۷۰۱', 'مشكلة شماره ٧٠١'],
  ['می\u200cخواهم برگردم', 'ميخواهم برجردم'],
  ['Café “Müller” naïve', 'cafe “muller” NAIVE'],
  ['ﬁnal Ⅳ ｔｅｓｔ', 'final IV test'],
  ['ΟΔΥΣΣΕΥΣ Straße', 'οδυσσευς STRASSE'],
  ['الحصة 😍👨‍👩‍👧 خلصت', 'الحصه 😍👨👩👧 خلصت'],
  ['50% _off_ "now" (*)', '٥٠% _OFF_ "NOW" (*)'],
] as const

const QUARTER = 900_000

type Found = { list: { id: number }[] }

let adel: Person
let sara: Person

beforeAll(async () => {
  adel = await newSuperAdmin()
  sara = await newStudent()
})

const idsOf = async (path: string, as: Person | null = adel): Promise<number[]> =>
  (await expectOk<Found>(callApi('GET', path, { as }))).list.map(({ id }) => id)

const asked = (path: string, query: Record<string, string>): string => `${path}?${new URLSearchParams(query)}`

/** The beginning and the end of a text, cut between two characters. */
function partsOf(text: string): { prefix: string; suffix: string } {
  const characters = Array.from(new Intl.Segmenter('ar').segment(text), ({ segment }) => segment)
  const half = Math.ceil(characters.length / 2)
  return { prefix: characters.slice(0, half).join(''), suffix: characters.slice(half).join('') }
}

/** What finds the text: itself, another spelling, and a part of it. */
function wordsFor(text: string, alike: string): string[] {
  const { prefix, suffix } = partsOf(text)
  return [text, alike, prefix, suffix]
}

/** Searches that offer the four ways of matching. */
function matchedWords(text: string, alike: string) {
  const { prefix, suffix } = partsOf(text)
  const words = { exact: [text, alike], prefix: [text, prefix], suffix: [alike, suffix], loose: [text, alike, suffix] }
  return matchModes.flatMap((match) => words[match].map((word) => ({ match, word })))
}

const editUser = (id: number, body: object) => expectOk(callApi('PUT', `/user/${id}`, { as: adel, body }))

describe.each(NAMES)('an account named %s', (name, alike) => {
  it('is found in the list of accounts and by the palette', async () => {
    const { id } = await newStudent()
    await editUser(id, { name })
    for (const { match, word } of matchedWords(name, alike))
      expect(await idsOf(asked('/user/list', { search: word, match, size: '100' })), `${match} ${word}`).toContain(id)
    for (const word of wordsFor(name, alike)) {
      const { people } = await expectOk<{ people: { id: number }[] }>(
        callApi('GET', asked('/staff/search', { q: word }), { as: adel }),
      )
      expect(
        people.map((one) => one.id),
        word,
      ).toContain(id)
    }
  })
})

it('an account is found by its whole phone number in any spelling, and by a part of it as it is stored', async () => {
  const { id } = await newStudent()
  await editUser(id, { phone: '01036348506' })
  const spellings = ['01036348506', '+20 103 634 8506', '0020-103-634-8506', '٠١٠٣ ٦٣٤ ٨٥٠٦', '3634850']
  for (const word of spellings) {
    expect(await idsOf(asked('/user/list', { role: '4', search: word })), word).toContain(id)
    const { people } = await expectOk<{ people: { id: number }[] }>(
      callApi('GET', asked('/staff/search', { q: word }), { as: adel }),
    )
    expect(
      people.map((one) => one.id),
      word,
    ).toContain(id)
  }
  expect(await idsOf(asked('/user/list', { search: '+20 103 634 8506', match: 'exact' }))).toContain(id)
  expect(await idsOf(asked('/user/list', { search: '+20 103 634 8507' }))).not.toContain(id)
})

it('an account is found by its whole e-mail in any spelling', async () => {
  const { id, email } = await newStudent()
  const spellings = [`mailto:${email}`, `<${email}>`, `"${email.toUpperCase()}"`, `سارة <${email}>,`, `\u200e${email}`]
  for (const word of spellings) {
    expect(await idsOf(asked('/user/list', { search: word, match: 'exact' })), word).toEqual([id])
    const { people } = await expectOk<{ people: { id: number }[] }>(
      callApi('GET', asked('/staff/search', { q: word }), { as: adel }),
    )
    expect(
      people.map((one) => one.id),
      word,
    ).toEqual([id])
  }
})

describe('a tutor', () => {
  it.each(NAMES)('named %s is found by staff, studios, guests and students', async (name, alike) => {
    const { id } = await onboardedTutor()
    await editUser(id, { name })
    for (const { match, word } of matchedWords(name, alike))
      expect(await idsOf(asked('/user/tutor/full-tutors', { name: word, match })), `${match} ${word}`).toContain(id)
    for (const word of wordsFor(name, alike)) {
      expect(await idsOf(asked('/user/tutor/all/for/studio', { search: word })), word).toContain(id)
      for (const [path, as] of [
        ['list/onboarded', null],
        ['list/for/student', sara],
      ] as const)
        expect(await idsOf(asked(`/user/tutor/${path}`, { search: word }), as), word).toContain(id)
    }
    await run('UPDATE tutors SET activated = 0 WHERE id = ?', id)
    await bumpTutorVersion(id)
  })

  it.each(NAMES)('is found by a bio and an about text that end in %s', async (text, alike) => {
    const { id } = await onboardedTutor()
    const bio = `مدرس محادثة وقواعد اسمي ${text}`
    const about = `بدرّس إنجليزي من عشر سنين لطلبة من كل الأعمار وبهتم بالمحادثة قبل القواعد، ${text}`
    await editUser(id, { bio, about })
    for (const [field, stored] of Object.entries({ bio, about }))
      for (const { match, word } of matchedWords(stored, stored.replace(text, alike)))
        expect(await idsOf(asked('/user/tutor/full-tutors', { [field]: word, match })), `${match} ${word}`).toContain(
          id,
        )
  })
})

describe.each(TEXTS)('the text %s', (text, alike) => {
  it('finds the report with this title or description', async () => {
    const description = `كتبت كده: ${text}`
    await expectOk(upload('POST', '/report/with/asset', await newStudent(), { title: text, description }))
    const { id } = (await row<{ id: number }>('SELECT MAX(id) AS id FROM reports')) ?? { id: 0 }
    for (const word of wordsFor(text, alike))
      for (const field of ['search', 'title', 'description'])
        expect(await idsOf(asked('/report/list', { [field]: word })), `${field} ${word}`).toContain(id)
  })

  it('finds the contact request with this name, title or message', async () => {
    for (const written of ['name', 'title', 'message']) {
      const body = { name: 'هدى سامي', phone: '01012345678', title: 'سؤال عن الباقات', message: 'عايزة أعرف الفرق' }
      const value = written === 'name' ? NAMES.find(([name]) => name === text)?.[0] : text
      if (value === undefined) continue
      await expectOk(
        callApi('POST', '/contact-request', {
          body: { ...body, [written]: written === 'message' ? `رسالتي: ${value}` : value },
          headers: { 'cf-connecting-ip': crypto.randomUUID() },
        }),
      )
      const { id } = (await row<{ id: number }>('SELECT MAX(id) AS id FROM contact_requests')) ?? { id: 0 }
      for (const word of wordsFor(text, alike))
        expect(await idsOf(asked('/contact-request/list', { search: word })), `${written} ${word}`).toContain(id)
    }
  })

  it('finds the topic with this name in either language', async () => {
    const body = { arabicName: text, englishName: `Topic ${crypto.randomUUID()}` }
    const { id } = await expectOk<{ id: number }>(callApi('POST', '/topic', { as: adel, body }))
    const find = async () => {
      for (const word of wordsFor(text, alike))
        for (const [path, as] of [
          ['/topic/list', sara],
          ['/topic/list/for/staff', adel],
        ] as const)
          expect(await idsOf(asked(path, { name: word, size: '100' }), as), word).toContain(id)
    }
    await find()
    const swapped = { arabicName: `موضوع ${crypto.randomUUID()}`, englishName: text }
    await expectOk(callApi('PUT', `/topic/${id}`, { as: adel, body: swapped }))
    await find()
    await run('DELETE FROM topics WHERE id = ?', id)
  })

  it('finds the interview with this feedback', async () => {
    const [manager, tutor] = [await tutorManager(), await onboardedTutor()]
    const start = Math.ceil(Date.now() / QUARTER + 4) * QUARTER
    const slot = await insertSlot(manager, start, start + 2 * QUARTER, 3)
    const session = await insertInterview({ manager, tutor, slot, start })
    const { id } = (await row<{ id: number }>('SELECT id FROM interviews WHERE session_id = ?', session)) ?? { id: 0 }
    await expectOk(callApi('PATCH', '/interview', { as: adel, body: { id, interviewerFeedback: `رأيي: ${text}` } }))
    await expectOk(callApi('PATCH', '/interview', { as: adel, body: { id, intervieweeFeedback: `شكرا: ${text}` } }))
    for (const word of wordsFor(text, alike))
      for (const field of ['interviewerFeedback', 'intervieweeFeedback'])
        expect(await idsOf(asked('/interview/list', { [field]: word })), `${field} ${word}`).toContain(id)
  })
})

it('an invite and a coupon are found by their address and code however these are typed', async () => {
  const discounted = { monthDiscount: 0, quarterDiscount: 0, yearDiscount: 0 }
  const draft = { weeklyMinutes: 60, baseMonthlyPrice: 60_000, ...discounted, forInvitesOnly: false, active: true }
  const plan = await expectOk<{ id: number }>(callApi('POST', '/plan', { as: adel, body: draft }))
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  const email = newEmail('invited_1')
  const invite = await expectOk<{ id: number }>(
    callApi('POST', '/invite', { as: adel, body: { email, planId: plan.id, expiresAt } }),
  )
  for (const word of [email, email.toUpperCase(), 'INVITED_١', `\u200f${email}`, `mailto:${email}`, `<${email}>`])
    expect(await idsOf(asked('/invite/list', { email: word })), word).toContain(invite.id)
  const discounts = { monthDiscount: 10, quarterDiscount: 10, yearDiscount: 10 }
  const coupon = await expectOk<{ id: number }>(
    callApi('POST', '/coupon', { as: adel, body: { code: 'sara-٢٠٢٦_x', planId: plan.id, expiresAt, ...discounts } }),
  )
  for (const word of ['SARA-2026_X', 'sara-٢٠٢٦', '۲۰۲۶_x', 'ＳＡＲＡ–2026', 'a-20'])
    expect(await idsOf(asked('/coupon/list', { code: word })), word).toContain(coupon.id)
})

describe('a text that was written without its fold', () => {
  const queued = () => rows('SELECT "column", id FROM texts_to_fold WHERE "column" = \'users.name\'')
  const found = (search: string) => idsOf(asked('/user/list', { search, match: 'exact' }))

  it('is found once the job has folded it', async () => {
    await triggerJob('fold-texts')
    const { id } = await newStudent()
    await run('UPDATE users SET name = ? WHERE id = ?', 'چميل گاد', id)
    expect(await found('چميل گاد')).toEqual([])
    await triggerJob('fold-texts')
    expect(await found('چميل گاد')).toEqual([id])
    expect(await queued()).toEqual([])
  })

  it('is not found by what it said before', async () => {
    const { id } = await newStudent()
    await editUser(id, { name: 'ياسر قديم' })
    await run('UPDATE users SET name = ? WHERE id = ?', 'ياسر جديد', id)
    await triggerJob('fold-texts')
    expect(await found('ياسر قديم')).toEqual([])
    expect(await found('ياسر جديد')).toEqual([id])
  })

  it('is not queued where its writer folds it, even to the fold that it had', async () => {
    const { id } = await newStudent()
    await editUser(id, { name: 'أحمد فوزى' })
    await editUser(id, { name: 'احمد فوزي' })
    expect(await found('أحمد فوزى')).toEqual([id])
    await triggerJob('fold-texts')
    expect(await found('أحمد فوزى')).toEqual([id])
    expect(await queued()).toEqual([])
  })

  it('does not keep the job from the others when its row is gone', async () => {
    await run("INSERT INTO texts_to_fold VALUES ('users.name', 999999999), ('topics.name_ar', 999999999)")
    const { id } = await newStudent()
    await run('UPDATE users SET name = ? WHERE id = ?', 'ﺳﻤﻴﺮ ۵', id)
    await triggerJob('fold-texts')
    expect(await found('سمير 5')).toEqual([id])
    expect(await queued()).toEqual([])
  })
})
