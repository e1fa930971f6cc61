/** What the database itself says of minors and their guardians (docs/rules/privacy.md 6.2, 6.4). */
import { describe, expect, it } from 'vitest'
import { HOUR, type Marketplace, marketplace, NOW } from '#tests/marketplace'

const consent = (student_id: number, more = {}) => ({
  student_id,
  name: 'هالة محمود',
  phone: '01112345678',
  text_version: 1,
  consented_at: NOW,
  ...more,
})
const bornIn = ({ db, sara }: Marketplace, year: number | null) =>
  db.run('UPDATE users SET birth_year = ? WHERE id = ?', year, sara)
const isGuarded = ({ db, sara }: Marketplace) =>
  db.queryValue('SELECT has_guardian FROM users WHERE id = ?', sara) === 1

describe('a minor', () => {
  const booking = (found: Marketplace, more = {}) => {
    const { db, sara, lesson, slotStart } = found
    const lesson_id = lesson(slotStart, more)
    return () => db.insert('upcoming_lessons', { lesson_id, student_id: sara, ends_at: slotStart + HOUR })
  }

  it('is booked and charged with a guardian alone', () => {
    const found = marketplace()
    bornIn(found, 2008)
    expect(booking(found)).toThrow('guardian-required')
    expect(() => found.payment(found.sara)).toThrow('guardian-required')
    expect(() => found.payment(found.nour)).not.toThrow()
    found.db.insert('guardians', consent(found.sara))
    expect(booking(found)).not.toThrow()
    expect(() => found.payment(found.sara)).not.toThrow()
  })

  it('is nobody who is older, or whose year nobody knows', () => {
    for (const year of [2007, null]) {
      const found = marketplace()
      bornIn(found, year)
      expect(booking(found)).not.toThrow()
      expect(() => found.payment(found.sara)).not.toThrow()
    }
  })

  it('is an adult from Cairo’s new year on', () => {
    const newYear = Date.parse('2026-12-31T22:00:00Z')
    for (const [created_at, isRefused] of [
      [newYear - 1, true],
      [newYear, false],
    ] as const) {
      const found = marketplace()
      bornIn(found, 2008)
      const [book, pay] = [booking(found, { created_at }), () => found.payment(found.sara, { created_at })]
      if (isRefused) for (const one of [book, pay]) expect(one).toThrow('guardian-required')
      else for (const one of [book, pay]) expect(one).not.toThrow()
    }
  })
})

describe('a guardian’s consent', () => {
  it('is of a student, one at a time, with an Egyptian mobile number', () => {
    const { db, sara, omar } = marketplace()
    const insert =
      (student: number, more = {}) =>
      () =>
        db.insert('guardians', consent(student, more))
    expect(insert(omar)).toThrow('illegal')
    expect(insert(sara, { ended_at: NOW })).toThrow('illegal')
    for (const more of [{ phone: '0222222222' }, { name: 'ه' }, { text_version: 0 }])
      expect(insert(sara, more)).toThrow('CHECK')
    expect(insert(sara)).not.toThrow()
    expect(insert(sara)).toThrow('UNIQUE')
  })

  it('is not changed, ends once, and says so on the account', () => {
    const found = marketplace()
    const { db, sara, nour, adel } = found
    db.insert('guardians', consent(sara))
    expect(isGuarded(found)).toBe(true)
    const set = (changes: string) => () => db.run(`UPDATE guardians SET ${changes}`)
    for (const changes of [
      ...[`student_id = ${nour}`, "name = 'كريم علي'", "phone = '01012345678'", 'text_version = 2'],
      ...['consented_at = 1', `recorded_by = ${adel}`],
    ])
      expect(set(changes), changes).toThrow('illegal')
    expect(set(`ended_at = ${NOW - 1}`)).toThrow('CHECK')
    expect(set(`ended_at = ${NOW}`)).not.toThrow()
    expect(isGuarded(found)).toBe(false)
    expect(set('ended_at = NULL')).toThrow('illegal')
    expect(() => db.insert('guardians', consent(sara))).not.toThrow()
    expect(isGuarded(found)).toBe(true)
  })

  it('cannot be said on the account alone', () => {
    const { db, sara, nour } = marketplace()
    db.insert('guardians', consent(sara))
    const set = (has: number, id: number) => () => db.run('UPDATE users SET has_guardian = ? WHERE id = ?', has, id)
    expect(set(1, nour)).toThrow('illegal')
    expect(set(0, sara)).toThrow('illegal')
    expect(set(1, sara)).not.toThrow()
  })

  it('is deleted with the account alone', () => {
    const found = marketplace()
    const { db, sara } = found
    db.insert('guardians', consent(sara))
    const remove = () => db.run('DELETE FROM guardians')
    expect(remove).toThrow('illegal')
    db.insert('erasures', { user_id: sara, asked_at: NOW, due: NOW })
    expect(remove).toThrow('illegal')
    db.run('UPDATE erasures SET started_at = ?', NOW)
    expect(remove).not.toThrow()
    expect(isGuarded(found)).toBe(false)
  })
})
