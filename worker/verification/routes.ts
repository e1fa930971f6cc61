import * as contract from '#contract/verification'
import { bind, routes } from '../http/bind.ts'
import { confirmEmail } from './confirm-email.ts'
import { confirmPassword } from './confirm-password.ts'
import { sendEmailCode } from './send-email-code.ts'
import { sendPasswordCode } from './send-password-code.ts'
import { sendPhoneCode } from './send-phone-code.ts'
import { undoEmailChange } from './undo-email-change.ts'
import { verifyPhone } from './verify-phone.ts'

export const verificationRoutes = routes(
  bind(contract.sendEmailCode, sendEmailCode),
  bind(contract.confirmEmail, confirmEmail),
  bind(contract.undoEmailChange, undoEmailChange),
  bind(contract.sendPhoneCode, sendPhoneCode),
  bind(contract.verifyPhone, verifyPhone),
  bind(contract.sendPasswordCode, sendPasswordCode),
  bind(contract.confirmPassword, confirmPassword),
)
