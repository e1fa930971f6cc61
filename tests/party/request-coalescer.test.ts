/** Concurrent requests of an isolate ask the database together (docs/decisions/007). */
import { expect, it, onTestFinished } from 'vitest'
import { callApi, expectOk, newStudent, rows, run, verifiedStudents } from '#tests/people'
import { RequestCoalescer } from '../../worker/http/request-coalescer.ts'
import { replaceD1Methods } from '../api/d1-methods.ts'
import { heavySteps, planOf } from '../api/plans.ts'
import { moveTimer, refusalOf, upgrade, withToken } from './socket.ts'

/** A coalescer to upper case, whose batches end when the test says so. */
function manualCoalescer() {
  const batches: { words: readonly string[]; succeed: () => void; fail: (error: Error) => void }[] = []
  const coalescer = new RequestCoalescer<null, string, string>((_, words) => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>()
    batches.push({ words, succeed: () => resolve(words.map((word) => word.toUpperCase())), fail: reject })
    return promise
  })
  const batchOf = (words: readonly string[]) => expect.poll(() => batches.at(-1)?.words).toEqual(words)
  return { batches, batchOf, run: (word: string) => coalescer.run(null, word) }
}

/** One batch has ended, and the next one runs for two requests that arrived during it. */
async function secondBatchOfTwo() {
  const coalescer = manualCoalescer()
  const first = coalescer.run('sara')
  const two = Promise.allSettled([coalescer.run('omar'), coalescer.run('mona')])
  coalescer.batches[0]?.succeed()
  expect(await first).toBe('SARA')
  await coalescer.batchOf(['omar', 'mona'])
  return { ...coalescer, two }
}

const fulfilled = (value: string) => ({ status: 'fulfilled', value })

it('requests that arrive while a batch runs are in the next one, and each has its own answer', async () => {
  const { batches, batchOf, run, two } = await secondBatchOfTwo()
  const last = run('adel')
  batches[1]?.succeed()
  expect(await two).toEqual([fulfilled('OMAR'), fulfilled('MONA')])
  await batchOf(['adel'])
  batches[2]?.succeed()
  expect(await last).toBe('ADEL')
})

it('a batch that fails fails for each request in it, and for none after them', async () => {
  const { batches, run, two } = await secondBatchOfTwo()
  const reason = new Error('the database is busy')
  batches[1]?.fail(reason)
  expect(await two).toEqual([
    { status: 'rejected', reason },
    { status: 'rejected', reason },
  ])
  const after = run('adel')
  batches[2]?.succeed()
  expect(await after).toBe('ADEL')
})

it('a batch that was dropped with the request that ran it is given up, and the others in it are queued again', async () => {
  const { batches, batchOf, two } = await secondBatchOfTwo()
  onTestFinished(moveTimer(2000))
  await batchOf(['mona'])
  // The runtime would drop the request that ran the batch; here it still waits for it.
  batches[1]?.succeed()
  batches[2]?.succeed()
  expect(await two).toEqual([fulfilled('OMAR'), fulfilled('MONA')])
})

it('people who open sockets at one moment are let in or refused each by their own session as it is then', async () => {
  const [sara, signsOut, ...others] = await verifiedStudents(6)
  const unknown = await newStudent()
  await run('UPDATE users SET sessions_valid_from = 4000000000 WHERE id = ?', unknown.id)
  if (!sara || !signsOut) throw new Error('Six people were asked for')
  let batches = 0
  let query = ''
  const firstBatch = Promise.withResolvers<void>()
  onTestFinished(
    replaceD1Methods({
      run: async ({ statement }, original) => {
        if (!/json_each.*"auth_sessions"/s.test(statement)) return original()
        query = statement
        const answer = await original()
        if (batches++ === 0) await firstBatch.promise
        return answer
      },
    }),
  )
  const open = ({ id, token }: { id: number; token: string }) => upgrade(`/parties/user/${id}`, withToken(token))
  const hers = open(sara)
  await expect.poll(() => batches).toBe(1)
  const refused = [open(signsOut), open(unknown), open({ ...sara, token: `${sara.token}x` })]
  const stranger = upgrade(`/parties/user/${sara.id}`, withToken(others[0]?.token ?? ''))
  const theirs = others.map(open)
  await expectOk(callApi('POST', '/auth/sign-out', { as: signsOut }))
  firstBatch.resolve()
  const opened = await Promise.all([hers, ...theirs])
  expect(opened.map(({ status }) => status)).toEqual(opened.map(() => 101))
  for (const answer of refused) expect(await refusalOf(answer)).toEqual([401, 'unauthenticated'])
  expect(await refusalOf(stranger)).toEqual([403, 'forbidden'])
  expect(batches).toBeLessThan(opened.length)
  expect(heavySteps(await planOf(query), false)).toEqual([])
  for (const { webSocket } of opened) {
    webSocket?.accept()
    webSocket?.close()
  }
})

it('people who open sockets at one moment touch their own session each, where it is due and has not ended', async () => {
  const people = await verifiedStudents(6)
  const [rested, ended] = people
  if (!rested || !ended) throw new Error('Six people were asked for')
  const ids = JSON.stringify(people.map(({ id }) => id))
  const areTheirs = 'user_id IN (SELECT value FROM json_each(?))'
  await expectOk(callApi('POST', '/auth/sign-out', { as: ended }))
  await run(
    `UPDATE auth_sessions SET last_used_at = 0 WHERE ${areTheirs} AND user_id NOT IN (?, ?)`,
    ids,
    rested.id,
    ended.id,
  )
  const lastUses = async () => {
    const query = `SELECT user_id AS id, last_used_at AS at FROM auth_sessions WHERE ${areTheirs}`
    return new Map((await rows<{ id: number; at: number }>(query, ids)).map(({ id, at }) => [id, at]))
  }
  const before = await lastUses()
  const answers = await Promise.all(people.map(({ id, token }) => upgrade(`/parties/user/${id}`, withToken(token))))
  expect(answers.map(({ status }) => status)).toEqual(people.map((person) => (person === ended ? 401 : 101)))
  for (const { webSocket } of answers) {
    webSocket?.accept()
    webSocket?.close()
  }
  await expect.poll(async () => [...(await lastUses()).values()].filter((at) => at === 0)).toEqual([])
  const after = await lastUses()
  const unchanged = people.filter(({ id }) => after.get(id) === before.get(id))
  expect(unchanged).toEqual([rested, ended])
})
