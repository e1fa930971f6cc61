import { PASSWORD } from '../e2e/steps.ts'
import { type Load, load } from './first-look.ts'

type Person = { id: number; token: string }
/** Calls the API as the person whose screen it is. */
type Ask = <T>(path: string) => Promise<T>
export type Screen = {
  name: string
  as: string
  host?: 'admin'
  path: (ask: Ask, person: Person) => Promise<string>
}

const STUDENT = 'student@hessa.test'

async function newestRoom(ask: Ask, { id }: Person): Promise<string> {
  const { list } = await ask<{ list: { roomId: number }[] }>(`/chat/list/rooms/${id}?size=1`)
  const [room] = list
  if (!room) throw new Error('The student has no conversation')
  return `/chat?room=${room.roomId}`
}

async function nextLesson(ask: Ask, { id }: Person): Promise<string> {
  const { list } = await ask<{ list: { lesson: { id: number } }[] }>(`/lesson/list?users=${id}&status=pending&size=100`)
  // The latest comes first.
  const next = list.at(-1)
  if (!next) throw new Error('The student has no lesson ahead: start with a new state')
  return `/lesson/${next.lesson.id}`
}

/** Of each app the screens that people open most. */
export const SCREENS: readonly Screen[] = [
  { name: 'student home', as: STUDENT, path: async () => '/s/dashboard' },
  { name: 'chat', as: STUDENT, path: newestRoom },
  // The other student has no lesson ahead.
  { name: 'lesson', as: 'nada.elshafey@hessa.test', path: nextLesson },
  { name: 'dashboard home', as: 'super@hessa.test', host: 'admin', path: async () => '/' },
]

async function signIn(api: string, email: string): Promise<Person> {
  const answer = await fetch(`${api}/auth/password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  if (!answer.ok) throw new Error(`${email} cannot sign in: ${answer.status}`)
  const { user, token } = (await answer.json()) as { user: { id: number }; token: string }
  return { id: user.id, token }
}

/** Signs the person in, and loads the screen `runs` times. */
export async function loadScreen({ as, host, path }: Screen, origin: string, runs: number): Promise<Load[]> {
  const api = `${origin}/api/v1`
  const person = await signIn(api, as)
  const ask: Ask = async (asked) => {
    const answer = await fetch(`${api}${asked}`, { headers: { authorization: `Bearer ${person.token}` } })
    if (!answer.ok) throw new Error(`${asked} answered ${answer.status}`)
    return answer.json()
  }
  const at = host ? origin.replace('//', `//${host}.`) : origin
  return load(`${at}${await path(ask, person)}`, runs, person.token)
}
