import { describe, expect, it } from 'vitest'
import { HOUR, marketplace, NOW, timestamps, WEEK } from '#tests/marketplace'

describe('a subscription', () => {
  it('belongs to one payment, however often the provider notifies', () => {
    const { sara, nour, payment, paidSubscription } = marketplace()
    const tx_id = payment(sara)
    expect(() => paidSubscription(sara, { tx_id })).not.toThrow()
    expect(() => paidSubscription(nour, { tx_id })).toThrow('UNIQUE constraint failed: subscriptions.tx_id')
  })

  it('is a user’s only active one, until it has ended or was terminated', () => {
    const { db, sara, paidSubscription } = marketplace()
    const first = paidSubscription(sara)
    expect(() => paidSubscription(sara)).toThrow('subscription-exists')
    expect(() => paidSubscription(sara, { start: NOW + 4 * WEEK - 1, end: NOW + 8 * WEEK })).toThrow(
      'subscription-exists',
    )
    expect(() => paidSubscription(sara, { start: NOW + 4 * WEEK, end: NOW + 8 * WEEK })).not.toThrow()
    db.run('UPDATE subscriptions SET terminated_at = ? WHERE id = ?', NOW, first)
    expect(() => paidSubscription(sara)).not.toThrow()
    expect(() => db.run('UPDATE subscriptions SET terminated_at = NULL WHERE id = ?', first)).toThrow('illegal')
  })

  it('has a plan and a payment, unless it is the free trial, which exists once per user', () => {
    const { sara, plan, freeTrial, paidSubscription } = marketplace()
    expect(() => freeTrial(sara)).not.toThrow()
    expect(() => freeTrial(sara)).toThrow('UNIQUE constraint failed: subscriptions.user_id')
    expect(() => freeTrial(sara, { plan_id: plan })).toThrow('subscriptions_trial')
    expect(() => paidSubscription(sara, { tx_id: null })).toThrow('subscriptions_trial')
    expect(() => paidSubscription(sara, { plan_id: null })).toThrow('subscriptions_trial')
    expect(() => paidSubscription(sara)).not.toThrow()
  })

  it('ends after it begins, and has a terminating user only when terminated', () => {
    const { db, sara, nour, adel, paidSubscription } = marketplace()
    expect(() => paidSubscription(sara, { end: NOW })).toThrow('subscriptions_order')
    const id = paidSubscription(nour)
    expect(() => db.run('UPDATE subscriptions SET terminated_by = ? WHERE id = ?', adel, id)).toThrow(
      'subscriptions_termination',
    )
  })
})

describe('a payment', () => {
  it('has unique reference numbers per provider', () => {
    const { sara, payment } = marketplace()
    for (const name of ['provider_ref_num', 'provider_order_id', 'merchant_ref_num']) {
      expect(() => payment(sara, { [name]: '9' })).not.toThrow()
      expect(() => payment(sara, { [name]: '9' })).toThrow('UNIQUE constraint failed: transactions.provider')
      expect(() => payment(sara, { [name]: '9', provider: 'paymob' })).not.toThrow()
    }
    expect(() => payment(sara)).not.toThrow()
  })

  it('has a valid status, method and provider, and no negative amount', () => {
    const { sara, payment } = marketplace()
    expect(() => payment(sara, { status: 8 })).toThrow('transactions_status')
    expect(() => payment(sara, { payment_method: 4 })).toThrow('transactions_method')
    expect(() => payment(sara, { provider: 'stripe' })).toThrow('transactions_provider')
    expect(() => payment(sara, { plan_period: 3 })).toThrow('transactions_period')
    expect(() => payment(sara, { installment_plan: 3 })).toThrow('transactions_installments')
    expect(() => payment(sara, { amount: -1 })).toThrow('transactions_amount')
    expect(() => payment(sara, { refunded_amount: 60_001 })).toThrow('transactions_refund')
  })

  it('changes status by compare-and-swap: the second of two changes nothing', () => {
    const { db, sara, payment } = marketplace()
    const id = payment(sara)
    const changeStatus = 'UPDATE transactions SET status = ? WHERE id = ? AND status = ?'
    db.run(changeStatus, 1, id, 0)
    db.run(changeStatus, 2, id, 0)
    expect(db.queryValue('SELECT status FROM transactions WHERE id = ?', id)).toBe(1)
  })

  it('stores a notification once per key', () => {
    const { db } = marketplace()
    const storeNotification = (provider: string) => () =>
      db.insert('payment_inbox', { provider, dedupe_key: '42:PAID', body: '{}', received_at: NOW })
    expect(storeNotification('fawry')).not.toThrow()
    expect(storeNotification('fawry')).toThrow(
      'UNIQUE constraint failed: payment_inbox.provider, payment_inbox.dedupe_key',
    )
    expect(storeNotification('paymob')).not.toThrow()
  })
})

describe('a refund', () => {
  it('is the only pending one, and all together never exceed the payment', () => {
    const { db, sara, payment } = marketplace()
    const tx_id = payment(sara)
    const refund = (amount: number) => db.insert('refunds', { tx_id, amount, ...timestamps })
    const finish = (id: number, status: string) => db.run('UPDATE refunds SET status = ? WHERE id = ?', status, id)
    expect(() => refund(60_001)).toThrow('illegal')
    const first = refund(20_000)
    expect(() => refund(10_000)).toThrow('UNIQUE constraint failed: refunds.tx_id')
    for (const changed of ['amount = amount - 1', `tx_id = ${payment(sara)}`])
      expect(() => db.run(`UPDATE refunds SET ${changed} WHERE id = ?`, first)).toThrow('illegal')
    finish(first, 'done')
    expect(() => refund(40_001)).toThrow('illegal')
    finish(refund(40_000), 'failed')
    finish(refund(40_000), 'done')
    expect(() => refund(1)).toThrow('illegal')
    expect(() => finish(first, 'failed')).toThrow('illegal')
  })
})

describe('a coupon', () => {
  it('is used up to its limit, and a returned use can be used again', () => {
    const { db, sara, nour, adel, plan, payment } = marketplace()
    const coupon_id = db.insert('coupons', {
      code: 'EID',
      plan_id: plan,
      month_discount: 10,
      quarter_discount: 10,
      year_discount: 10,
      max_uses: 1,
      expires_at: NOW + WEEK,
      created_by: adel,
      updated_by: adel,
      ...timestamps,
    })
    const use = (user_id: number) => {
      const tx_id = payment(user_id)
      db.insert('coupon_redemptions', { coupon_id, user_id, tx_id, created_at: NOW })
      return tx_id
    }
    const first = use(sara)
    expect(() => use(nour)).toThrow('illegal')
    db.run('DELETE FROM coupon_redemptions WHERE tx_id = ?', first)
    expect(db.queryValue('SELECT used_count FROM coupons')).toBe(0)
    expect(() => use(nour)).not.toThrow()
    expect(db.queryValue('SELECT used_count FROM coupons')).toBe(1)
  })
})

/** The company's accounts and Omar's account, and entries between them. */
function ledger() {
  const market = marketplace()
  const { db, omar } = market
  db.insert('accounts', { code: 'tutor-pay', kind: 'expense', created_at: NOW })
  db.insert('accounts', { code: 'withdrawals-held', kind: 'liability', created_at: NOW })
  db.insert('accounts', { code: 'omar', kind: 'liability', owner_id: omar, must_not_go_negative: 1, created_at: NOW })
  const post = (fact_kind: string, fact_id: number, ...lines: [account: string, amount: number][]) =>
    db.insert('journal_entries', {
      fact_kind,
      fact_id,
      created_at: NOW,
      lines: JSON.stringify(lines.map(([account, amount]) => ({ account, amount }))),
    })
  const lessons = [0, 1, 2, 3].map((at) => market.taughtLesson(market.slotStart + (at * HOUR) / 2))
  const earn = (lesson: number) => post('earning', lesson, ['tutor-pay', -7_500], ['omar', 7_500])
  const withdraw = (id: number, amount: number) =>
    post('withdrawal', id, ['omar', -amount], ['withdrawals-held', amount])
  const balance = () =>
    db.queryValue("SELECT SUM(amount) FROM postings JOIN accounts ON accounts.id = account_id WHERE code = 'omar'")
  return { ...market, lessons, post, earn, withdraw, balance }
}

describe('the ledger', () => {
  it('accepts an entry whose lines sum to zero, as a whole', () => {
    const { db, post, earn } = ledger()
    earn(1)
    expect(db.queryValue('SELECT COUNT(*) FROM postings')).toBe(2)
    expect(() => post('earning', 2, ['tutor-pay', -7_500], ['omar', 7_499])).toThrow('illegal')
    expect(() => post('earning', 2, ['omar', 0])).toThrow('illegal')
    expect(() => post('earning', 2, ['tutor-pay', -7_500], ['nobody', 7_500])).toThrow('illegal')
    expect(() => post('earning', 2, ['tutor-pay', -0.5], ['omar', 0.5])).toThrow('postings_amount')
    expect(() => post('earning', 2, ['tutor-pay', 0], ['omar', 0])).toThrow('postings_amount')
    expect(db.queryValue('SELECT COUNT(*) FROM journal_entries')).toBe(1)
    expect(db.queryValue('SELECT SUM(amount) FROM postings')).toBe(0)
  })

  it('posts a fact once', () => {
    const { earn, balance } = ledger()
    earn(1)
    expect(() => earn(1)).toThrow('UNIQUE constraint failed: journal_entries.fact_kind, journal_entries.fact_id')
    expect(balance()).toBe(7_500)
  })

  it('is immutable, and accepts no line without its entry', () => {
    const { db, earn } = ledger()
    const entry_id = earn(1)
    for (const table of ['journal_entries', 'postings']) {
      expect(() => db.run(`DELETE FROM ${table}`)).toThrow('illegal')
      expect(() => db.run(`UPDATE ${table} SET rowid = rowid`)).toThrow('illegal')
    }
    expect(() => db.insert('postings', { entry_id, line: 2, account_id: 1, amount: 5 })).toThrow('illegal')
    expect(() => db.insert('postings', { entry_id, line: 0, account_id: 1, amount: -7_500 })).toThrow('UNIQUE')
  })

  it('lets withdrawals take what a tutor has earned, and not a piastre more', () => {
    const { lessons, earn, withdraw, balance, post } = ledger()
    for (const lesson of lessons) earn(lesson)
    withdraw(1, 20_000)
    expect(() => withdraw(2, 10_001)).toThrow('invoice-max-amount-exceeded')
    withdraw(2, 10_000)
    expect(balance()).toBe(0)
    expect(() => withdraw(3, 1)).toThrow('invoice-max-amount-exceeded')
    post('withdrawal-return', 2, ['withdrawals-held', -10_000], ['omar', 10_000])
    expect(() => withdraw(3, 10_000)).not.toThrow()
  })
})

describe('the pay of a lesson', () => {
  const [HELD, NOBODY, TUTOR_ABSENT, STUDENT_ABSENT] = [1, 2, 3, 4]
  const WITHOUT = 'illegal'

  function pay() {
    const market = ledger()
    const { db, omar, sara, plan, slotStart, lesson, freeTrial, paidSubscription, post } = market
    const end = slotStart + HOUR / 2
    const outcome = (lesson_id: number, given: number, more = {}) =>
      db.insert('lesson_outcomes', {
        lesson_id,
        tutor_id: omar,
        outcome: given,
        pay: 'earned',
        earned_at: end,
        ...timestamps,
        ...more,
      })
    const booked = (subscription_id: number) => {
      const lesson_id = lesson(slotStart)
      const entry = { subscription_id, week: NOW, created_at: NOW }
      db.run(
        "INSERT OR IGNORE INTO minute_entries (subscription_id, week, kind, minutes, created_at) VALUES (?, ?, 'grant', 600, ?)",
        subscription_id,
        NOW,
        NOW,
      )
      db.insert('minute_entries', { ...entry, kind: 'booking', minutes: -30, lesson_id })
      return lesson_id
    }
    const paid = paidSubscription(sara)
    db.run('UPDATE transactions SET status = 1, paid_at = ?', NOW)
    return { ...market, end, plan, outcome, booked, paid, trial: freeTrial(market.nour), post }
  }

  it('is earned by an outcome with the tutor there, after the end of a lesson that was not cancelled', () => {
    const { outcome, lesson, booked, paid, slotStart, end, omar } = pay()
    for (const absent of [NOBODY, TUTOR_ABSENT]) expect(() => outcome(booked(paid), absent)).toThrow(WITHOUT)
    expect(() => outcome(booked(paid), HELD, { earned_at: end - 1 })).toThrow(WITHOUT)
    expect(() => outcome(lesson(slotStart, { canceled_by: omar, canceled_at: NOW }), HELD)).toThrow(WITHOUT)
    for (const present of [HELD, STUDENT_ABSENT]) expect(() => outcome(booked(paid), present)).not.toThrow()
  })

  it('is earned by a free trial that both attended, three in a week of the tutor', () => {
    const { outcome, booked, trial, omar, db } = pay()
    expect(() => outcome(booked(trial), HELD)).toThrow(WITHOUT)
    const number =
      (trial_number: number, given = HELD) =>
      () =>
        outcome(booked(trial), given, { trial_week: NOW, trial_number })
    expect(number(1, STUDENT_ABSENT)).toThrow(WITHOUT)
    for (const one of [1, 2, 3]) expect(number(one)).not.toThrow()
    expect(number(3)).toThrow('UNIQUE')
    expect(number(4)).toThrow('lesson_outcomes_trial')
    expect(db.queryValue('SELECT COUNT(*) FROM lesson_outcomes WHERE tutor_id = ? AND trial_number > 0', omar)).toBe(3)
  })

  it('is earned seven days after a lesson that nobody attended, of a plan that was paid for, without a word', () => {
    const { db, outcome, booked, paid, trial, end, sara } = pay()
    const due = end + WEEK
    const waiting = (lesson: number, at = due) =>
      outcome(lesson, NOBODY, { pay: 'waiting', earned_at: null, reason: 'nobody-attended', due: at })
    const release = (lesson: number, at: number) => () =>
      db.run("UPDATE lesson_outcomes SET pay = 'earned', earned_at = ? WHERE lesson_id = ?", at, lesson)
    const [silent, early, ofTrial, disputed] = [booked(paid), booked(paid), booked(trial), booked(paid)]
    for (const lesson of [silent, ofTrial, disputed]) waiting(lesson)
    waiting(early, due - 1)
    db.insert('reports', { user_id: sara, lesson_id: disputed, title: 'x', description: 'x', ...timestamps })
    expect(db.queryValue('SELECT due FROM lesson_outcomes WHERE lesson_id = ?', disputed)).toBeNull()
    expect(release(silent, due - 1)).toThrow(WITHOUT)
    for (const lesson of [early, ofTrial, disputed]) expect(release(lesson, due)).toThrow(WITHOUT)
    expect(release(silent, due)).not.toThrow()
  })

  it('follows the latest decision of staff, whatever the outcome was, and once earned stays so', () => {
    const { db, outcome, booked, trial, adel, end } = pay()
    const lesson = booked(trial)
    outcome(lesson, NOBODY, { pay: 'waiting', earned_at: null, reason: 'trial-not-held' })
    const decide = (revision: number, given: number) =>
      db.insert('lesson_decisions', {
        lesson_id: lesson,
        revision,
        outcome: given,
        reason: 'x',
        decided_by: adel,
        created_at: NOW,
      })
    const earn = () =>
      db.run("UPDATE lesson_outcomes SET pay = 'earned', earned_at = ? WHERE lesson_id = ?", end, lesson)
    expect(earn).toThrow(WITHOUT)
    decide(0, TUTOR_ABSENT)
    expect(earn).toThrow(WITHOUT)
    decide(1, HELD)
    expect(earn).not.toThrow()
    for (const change of ["pay = 'refused', earned_at = NULL", 'earned_at = earned_at + 1', 'tutor_id = 1'])
      expect(() => db.run(`UPDATE lesson_outcomes SET ${change} WHERE lesson_id = ?`, lesson)).toThrow('illegal')
    expect(() => db.run('DELETE FROM lesson_outcomes WHERE lesson_id = ?', lesson)).toThrow('illegal')
  })

  it('is posted only where it is earned', () => {
    const { db, earn, outcome, booked, paid } = pay()
    const [settled, waiting, unsettled] = [booked(paid), booked(paid), booked(paid)]
    outcome(settled, HELD)
    outcome(waiting, TUTOR_ABSENT, { pay: 'waiting', earned_at: null, reason: 'tutor-absent' })
    for (const lesson of [waiting, unsettled]) expect(() => earn(lesson)).toThrow(WITHOUT)
    expect(() => earn(settled)).not.toThrow()
    expect(db.queryValue("SELECT COUNT(*) FROM journal_entries WHERE fact_kind = 'earning'")).toBe(1)
  })
})

describe('a withdrawal', () => {
  it('ends once in the ledger: paid out or returned, never both and never twice', () => {
    const { db, lessons, earn, withdraw, post } = ledger()
    db.insert('accounts', { code: 'bank', kind: 'asset', created_at: NOW })
    for (const lesson of lessons) earn(lesson)
    for (const id of [1, 2]) withdraw(id, 10_000)
    const payOut = (id: number) => () => post('payout', id, ['withdrawals-held', -10_000], ['bank', 10_000])
    const giveBack = (id: number) => () =>
      post('withdrawal-return', id, ['withdrawals-held', -10_000], ['omar', 10_000])
    expect(payOut(1)).not.toThrow()
    expect(giveBack(2)).not.toThrow()
    for (const end of [payOut(1), giveBack(1), payOut(2), giveBack(2)])
      expect(end).toThrow('UNIQUE constraint failed: journal_entries.fact_')
  })

  it('is of 100 to 50000 EGP and has a receiver', () => {
    const { db, omar } = marketplace()
    const request =
      (amount: number, more = {}) =>
      () =>
        db.insert('withdrawals', {
          user_id: omar,
          method: 2,
          receiver: 'omar@instapay',
          amount,
          ...timestamps,
          ...more,
        })
    expect(request(9_999)).toThrow('withdrawals_amount')
    expect(request(10_000)).not.toThrow()
    expect(request(5_000_000)).not.toThrow()
    expect(request(5_000_001)).toThrow('withdrawals_amount')
    expect(request(10_000, { method: 3 })).toThrow('withdrawals_method')
    expect(request(10_000, { receiver: '' })).toThrow('withdrawals_receiver')
    expect(request(10_000, { method: 1, receiver: `MASHREQ:${'1'.repeat(20)}` })).not.toThrow()
  })
})

describe('a payment file', () => {
  function files() {
    const { db, omar, adel } = marketplace()
    const money = { method: 1, receiver: 'MASHREQ:1', amount: 10_000 }
    const withdrawal = () => db.insert('withdrawals', { user_id: omar, ...money, ...timestamps })
    const file = () => {
      const content = { method: 1, bank: 'MASHREQ', count: 1, total: 10_000, content: 'x' }
      return db.insert('payment_files', { ...content, created_by: adel, ...timestamps })
    }
    const put = (file_id: number, withdrawal_id: number) => db.insert('payment_file_items', { file_id, withdrawal_id })
    const setStatus = (id: number, status: number) =>
      db.run('UPDATE withdrawals SET status = ? WHERE id = ?', status, id)
    const openOnes = () =>
      db.queryValue('SELECT group_concat(withdrawal_id) FROM payment_file_items WHERE open = 1 ORDER BY 1')
    return { db, adel, withdrawal, file, put, setStatus, openOnes }
  }

  it('holds requests that wait, each in one open file until it is decided', () => {
    const { withdrawal, file, put, setStatus, openOnes } = files()
    const [first, second, third, decided] = [withdrawal(), withdrawal(), withdrawal(), withdrawal()]
    setStatus(decided, 3)
    const one = file()
    expect(() => put(one, decided)).toThrow('illegal-invoice-update')
    for (const id of [first, second, third]) put(one, id)
    expect(() => put(file(), first)).toThrow('UNIQUE constraint failed: payment_file_items.withdrawal_id')
    setStatus(first, 1)
    expect(openOnes()).toBe(`${first},${second},${third}`)
    setStatus(first, 2)
    expect(openOnes()).toBe(`${second},${third}`)
    setStatus(second, 3)
    expect(openOnes()).toBe(`${third}`)
    setStatus(third, 4)
    expect(openOnes()).toBeNull()
  })

  it('stays as it was made, and is closed once', () => {
    const { db, adel, file } = files()
    const id = file()
    const set = (changes: string) => () => db.run(`UPDATE payment_files SET ${changes} WHERE id = ?`, id)
    for (const changes of ['method = 2', "bank = 'CIB'", 'count = 2', 'total = 1', "content = ''", 'created_at = 1'])
      expect(set(changes)).toThrow('illegal')
    const close = set(`closed_at = ${NOW}, closed_by = ${adel}, receipt = 'r'`)
    expect(close).not.toThrow()
    expect(close).toThrow('illegal-invoice-update')
  })
})

describe('a plan', () => {
  it('has bounded values, and cannot be deleted while an order refers to it', () => {
    const { db, sara, plan, payment } = marketplace()
    const insertPlan =
      (weekly_minutes: number, more = {}) =>
      () =>
        db.insert('plans', { weekly_minutes, base_monthly_price: 1, ...timestamps, ...more })
    expect(insertPlan(14)).toThrow('plans_minutes')
    expect(insertPlan(15, { month_discount: 10_001 })).toThrow('plans_discounts')
    expect(insertPlan(15, { base_monthly_price: 0 })).toThrow('plans_price')
    expect(insertPlan(15, { month_discount: 10_000 })).not.toThrow()
    payment(sara, { expires_at: NOW + HOUR })
    expect(() => db.run('DELETE FROM plans WHERE id = ?', plan)).toThrow('FOREIGN KEY')
  })

  it('has one invite per student', () => {
    const { db, sara, adel, plan } = marketplace()
    const invite = { user_id: sara, plan_id: plan, created_by: adel, created_at: NOW }
    db.insert('plan_invites', invite)
    expect(() => db.insert('plan_invites', invite)).toThrow('UNIQUE')
  })
})
