import * as contract from '#contract/students'
import { bind, routes } from '../http/bind.ts'
import { edit } from './edit.ts'
import { read } from './read.ts'
import { recallRegistered, register } from './register.ts'

export const studentRoutes = routes(
  bind(contract.registerStudent, register, recallRegistered),
  bind(contract.getStudent, read),
  bind(contract.editStudent, edit),
)
