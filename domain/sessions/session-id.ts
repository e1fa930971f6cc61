/** The kinds of meeting that have a session (docs/rules/live.md 5.1). */
export const sessionKinds = ['lesson', 'interview', 'demo'] as const
export type SessionKind = (typeof sessionKinds)[number]
export type SessionId = `${SessionKind}:${string}`

/** The page of the app on which the people of a session meet, without its number (docs/rules/calendar.md 2.1). */
export const SESSION_PAGES = {
  lesson: '/lesson',
  interview: '/interview',
  demo: '/demo-session',
} as const satisfies Record<SessionKind, string>

/** The path of one session's page in the app; `id` is the number of the lesson or meeting. */
export const sessionPath = ({ kind, id }: { kind: SessionKind; id: number }): string => `${SESSION_PAGES[kind]}/${id}`

/** The recorded events of attendance (docs/rules/live.md 5.7). */
export const PresenceEvent = { UserJoined: 1, UserLeft: 2 } as const
export type PresenceEvent = (typeof PresenceEvent)[keyof typeof PresenceEvent]

const SESSION_ID = /^(?:lesson|interview|demo):[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

export const isSessionId = (text: string): text is SessionId => SESSION_ID.test(text)

/** `uuid` is a version 4 UUID in lower case. */
export const sessionIdOf = (kind: SessionKind, uuid: string): SessionId => `${kind}:${uuid}`

/** The kind in a session id. */
export const kindOf = (id: SessionId): SessionKind => sessionKinds.find((kind) => id.startsWith(`${kind}:`)) ?? 'lesson'
