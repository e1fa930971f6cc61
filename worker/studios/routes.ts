import * as contract from '#contract/studios'
import { bind, routes } from '../http/bind.ts'
import { edit } from './edit.ts'
import { list } from './list.ts'
import { read } from './read.ts'

export const studioRoutes = routes(
  bind(contract.listStudios, list),
  bind(contract.getStudio, read),
  bind(contract.editStudio, edit),
)
