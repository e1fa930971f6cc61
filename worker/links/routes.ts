import * as contract from '#contract/links'
import { bind, routes } from '../http/bind.ts'
import { visit } from './visit.ts'

export const linkRoutes = routes(bind(contract.visitLink, visit))
