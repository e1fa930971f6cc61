import * as contract from '#contract/settings'
import { bind, routes } from '../http/bind.ts'
import { edit } from './edit.ts'
import { list } from './list.ts'
import { readPublic } from './public.ts'

export const settingsRoutes = routes(
  bind(contract.publicSettings, readPublic),
  bind(contract.listSettings, list),
  bind(contract.editSetting, edit),
)
