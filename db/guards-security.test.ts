import { describe, expect, it } from 'vitest'
import { HOUR, marketplace, NOW } from '#tests/marketplace'

describe('a second factor', () => {
  it('accepts no code of a time step that was accepted before', () => {
    const { db, adel } = marketplace()
    db.insert('totp_secrets', { user_id: adel, secret: 'v1.a.b', confirmed_at: NOW, last_step: 10, created_at: NOW })
    const accept = (step: number) => () => db.run('UPDATE totp_secrets SET last_step = ?', step)
    expect(accept(10)).toThrow('invalid-verification-code')
    expect(accept(9)).toThrow('invalid-verification-code')
    expect(accept(11)).not.toThrow()
  })

  it('has each recovery code once', () => {
    const { db, adel } = marketplace()
    db.insert('recovery_codes', { user_id: adel, code_hash: 'h', created_at: NOW })
    const use = () => db.run('UPDATE recovery_codes SET used_at = ?', NOW)
    expect(use).not.toThrow()
    expect(use).toThrow('invalid-verification-code')
    expect(() => db.run('UPDATE recovery_codes SET used_at = NULL')).toThrow('invalid-verification-code')
  })

  it('has passkeys whose counters do not fall and whose keys stay', () => {
    const { db, adel, sara } = marketplace()
    const passkey = {
      user_id: adel,
      public_key: 'k',
      counter: 5,
      transports: '[]',
      backed_up: 0,
      name: 'n',
      created_at: 1,
    }
    db.insert('passkeys', { ...passkey, credential_id: 'c' })
    expect(() => db.insert('passkeys', { ...passkey, credential_id: 'c' })).toThrow('UNIQUE')
    expect(() => db.run('UPDATE passkeys SET counter = 4')).toThrow('illegal')
    expect(() => db.run('UPDATE passkeys SET counter = 5')).not.toThrow()
    expect(() => db.run('UPDATE passkeys SET user_id = ?', sara)).toThrow('illegal')
    expect(() => db.run("UPDATE passkeys SET public_key = 'x'")).toThrow('illegal')
  })
})

describe('a session of an account', () => {
  it('belongs to one sign-in, and ends once, with its push subscription and no other', () => {
    const { db, sara, nour } = marketplace()
    for (const id of ['one', 'other']) {
      const session = { id, user_id: sara, by_second_factor: 0, token_id: id, issued_at: NOW, expires_at: NOW + HOUR }
      db.insert('auth_sessions', { ...session, created_at: NOW, last_used_at: NOW })
      const keys = { endpoint: `https://push.example/${id}`, p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) }
      db.insert('push_subscriptions', { ...keys, user_id: sara, auth_session_id: id, created_at: NOW })
    }
    const set = (changes: string) => () => db.run(`UPDATE auth_sessions SET ${changes} WHERE id = 'one'`)
    const subscribed = () => db.queryValue('SELECT group_concat(auth_session_id) FROM push_subscriptions ORDER BY 1')
    for (const changes of ["id = 'two'", `user_id = ${nour}`, 'created_at = 1']) expect(set(changes)).toThrow('illegal')
    expect(set('last_used_at = last_used_at + 1')).not.toThrow()
    expect(set('ended_at = NULL')).not.toThrow()
    expect(subscribed()).toBe('one,other')
    expect(set(`ended_at = ${NOW}, ended_by = 'signed-out'`)).not.toThrow()
    expect(subscribed()).toBe('other')
    expect(set('ended_at = NULL, ended_by = NULL')).toThrow('illegal')
    expect(set('last_used_at = last_used_at + 1')).toThrow('illegal')
  })
})

describe('a view-as session', () => {
  it('has a reason and another subject, is ended once and kept', () => {
    const { db, adel, sara } = marketplace()
    const session = { viewer_id: adel, subject_id: sara, reason: 'r', created_at: NOW, expires_at: NOW + HOUR }
    expect(() => db.insert('view_as_sessions', { ...session, reason: ' ' })).toThrow('view_as_reason')
    expect(() => db.insert('view_as_sessions', { ...session, subject_id: adel })).toThrow('view_as_another')
    db.insert('view_as_sessions', session)
    expect(() => db.run("UPDATE view_as_sessions SET reason = 'x'")).toThrow('illegal')
    expect(() => db.run('UPDATE view_as_sessions SET expires_at = ?', NOW + 2 * HOUR)).toThrow('illegal')
    expect(() => db.run('UPDATE view_as_sessions SET ended_at = ?', NOW)).not.toThrow()
    expect(() => db.run('UPDATE view_as_sessions SET ended_at = ?', NOW + 1)).toThrow('illegal')
    expect(() => db.run('DELETE FROM view_as_sessions')).toThrow('illegal')
  })
})

describe('an address', () => {
  const HELD = { token_hash: 'h', email: 'sara.before@hessa.test', changed_at: NOW, expires_at: NOW + HOUR }

  it('waits for its verification only next to a verified one', () => {
    const { db, sara } = marketplace()
    const wait = (email: string) => () => db.run('UPDATE users SET pending_email = ? WHERE id = ?', email, sara)
    db.run('UPDATE users SET verified_email = 0 WHERE id = ?', sara)
    expect(wait('sara.next@hessa.test')).toThrow('illegal')
    db.run('UPDATE users SET verified_email = 1 WHERE id = ?', sara)
    expect(wait('Sara.Next@hessa.test')).toThrow('illegal')
    expect(wait('sara@hessa.test')).toThrow('illegal')
    expect(wait('sara.next@hessa.test')).not.toThrow()
    expect(() => db.run('UPDATE users SET verified_email = 0 WHERE id = ?', sara)).toThrow('illegal')
    expect(() => db.run('UPDATE users SET email = pending_email WHERE id = ?', sara)).toThrow('illegal')
  })

  it('that an account had cannot be taken by another while it may be restored', () => {
    const { db, sara, omar } = marketplace()
    db.insert('previous_emails', { ...HELD, user_id: sara })
    const take = (user: number, at: number) => () =>
      db.run('UPDATE users SET email = ?, updated_at = ? WHERE id = ?', HELD.email, at, user)
    const register = (at: number) => () =>
      db.insert('users', { email: HELD.email, role: 4, created_at: at, updated_at: at })
    expect(take(omar, NOW)).toThrow('user-exists')
    expect(register(NOW)).toThrow('user-exists')
    expect(take(sara, NOW)).not.toThrow()
    db.run('UPDATE users SET email = ? WHERE id = ?', 'sara.after@hessa.test', sara)
    expect(register(NOW + HOUR)).not.toThrow()
  })
})

describe('an invitation to the staff', () => {
  const invite = (more: object = {}) => ({
    email: 'noha@hessa.test',
    role: 6,
    token_hash: 'h',
    created_at: NOW,
    updated_at: NOW,
    expires_at: NOW + HOUR,
    ...more,
  })

  it('is made by who may open such an account, to a role of staff, for a week at most, once at a time', () => {
    const { db, adel, mona, sara } = marketplace()
    const insert = (more: object) => () => db.insert('staff_invites', invite(more))
    const admin = db.insert('users', { email: 'dina@hessa.test', role: 2, created_at: NOW, updated_at: NOW })
    for (const created_by of [mona, sara]) expect(insert({ created_by })).toThrow('forbidden')
    for (const role of [1, 2]) expect(insert({ created_by: admin, role })).toThrow('forbidden')
    for (const role of [3, 4]) expect(insert({ created_by: adel, role })).toThrow('staff_invites_role')
    expect(insert({ created_by: adel, expires_at: NOW + 7 * 24 * HOUR + 1 })).toThrow('staff_invites_validity')
    expect(insert({ created_by: adel, email: 'Noha@hessa.test' })).toThrow('staff_invites_email_lower')
    expect(insert({ created_by: admin })).not.toThrow()
    expect(insert({ created_by: adel, token_hash: 'other' })).toThrow('UNIQUE')
  })

  it('stays what was mailed, ends once and is kept', () => {
    const { db, adel } = marketplace()
    db.insert('staff_invites', invite({ created_by: adel }))
    const set = (changes: string) => () => db.run(`UPDATE staff_invites SET ${changes}`)
    for (const changes of ["email = 'else@hessa.test'", 'role = 1', "token_hash = 'x'", 'expires_at = expires_at + 1'])
      expect(set(changes)).toThrow('illegal')
    expect(() => db.run('DELETE FROM staff_invites')).toThrow('illegal')
    expect(set(`revoked_at = ${NOW}, revoked_by = ${adel}`)).not.toThrow()
    expect(set('revoked_at = NULL, revoked_by = NULL')).toThrow('invalid-verification-code')
    expect(() => db.run('DELETE FROM staff_invites')).toThrow('illegal')
  })

  it('opens the account of its address and role, and only before its end', () => {
    const { db, adel, sara } = marketplace()
    db.insert('staff_invites', invite({ created_by: adel }))
    const open = (role: number, email: string) => db.insert('users', { email, role, created_at: NOW, updated_at: NOW })
    const accept = (account: number, at: number) => () =>
      db.run('UPDATE staff_invites SET accepted_at = ?, accepted_by = ?', at, account)
    const noha = open(6, 'noha@hessa.test')
    expect(accept(sara, NOW)).toThrow('illegal')
    expect(accept(adel, NOW)).toThrow('illegal')
    expect(accept(noha, NOW + HOUR)).toThrow('invalid-verification-code')
    expect(accept(noha, NOW + HOUR - 1)).not.toThrow()
    expect(accept(noha, NOW)).toThrow('invalid-verification-code')
  })
})
