import * as contract from '#contract/users'
import { bind, routes } from '../http/bind.ts'
import { current } from './current.ts'
import { register } from './register.ts'

export const userRoutes = routes(bind(contract.registerUser, register), bind(contract.currentUser, current))
