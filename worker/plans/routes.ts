import * as contract from '#contract/plans'
import { bind, routes } from '../http/bind.ts'
import { list, read } from './read.ts'
import { usage } from './usage.ts'
import { create, edit, recallCreated, remove } from './write.ts'

export const planRoutes = routes(
  bind(contract.listPlans, list),
  bind(contract.createPlan, create, recallCreated),
  bind(contract.listPlanUsage, usage),
  bind(contract.getPlan, read),
  bind(contract.editPlan, edit),
  bind(contract.deletePlan, remove),
)
