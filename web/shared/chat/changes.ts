import type { Acknowledgement } from '#contract/live/frames'
import { sendToParty } from '../../platform/user-socket.ts'
import { type Change, setRoom, setTimeline } from './chat-state.ts'
import { withRead } from './timeline.ts'

function setChange(roomId: number, messageId: number, change: Change | null): void {
  setRoom(roomId, (room) => {
    const changes = new Map(room.changes)
    if (change) changes.set(messageId, change)
    else changes.delete(messageId)
    return { ...room, changes }
  })
}

/** Shows a change immediately. The server's event of it removes it from the pending state, and so does a refusal. */
async function attempt(
  { roomId, id }: { roomId: number; id: number },
  change: Change,
  send: () => Promise<Acknowledgement>,
): Promise<Acknowledgement> {
  setChange(roomId, id, change)
  const code = await send()
  if (code !== 'ok') setChange(roomId, id, null)
  return code
}

export const editMessage = (message: { roomId: number; id: number }, text: string): Promise<Acknowledgement> =>
  attempt(message, { kind: 'edit', text }, () => sendToParty('UpdateMessage', { id: message.id, text }))

export const deleteMessage = (message: { roomId: number; id: number }): Promise<Acknowledgement> =>
  attempt(message, { kind: 'delete' }, () => sendToParty('DeleteMessage', { id: message.id }))

/** Marks a message and all before it as read. False when the server was not reached: it has to be sent again. */
export async function markAsRead(roomId: number, messageId: number, myId: number): Promise<boolean> {
  const code = await sendToParty('MarkMessageAsRead', { id: messageId })
  if (code === 'ok') setTimeline(roomId, (timeline) => withRead(timeline, myId, messageId))
  return code !== 'unreachable'
}

/** The acknowledgement does not matter: a lost event is followed by the next one. */
export const sendTyping = (roomId: number): void => void sendToParty('UserTyping', { roomId })
