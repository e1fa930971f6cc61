/** What `/chat?room=` speaks of: a room, or a person with whom one may not have one yet (docs/rules/chat.md 3.5). */
export type Chosen = { roomId: number } | { personId: number }

export function readChosen(room: string | number | undefined): Chosen | null {
  const [, person, digits] = /^(t-)?([1-9]\d{0,14})$/.exec(String(room ?? '')) ?? []
  if (digits === undefined) return null
  return person ? { personId: Number(digits) } : { roomId: Number(digits) }
}
