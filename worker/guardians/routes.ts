import * as guardians from '#contract/guardians'
import { bind, routes } from '../http/bind.ts'
import { ask } from './ask.ts'
import { confirm } from './confirm.ts'
import { read, record, remove, withdraw } from './guardian.ts'

export const guardianRoutes = routes(
  bind(guardians.getGuardian, read),
  bind(guardians.askGuardian, ask),
  bind(guardians.confirmGuardian, confirm),
  bind(guardians.recordGuardian, record),
  bind(guardians.removeGuardian, remove),
  bind(guardians.withdrawConsent, withdraw),
)
