import { staffSearch } from '#contract/staff-search'
import { bind, routes } from '../http/bind.ts'
import { search } from './search.ts'

export const staffSearchRoutes = routes(bind(staffSearch, search))
