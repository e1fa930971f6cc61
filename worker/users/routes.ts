import * as consents from '#contract/consents'
import * as invites from '#contract/staff-invites'
import * as contract from '#contract/users'
import { bind, routes } from '../http/bind.ts'
import { cancelPendingEmail } from './cancel-pending-email.ts'
import * as given from './consents.ts'
import { current } from './current.ts'
import { edit } from './edit.ts'
import { endSessions } from './end-sessions.ts'
import { list } from './list.ts'
import { read } from './read.ts'
import { readSessions } from './read-sessions.ts'
import { recallRegistered, register } from './register.ts'
import { sendReset } from './send-reset.ts'
import { setImage } from './set-image.ts'
import * as staffInvites from './staff-invites.ts'

export const userRoutes = routes(
  bind(contract.registerUser, register, recallRegistered),
  bind(contract.currentUser, current),
  bind(contract.cancelPendingEmail, cancelPendingEmail),
  bind(consents.readConsents, given.read),
  bind(consents.giveConsents, given.give),
  bind(contract.listUsers, list),
  bind(contract.setUserImage, setImage),
  bind(consents.listConsents, given.list),
  bind(contract.userSessions, readSessions),
  bind(contract.endUserSessions, endSessions),
  bind(contract.sendUserReset, sendReset),
  bind(contract.getUser, read),
  bind(contract.editUser, edit),
  bind(invites.createStaffInvite, staffInvites.create, staffInvites.recallCreated),
  bind(invites.listStaffInvites, staffInvites.list),
  bind(invites.readStaffInvite, staffInvites.read),
  bind(invites.acceptStaffInvite, staffInvites.accept, staffInvites.recallAccepted),
  bind(invites.revokeStaffInvite, staffInvites.revoke),
)
