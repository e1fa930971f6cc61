import { and, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { openDb } from '#db/client'
import { users } from '#db/schema/users'
import { normalise } from '#domain/arabic'
import { matchModes } from '#domain/search'
import { bindings, callApi, expectOk, newStudent, newSuperAdmin, row, run } from '#tests/people'
import { accountFilter, accountTextFilter, FEW_FOUND, foundCount, textFilter } from '../../worker/http/filters.ts'

/** Letters that fold into each other, signs that are dropped, and what breaks a query when it is not quoted. */
const LETTERS = [...'اأإآٱبتىيئوؤةهءسرمحـپچکگہے', '\u064e', '\u0651', '\u0670', '\ufefb', ...'aBé01٣ "%*_:()-😍']

const text = (min: number, max: number) =>
  fc.array(fc.constantFrom(...LETTERS), { minLength: min, maxLength: max }).map((letters) => letters.join(''))

const db = openDb(bindings.DB)
const fields = ['name', 'email', 'phone'] as const
const FOLDS = [users.foldedName, users.foldedEnglishName, users.email, users.phone]

const found = async (where: ReturnType<typeof accountFilter>) =>
  (await db.select({ id: users.id }).from(users).where(where).orderBy(users.id)).map(({ id }) => id)

beforeAll(async () => {
  const names = fc.sample(text(1, 12), { numRuns: 400, seed: 7 })
  for (const [index, name] of names.entries())
    await run(
      `INSERT INTO users (role, email, english_name, folded_english_name, name, folded_name, phone, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, 1, 1)`,
      ...(index % 11 === 0
        ? [3, `u${index}.${index % 7}@example.com`, `Ab${name}`, `ab${normalise(name)}`]
        : [4, `u${index}.${index % 7}@example.com`, null, null]),
      ...(index % 9 === 0 ? [null, null] : [name, normalise(name)]),
      index % 5 === 0 ? null : `010${String(index).padStart(8, '0')}`,
    )
})

describe('searching accounts', () => {
  it('finds by the index what reading every account finds', async () => {
    const word = fc.oneof(text(3, 6), fc.constantFrom('exa', '.com', '0100', '00000', 'u39', '@ex', '٠١٠'))
    await fc.assert(
      fc.asyncProperty(word, fc.constantFrom(...matchModes), async (searched, match) => {
        fc.pre([...normalise(searched)].length >= 3)
        expect(await found(accountFilter(users.id, fields, searched, match))).toEqual(
          await found(textFilter(FOLDS, searched, match)),
        )
      }),
      { numRuns: 120 },
    )
  })

  it('finds the same by scanning all accounts', async () => {
    const word = fc.oneof(text(1, 5), fc.constantFrom('exa', '0', '0100', 'u3', 'اب'))
    await fc.assert(
      fc.asyncProperty(word, fc.constantFrom(...matchModes), async (searched, match) => {
        const byIndex = await found(accountFilter(users.id, fields, searched, match))
        expect(await found(accountFilter(users.id, fields, searched, match, 'scanned'))).toEqual(byIndex)
        expect(await found(accountTextFilter(fields, searched, match))).toEqual(byIndex)
      }),
      { numRuns: 60 },
    )
  })

  it('scans all accounts where more than a thousand have the word', async () => {
    await run(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1100)
      INSERT INTO users (email, name, folded_name, role, created_at, updated_at)
      SELECT 'many' || i || '@x.com', 'Many', 'many', 4, i, i FROM n`)
    const isMany = async (searched: string) => {
      const probe = foundCount(fields, searched, 'loose') ?? sql`SELECT 0`
      const [counted] = await db.select({ found: sql<number>`found` }).from(sql`(SELECT (${probe}) AS found)`)
      return (counted?.found ?? 0) > FEW_FOUND
    }
    for (const searched of ['many', 'm']) expect(await isMany(searched)).toBe(true)
    for (const searched of ['many1100', 'u3', '']) expect(await isMany(searched)).toBe(false)
    const admin = await newSuperAdmin()
    const list = async (query: string) => (await callApi('GET', `/user/list?${query}`, { as: admin })).body
    expect(await list('search=many&orderBy=createdAt&direction=asc&size=2&page=2')).toMatchObject({
      list: [{ email: 'many3@x.com' }, { email: 'many4@x.com' }],
      total: 1100,
    })
    expect(await list('search=many&orderBy=createdAt&direction=asc&size=100&page=11')).toMatchObject({
      list: Array.from({ length: 100 }, (_, index) => ({ email: `many${1001 + index}@x.com` })),
      total: 1100,
    })
    // Some have the letter at the beginning of two fields, and are counted once.
    await run("UPDATE users SET phone = 'm' || id WHERE email LIKE 'many1%'")
    const { count } = (await row<{ count: number }>(
      "SELECT COUNT(*) AS count FROM users WHERE role = 4 AND (lower(name) LIKE 'm%' OR email LIKE 'm%' OR phone LIKE 'm%')",
    )) ?? { count: 0 }
    for (const searched of ['m', 'many'])
      expect(await list(`search=${searched}&role=4&size=1`)).toMatchObject({ total: searched === 'm' ? count : 1100 })
  })

  it('answers the pages of all that is found, few or many, in any order', async () => {
    const admin = await newSuperAdmin()
    const pageOf = (query: string) =>
      expectOk<{ list: { id: number }[]; total: number }>(callApi('GET', `/user/list?${query}`, { as: admin }))
    for (const searched of ['many', 'many11', 'u3', 'x.com', 'م'])
      for (const [order, column] of [
        ['orderBy=name&direction=asc', users.name],
        ['orderBy=createdAt&direction=asc', users.createdAt],
      ] as const)
        for (const page of [1, 3, 12]) {
          const isShort = searched.length < 3
          const all = await db
            .select({ id: users.id })
            .from(users)
            .where(and(eq(users.role, 4), textFilter(FOLDS, searched, isShort ? 'prefix' : 'loose')))
            .orderBy(column, users.id)
          const { list, total } = await pageOf(
            `role=4&search=${encodeURIComponent(searched)}&${order}&size=20&page=${page}`,
          )
          expect(list.map(({ id }) => id)).toEqual(all.slice(20 * (page - 1), 20 * page).map(({ id }) => id))
          expect(total).toBe(all.length)
        }
  })

  it('looks for one or two letters at the beginning', async () => {
    for (const searched of ['u3', '0', 'اب', 'س']) {
      expect(await found(accountFilter(users.id, fields, searched))).toEqual(
        await found(textFilter(FOLDS, searched, 'prefix')),
      )
    }
  })

  it('follows a change of name, e-mail and phone', async () => {
    const sara = await newStudent()
    const by = (searched: string) => found(accountFilter(users.id, fields, searched))
    const rename = async (name: string) => expectOk(callApi('PUT', `/user/${sara.id}`, { as: sara, body: { name } }))
    await rename('رضوى المصري')
    await run('UPDATE users SET phone = ? WHERE id = ?', '01298765432', sara.id)
    expect(await by('رضوي المصرى')).toEqual([sara.id])
    expect(await by('98765432')).toEqual([sara.id])
    await rename('نهى حسن')
    expect(await by('رضوي المصرى')).toEqual([])
    const stored = await row<{ count: number }>('SELECT COUNT(*) AS count FROM user_search WHERE rowid = ?', sara.id)
    expect(stored?.count).toBe(1)
  })
})
