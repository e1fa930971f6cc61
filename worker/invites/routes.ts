import * as contract from '#contract/invites'
import { bind, routes } from '../http/bind.ts'
import { list, read } from './read.ts'
import { create, edit, recallCreated, remove } from './write.ts'

export const inviteRoutes = routes(
  bind(contract.listInvites, list),
  bind(contract.createInvite, create, recallCreated),
  bind(contract.getInvite, read),
  bind(contract.editInvite, edit),
  bind(contract.deleteInvite, remove),
)
