/** Who comes while the database is asked about others is asked about together with all who come then (docs/decisions/007). */
import { expect, it, onTestFinished } from 'vitest'
import { callApi, expectOk, newStudent, rows, run, verifiedStudents } from '#tests/people'
import { SharedTrips } from '../../worker/http/shared-trips.ts'
import { replaceD1Methods } from '../api/d1-methods.ts'
import { heavySteps, planOf } from '../api/plans.ts'
import { moveTimer, refusalOf, upgrade, withToken } from './socket.ts'

/** Trips that end when the test says so, with what each asked for. */
function heldTrips() {
  const asked: (readonly string[])[] = []
  const ends: ((error?: Error) => void)[] = []
  const trips = new SharedTrips<null, string, string>((_, words) => {
    asked.push(words)
    return new Promise((answer, fail) => {
      ends.push((error) => (error ? fail(error) : answer(words.map((word) => word.toUpperCase()))))
    })
  })
  return {
    asked,
    end: (trip: number, error?: Error) => ends[trip]?.(error),
    ask: (word: string) => trips.ask(null, word),
  }
}

it('those who come while a trip is under way go together with the next, and each has its own answer', async () => {
  const { asked, end, ask } = heldTrips()
  const first = ask('sara')
  const others = [ask('omar'), ask('mona')]
  end(0)
  expect(await first).toBe('SARA')
  const both = Promise.all(others)
  await expect.poll(() => asked).toEqual([['sara'], ['omar', 'mona']])
  const last = ask('adel')
  end(1)
  expect(await both).toEqual(['OMAR', 'MONA'])
  await expect.poll(() => asked.length).toBe(3)
  end(2)
  expect(await last).toBe('ADEL')
})

it('a trip that fails fails for all who are in it, and for nobody after them', async () => {
  const { asked, end, ask } = heldTrips()
  const first = ask('sara')
  const others = Promise.allSettled([ask('omar'), ask('mona')])
  end(0)
  await first
  await expect.poll(() => asked.length).toBe(2)
  end(1, new Error('the database is busy'))
  expect((await others).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const after = ask('adel')
  end(2)
  expect(await after).toBe('ADEL')
})

it('a trip that was dropped with its request holds nobody up, and who was in it is asked about again', async () => {
  const { asked, end, ask } = heldTrips()
  const first = ask('sara')
  const others = Promise.all([ask('omar'), ask('mona')])
  end(0)
  await first
  await expect.poll(() => asked.length).toBe(2)
  onTestFinished(moveTimer(2000))
  await expect.poll(() => asked.length).toBe(3)
  expect(asked[2]).toContain('mona')
  end(2)
  await expect.poll(() => asked.flat().filter((word) => word !== 'sara').length).toBeGreaterThanOrEqual(3)
  // The one that made the dropped trip still waits for it.
  end(1)
  expect(await others).toEqual(['OMAR', 'MONA'])
})

it('people who open sockets at one moment are let in or refused each by their own session as it is then', async () => {
  const [sara, signsOut, ...others] = await verifiedStudents(6)
  const unknown = await newStudent()
  await run('UPDATE users SET sessions_valid_from = 4000000000 WHERE id = ?', unknown.id)
  if (!sara || !signsOut) throw new Error('Six people were asked for')
  let trips = 0
  let asked = ''
  let release = () => {}
  const released = new Promise<void>((done) => {
    release = done
  })
  onTestFinished(
    replaceD1Methods({
      run: async ({ statement }, original) => {
        if (!/json_each.*"auth_sessions"/s.test(statement)) return original()
        asked = statement
        const answer = await original()
        if (trips++ === 0) await released
        return answer
      },
    }),
  )
  const open = ({ id, token }: { id: number; token: string }) => upgrade(`/parties/user/${id}`, withToken(token))
  const hers = open(sara)
  await expect.poll(() => trips).toBe(1)
  const refused = [open(signsOut), open(unknown), open({ ...sara, token: `${sara.token}x` })]
  const stranger = upgrade(`/parties/user/${sara.id}`, withToken(others[0]?.token ?? ''))
  const theirs = others.map(open)
  await expectOk(callApi('POST', '/auth/sign-out', { as: signsOut }))
  release()
  const opened = await Promise.all([hers, ...theirs])
  expect(opened.map(({ status }) => status)).toEqual(opened.map(() => 101))
  for (const answer of refused) expect(await refusalOf(answer)).toEqual([401, 'unauthenticated'])
  expect(await refusalOf(stranger)).toEqual([403, 'forbidden'])
  expect(trips).toBeLessThan(opened.length)
  expect(heavySteps(await planOf(asked), false)).toEqual([])
  for (const { webSocket } of opened) {
    webSocket?.accept()
    webSocket?.close()
  }
})

it('what people who open sockets at one moment note of their sessions is noted of each as it is then', async () => {
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
  const notedOf = async () => {
    const query = `SELECT user_id AS id, last_used_at AS at FROM auth_sessions WHERE ${areTheirs}`
    return new Map((await rows<{ id: number; at: number }>(query, ids)).map(({ id, at }) => [id, at]))
  }
  const before = await notedOf()
  const answers = await Promise.all(people.map(({ id, token }) => upgrade(`/parties/user/${id}`, withToken(token))))
  expect(answers.map(({ status }) => status)).toEqual(people.map((person) => (person === ended ? 401 : 101)))
  for (const { webSocket } of answers) {
    webSocket?.accept()
    webSocket?.close()
  }
  await expect.poll(async () => [...(await notedOf()).values()].filter((at) => at === 0)).toEqual([])
  const after = await notedOf()
  const unchanged = people.filter(({ id }) => after.get(id) === before.get(id))
  expect(unchanged).toEqual([rested, ended])
})
