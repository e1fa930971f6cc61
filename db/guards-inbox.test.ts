import { expect, it } from 'vitest'
import { marketplace, timestamps } from '#tests/marketplace'

const TEXT = { title: 'الصوت بيقطع', description: 'الصوت بيقطع كل دقيقة' }

it('a report is resolved exactly while it is closed', () => {
  const { db, sara } = marketplace()
  const report = db.insert('reports', { user_id: sara, ...TEXT, ...timestamps })
  const set = (changes: string) => () => db.run(`UPDATE reports SET ${changes} WHERE id = ?`, report)
  expect(set('resolved = 1')).toThrow('illegal')
  expect(set('state = 3')).toThrow('illegal')
  expect(set('state = 4, resolved = 1')).toThrow('illegal')
  expect(set('state = 3, resolved = 1')).not.toThrow()
  expect(() => db.insert('reports', { user_id: sara, ...TEXT, resolved: 1, ...timestamps })).toThrow('illegal')
})

it('a record is answered only with an answer, which stays as it is', () => {
  const { db, sara, adel } = marketplace()
  const report = db.insert('reports', { user_id: sara, ...TEXT, ...timestamps })
  const answered = () => db.run('UPDATE reports SET state = 2 WHERE id = ?', report)
  const write = (kind: number, more = {}) =>
    db.insert('inbox_entries', { kind, text: 'رد', author_id: adel, created_at: timestamps.created_at, ...more })
  const other = db.insert('reports', { user_id: sara, ...TEXT, ...timestamps })
  write(0, { report_id: report })
  write(1, { report_id: other, message_key: 'other' })
  expect(answered).toThrow('illegal')
  const answer = write(1, { report_id: report, message_key: 'x' })
  expect(answered).not.toThrow()
  expect(() => write(2)).toThrow('inbox_entries_one_record')
  expect(() => write(1, { report_id: report })).toThrow('inbox_entries_mail')
  expect(() => db.run("UPDATE inbox_entries SET text = 'غيره' WHERE id = ?", answer)).toThrow('illegal')
  expect(() => db.run('DELETE FROM inbox_entries WHERE id = ?', answer)).toThrow('illegal')
})

it('a contact request has a state, and is answered only with an answer', () => {
  const { db, adel } = marketplace()
  const { created_at, updated_at } = timestamps
  const words = { name: 'سارة', phone: '01012345678', title: 'سؤال عن الباقات', message: 'عايزة أعرف أكتر' }
  const request = db.insert('contact_requests', { ...words, created_at, updated_at })
  const set = (state: number) => () => db.run('UPDATE contact_requests SET state = ? WHERE id = ?', state, request)
  expect(set(4)).toThrow('illegal')
  const write = (kind: number, contact_request_id: number) =>
    db.insert('inbox_entries', { contact_request_id, kind, text: 'كلمناها', author_id: adel, created_at })
  write(0, request)
  write(2, db.insert('contact_requests', { ...words, created_at, updated_at }))
  expect(set(2)).toThrow('illegal')
  write(2, request)
  expect(set(2)).not.toThrow()
})
