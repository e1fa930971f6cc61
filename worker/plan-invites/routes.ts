import * as contract from '#contract/plan-invites'
import { bind, routes } from '../http/bind.ts'
import { list } from './list.ts'
import { create, edit, recallCreated, remove } from './write.ts'

export const planInviteRoutes = routes(
  bind(contract.listPlanInvites, list),
  bind(contract.createPlanInvites, create, recallCreated),
  bind(contract.editPlanInvites, edit),
  bind(contract.deletePlanInvite, remove),
)
