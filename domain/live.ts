import { isAdmin, type Role } from './roles.ts'

/** The rooms that many watch at once (spec section 7, real-time channel). */
export const BROADCAST_ROOMS = ['TutorsCache', 'AdminInvoices', 'ServerStats'] as const
export type BroadcastRoom = (typeof BROADCAST_ROOMS)[number]

/** The list of tutors is for everybody who is signed in; the two staff rooms are for admins. */
export const mayWatch = (room: BroadcastRoom, role: Role): boolean => room === 'TutorsCache' || isAdmin(role)
