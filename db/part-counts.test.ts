import { expect, it } from 'vitest'
import { HOUR, type Marketplace, marketplace, NOW, timestamps, WEEK } from '#tests/marketplace'
import { migratedAround } from '#tests/migrated-db'
import { demoOf } from './demo/demo.ts'
import { seeded } from './demo/random.ts'
import { statementsOf } from './demo/statements.ts'

/** The first that has one of the counts. */
const MIGRATION = '0044_counts_of_parts.sql'

/** What is stored and what the rows themselves say, without what has gone down to nothing. */
const COUNTS = [
  {
    columns: 'plan_id, kind, start, rows',
    stored: 'SELECT plan_id, kind, start, rows FROM plan_counts WHERE rows <> 0 ORDER BY 1, 2, 3',
    counted: `SELECT * FROM (
      SELECT plan_id, 'subscriptions' AS kind, 0 AS start, COUNT(*) AS rows FROM subscriptions WHERE plan_id IS NOT NULL GROUP BY 1
      UNION ALL SELECT plan_id, 'day', "end" - "end" % 86400000, COUNT(*) FROM subscriptions
        WHERE plan_id IS NOT NULL AND terminated_at IS NULL GROUP BY 1, 3
      UNION ALL SELECT plan_id, 'hour', "end" - "end" % 3600000, COUNT(*) FROM subscriptions
        WHERE plan_id IS NOT NULL AND terminated_at IS NULL GROUP BY 1, 3
      UNION ALL SELECT plan_id, 'invites', 0, COUNT(*) FROM plan_invites GROUP BY 1
      UNION ALL SELECT plan_id, 'coupons', 0, COUNT(*) FROM coupons GROUP BY 1
    ) ORDER BY 1, 2, 3`,
  },
  {
    columns: 'studio_id, tutors',
    stored: 'SELECT studio_id, tutors FROM studio_counts WHERE tutors <> 0 ORDER BY 1',
    counted: 'SELECT studio_id, COUNT(*) AS tutors FROM tutors WHERE studio_id IS NOT NULL GROUP BY 1 ORDER BY 1',
  },
  {
    columns: 'topic_id, tutors, students',
    stored: 'SELECT topic_id, tutors, students FROM topic_counts WHERE tutors <> 0 OR students <> 0 ORDER BY 1',
    counted: `SELECT * FROM (SELECT t.topic_id, SUM(u.role IN (3, 5)) AS tutors, SUM(u.role = 4) AS students
      FROM user_topics t JOIN users u ON u.id = t.user_id GROUP BY 1) WHERE tutors <> 0 OR students <> 0 ORDER BY 1`,
  },
  {
    columns: 'method, rows, amount, in_files',
    stored:
      'SELECT method, rows, amount, in_files FROM waiting_withdrawals WHERE (rows, amount, in_files) <> (0, 0, 0) ORDER BY 1',
    counted: `SELECT w.method, COUNT(*) AS rows, SUM(w.amount) AS amount, COUNT(i.withdrawal_id) AS in_files FROM withdrawals w
      LEFT JOIN payment_file_items i ON i.withdrawal_id = w.id AND i.open = 1
      WHERE w.status IN (0, 1) GROUP BY 1 ORDER BY 1`,
  },
]

type Read = (sql: string) => unknown

function expectKept(read: Read) {
  for (const { columns, stored, counted } of COUNTS) {
    const textOf = (rows: string) => read(`SELECT json_group_array(json_array(${columns})) AS text FROM (${rows})`)
    expect(textOf(stored)).toEqual(textOf(counted))
  }
}

it('counts the rows that are there already', () => {
  const db = migratedAround((file) => file < MIGRATION, statementsOf(demoOf(NOW), 'none', 1))
  expectKept((sql) => db.prepare(sql).get()?.text)
  expect(db.prepare('SELECT COUNT(*) AS rows FROM plan_counts').get()?.rows).toBeGreaterThan(5)
})

/** What may happen to plans, studios and withdrawals, each of it once. */
function writesOf({ db, plan, sara, nour, omar, karim, mona, adel, paidSubscription, payment }: Marketplace) {
  const random = seeded('part-counts')
  const other = db.insert('plans', { weekly_minutes: 90, base_monthly_price: 1, ...timestamps })
  const idsOf = (table: string, where = '1') =>
    db.queryValue(`SELECT json_group_array(id) FROM ${table} WHERE ${where}`) as string
  const some = (table: string, where?: string): number | undefined => {
    const ids = JSON.parse(idsOf(table, where)) as number[]
    return ids.length === 0 ? undefined : random.pick(ids)
  }
  const change = (table: string, set: string, where?: string) => () => {
    const id = some(table, where)
    if (id !== undefined) db.run(`UPDATE ${table} SET ${set} WHERE id = ?`, id)
  }
  const studios = ['one', 'two'].map((name) =>
    db.insert('users', { email: `${name}@hessa.test`, role: 4, ...timestamps }),
  )
  const topics = [1, 2, 3]
  const choose = () => {
    const [topic, who] = [random.pick(topics), random.pick([sara, nour, omar, mona, adel])]
    db.run(
      'INSERT OR IGNORE INTO topics (id, name_ar, name_en, created_at, updated_at) VALUES (?1, ?1, ?1, 1, 1)',
      topic,
    )
    db.run('INSERT OR IGNORE INTO user_topics (user_id, topic_id) VALUES (?, ?)', who, topic)
  }
  let lastStart = NOW
  let codes = 0
  const withdraw = () =>
    db.insert('withdrawals', {
      user_id: random.pick([omar, karim]),
      method: random.int(0, 2),
      receiver: '01000000000',
      amount: 10_000 * random.int(1, 9),
      ...timestamps,
    })
  const isInNoFile = 'id NOT IN (SELECT withdrawal_id FROM payment_file_items WHERE open = 1)'
  const putIntoFile = () => {
    const id = some('withdrawals', `status = 0 AND ${isInNoFile}`)
    if (id === undefined) return
    const file = db.insert('payment_files', {
      method: 0,
      count: 1,
      total: 1,
      content: '',
      created_by: adel,
      ...timestamps,
    })
    db.insert('payment_file_items', { file_id: file, withdrawal_id: id })
  }
  return {
    random,
    writes: [
      () => {
        lastStart += 10 * WEEK
        const end = lastStart + random.int(1, 40) * 20 * HOUR + random.int(0, HOUR)
        const started = { created_at: lastStart, updated_at: lastStart, start: lastStart, end }
        paidSubscription(random.pick([sara, nour]), { ...started, plan_id: random.pick([plan, other]) })
      },
      change('subscriptions', 'terminated_at = created_at', 'terminated_at IS NULL'),
      change('subscriptions', '"end" = "end" + 3600000'),
      change('subscriptions', `plan_id = ${other}`, 'plan_id IS NOT NULL'),
      () => {
        const id = some('subscriptions')
        if (id !== undefined) db.run('DELETE FROM subscriptions WHERE id = ?', id)
      },
      () => {
        const who = some('users', `id NOT IN (SELECT user_id FROM plan_invites)`)
        if (who !== undefined)
          db.insert('plan_invites', { user_id: who, plan_id: plan, created_by: adel, ...timestamps })
      },
      () => db.run('DELETE FROM plan_invites WHERE id = (SELECT MIN(id) FROM plan_invites)'),
      () => {
        codes += 1
        db.insert('coupons', {
          code: `C${codes}`,
          plan_id: random.pick([plan, other]),
          month_discount: 1,
          quarter_discount: 1,
          year_discount: 1,
          expires_at: NOW,
          created_by: adel,
          updated_by: adel,
          ...timestamps,
        })
      },
      change('coupons', `plan_id = ${other}`),
      () => db.run('DELETE FROM coupons WHERE id = (SELECT MIN(id) FROM coupons)'),
      change('tutors', `studio_id = ${studios[0]}`),
      change('tutors', `studio_id = ${studios[1]}`),
      change('tutors', 'studio_id = NULL'),
      withdraw,
      withdraw,
      putIntoFile,
      putIntoFile,
      change('withdrawals', 'status = 1', 'status = 0'),
      change('withdrawals', 'status = 0', 'status = 1'),
      change('withdrawals', 'status = 3', 'status = 0'),
      change('withdrawals', 'status = 2', 'status = 1'),
      change('withdrawals', 'status = 1', 'status IN (2, 3)'),
      change('withdrawals', 'amount = amount + 1000'),
      change('withdrawals', '(method, amount) = ((method + 1) % 3, amount + 1)', isInNoFile),
      () =>
        db.run(
          'UPDATE payment_file_items SET open = 0 WHERE file_id = (SELECT MIN(file_id) FROM payment_file_items WHERE open = 1)',
        ),
      () => db.run('DELETE FROM payment_file_items WHERE file_id = (SELECT MAX(file_id) FROM payment_file_items)'),
      () => {
        db.run('DELETE FROM tutors WHERE id = ?', mona)
        db.insert('tutors', { id: mona, studio_id: random.pick([...studios, null]), ...timestamps })
      },
      () => payment(sara),
      choose,
      choose,
      () => db.run('DELETE FROM user_topics WHERE rowid = (SELECT MIN(rowid) FROM user_topics)'),
      () => db.run(`UPDATE users SET role = ? WHERE id = ?`, random.pick([3, 4, 5]), nour),
      () => db.run('DELETE FROM topics WHERE id = ?', random.pick(topics)),
    ],
  }
}

it('follows whatever is written', () => {
  const market = marketplace()
  const { random, writes } = writesOf(market)
  for (let step = 0; step < 600; step++) {
    random.pick(writes)()
    expectKept((sql) => market.db.queryValue(sql))
  }
})
