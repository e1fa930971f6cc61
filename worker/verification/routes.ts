import * as contract from '#contract/verification'
import { bind, routes } from '../http/bind.ts'
import { confirmEmail } from './confirm-email.ts'
import { sendEmailCode } from './send-email-code.ts'

export const verificationRoutes = routes(
  bind(contract.sendEmailCode, sendEmailCode),
  bind(contract.confirmEmail, confirmEmail),
)
