import * as z from 'zod/mini'
import { id, isoInstant } from './fields.ts'

/**
 * A message. Not with the calls of chats, since the live frames, which every page loads, hold it. Ids are ordered within a room and contain the room's id. `refId` is the id that the
 * sending client gave it.
 */
export const message = z.object({
  id,
  userId: id,
  roomId: id,
  refId: z.nullable(z.string()),
  text: z.string(),
  read: z.boolean(),
  edited: z.boolean(),
  deleted: z.boolean(),
  createdAt: isoInstant,
  updatedAt: isoInstant,
})
export type Message = z.input<typeof message>
