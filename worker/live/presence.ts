import { userParty } from '../../party/stubs.ts'
import type { Env } from '../env.ts'

/** The users among these who have an open tab. One call per user: pass a page of users, not a table. */
export async function onlineAmong(env: Env, userIds: readonly number[]): Promise<Set<number>> {
  const answers = await Promise.all(userIds.map(async (id) => ({ id, online: await userParty(env, id).isOnline() })))
  return new Set(answers.filter(({ online }) => online).map(({ id }) => id))
}
