import * as contract from '#contract/cache'
import { bind, routes } from '../http/bind.ts'
import { flush } from './flush.ts'

export const cacheRoutes = routes(bind(contract.flushCache, flush))
