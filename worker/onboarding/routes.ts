import * as contract from '#contract/onboarding'
import { bind, routes } from '../http/bind.ts'
import { read } from './read.ts'

export const onboardingRoutes = routes(bind(contract.readOnboarding, read))
