/**
 * The target of `/chat?room=`: a room (`12`), or a person with whom there may be no room yet (`t-5`) (docs/rules/chat.md
 * 3.5).
 */
export type ChatTarget = { roomId: number } | { personId: number }

export function readChatTarget(room: string | number | undefined): ChatTarget | null {
  const [, person, digits] = /^(t-)?([1-9]\d{0,14})$/.exec(String(room ?? '')) ?? []
  if (digits === undefined) return null
  return person ? { personId: Number(digits) } : { roomId: Number(digits) }
}
