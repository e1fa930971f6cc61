import { address } from '../address.ts'

export const openRoom = address('POST', '/chat/new')
export const listRooms = address('GET', '/chat/list/rooms/:userId')
export const listRoomsOfPerson = address('GET', '/chat/list/rooms-of/:userId')
export const listMessages = address('GET', '/chat/list/:roomId/messages')
export const findRoom = address('GET', '/chat/room/by/members')
export const listRoomMembers = address('GET', '/chat/room/members/:roomId')
export const setRoom = address('PUT', '/chat/room/:roomId')
