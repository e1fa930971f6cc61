import * as contract from '#contract/chat'
import { bind, routes } from '../http/bind.ts'
import { find } from './find-room.ts'
import { listMembers } from './list-members.ts'
import { list as listMessages } from './list-messages.ts'
import { list as listRooms } from './list-rooms.ts'
import { listOf as listRoomsOf } from './list-rooms-of.ts'
import { open, recallOpened } from './open.ts'
import { set } from './set-room.ts'

export const chatRoutes = routes(
  bind(contract.openRoom, open, recallOpened),
  bind(contract.listRooms, listRooms),
  bind(contract.listRoomsOfPerson, listRoomsOf),
  bind(contract.listMessages, listMessages),
  bind(contract.findRoom, find),
  bind(contract.listRoomMembers, listMembers),
  bind(contract.setRoom, set),
)
