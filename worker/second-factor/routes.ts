import * as contract from '#contract/second-factor'
import { bind, routes } from '../http/bind.ts'
import { confirmationOptions } from './confirmation.ts'
import { confirmApp, keepPasskey, startPasskey, startTotp } from './enrolment.ts'
import { read, removeApp, removePasskey, renamePasskey, renewCodes } from './manage.ts'
import { reset } from './reset.ts'
import { finishSignIn, passkeyOptions } from './sign-in.ts'

export const secondFactorRoutes = routes(
  bind(contract.signInBySecondFactor, finishSignIn),
  bind(contract.secondFactorOptions, passkeyOptions),
  bind(contract.readSecondFactor, read),
  bind(contract.beginTotp, startTotp),
  bind(contract.confirmTotp, confirmApp),
  bind(contract.removeTotp, removeApp),
  bind(contract.beginPasskey, startPasskey),
  bind(contract.addPasskey, keepPasskey),
  bind(contract.renamePasskey, renamePasskey),
  bind(contract.removePasskey, removePasskey),
  bind(contract.beginConfirmation, confirmationOptions),
  bind(contract.renewRecoveryCodes, renewCodes),
  bind(contract.resetSecondFactor, reset),
)
