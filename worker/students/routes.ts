import * as contract from '#contract/students'
import { bind, routes } from '../http/bind.ts'
import { register } from './register.ts'

export const studentRoutes = routes(bind(contract.registerStudent, register))
